# ruff: noqa
"""Online naive Bayes for categorical features with Laplace smoothing."""

import math
from collections import Counter, defaultdict


class Learner:
    def __init__(self, features):
        self.features = features
        self.label_counts = Counter()
        self.value_counts = defaultdict(Counter)
        self.vocab = [set() for _ in range(features)]

    def log_score(self, x, label):
        n = self.label_counts[label]
        total = sum(self.label_counts.values())
        score = math.log(n / total)
        for i, v in enumerate(x):
            seen = self.value_counts[label, i][v]
            score += math.log((seen + 1) / (n + len(self.vocab[i]) + 1))
        return score

    def predict(self, x):
        if not self.label_counts:
            return None
        return max(sorted(self.label_counts), key=lambda c: self.log_score(x, c))

    def update(self, x, y):
        self.label_counts[y] += 1
        for i, v in enumerate(x):
            self.value_counts[y, i][v] += 1
            self.vocab[i].add(v)


WEATHER = """\
sunny hot high weak no
sunny hot high strong no
overcast hot high weak yes
rain mild high weak yes
rain cool normal weak yes
rain cool normal strong no
overcast cool normal strong yes
sunny mild high weak no
sunny cool normal weak yes
rain mild normal weak yes
sunny mild normal strong yes
overcast mild high strong yes
overcast hot normal weak yes
rain mild high strong no"""

rows = [line.split() for line in WEATHER.splitlines()]
X = [tuple(r[:-1]) for r in rows]
y = [r[-1] for r in rows]

CASES = [
    (
        X,
        y,
        [("sunny", "cool", "high", "strong"), ("overcast", "hot", "high", "weak"), ("fog", "mild", "normal", "weak")],
    ),
    (X[:5], y[:5], X[5:]),
]
