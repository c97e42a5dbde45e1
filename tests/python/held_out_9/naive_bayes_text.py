# ruff: noqa
"""Multinomial-ish naive Bayes over categorical string features."""

import math
from collections import Counter, defaultdict


class Learner:
    def __init__(self, features, alpha=1.0):
        self.features = features
        self.alpha = alpha
        self.class_counts = Counter()
        self.value_counts = defaultdict(Counter)
        self.vocab = [set() for _ in range(features)]

    def log_posterior(self, x, label):
        total = sum(self.class_counts.values())
        n = self.class_counts[label]
        lp = math.log(n / total)
        for j, v in enumerate(x):
            num = self.value_counts[label, j][v] + self.alpha
            den = n + self.alpha * (len(self.vocab[j]) + 1)
            lp += math.log(num / den)
        return lp

    def predict(self, x):
        if not self.class_counts:
            return None
        return max(sorted(self.class_counts), key=lambda c: self.log_posterior(x, c))

    def update(self, x, y):
        self.class_counts[y] += 1
        for j, v in enumerate(x):
            self.value_counts[y, j][v] += 1
            self.vocab[j].add(v)


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

rows = [tuple(line.split()) for line in WEATHER.splitlines()]
X = [r[:-1] for r in rows]
y = [r[-1] for r in rows]

CASES = [
    (
        X,
        y,
        [("sunny", "cool", "high", "strong"), ("overcast", "mild", "normal", "weak"), ("snow", "cold", "high", "weak")],
    ),
    (X[:7], y[:7], X[7:]),
    ([("a", "x"), ("b", "x"), ("a", "z")], ["p", "q", "p"], [("a", "x"), ("b", "b")]),
]
