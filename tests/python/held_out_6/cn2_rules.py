# ruff: noqa
"""CN2 with entropy: beam search for the best conjunction, one rule at a time."""

import math
from collections import Counter


def entropy(labels):
    n = len(labels)
    return -sum(c / n * math.log2(c / n) for c in Counter(labels).values())


def covers(rule, x):
    return all(x[i] == v for i, v in rule)


def most_common(labels):
    counts = Counter(labels)
    return min(counts, key=lambda k: (-counts[k], k))


class Learner:
    BEAM = 3
    MAX_LENGTH = 2

    def fit(self, X, y):
        self.rules = []
        rows = list(zip(X, y))
        self.default = most_common(y)
        while rows:
            rule = self.find_best_complex(rows)
            if rule is None:
                break
            covered = [label for x, label in rows if covers(rule, x)]
            self.rules.append((rule, most_common(covered)))
            rows = [(x, label) for x, label in rows if not covers(rule, x)]

    def find_best_complex(self, rows):
        selectors = sorted({(i, v) for x, _ in rows for i, v in enumerate(x)})
        base = entropy([label for _, label in rows])
        best, best_quality = None, (base, 0)
        star = [()]
        for _ in range(self.MAX_LENGTH):
            candidates = []
            for rule in star:
                used = {i for i, _ in rule}
                for selector in selectors:
                    if selector[0] in used:
                        continue
                    new = tuple(sorted(rule + (selector,)))
                    labels = [label for x, label in rows if covers(new, x)]
                    if labels:
                        candidates.append(((entropy(labels), -len(labels)), new))
            candidates = sorted(set(candidates))[: self.BEAM]
            if not candidates:
                break
            if candidates[0][0] < best_quality:
                best_quality, best = candidates[0]
            star = [rule for _, rule in candidates]
        return best

    def predict(self, X):
        return [next((label for rule, label in self.rules if covers(rule, x)), self.default) for x in X]


WEATHER = [
    ("sunny", "hot", "no"),
    ("sunny", "hot", "yes"),
    ("overcast", "hot", "no"),
    ("rain", "mild", "no"),
    ("rain", "cool", "yes"),
    ("overcast", "cool", "yes"),
    ("sunny", "cool", "no"),
    ("rain", "mild", "yes"),
]
CASES = [
    (WEATHER, ["stay", "stay", "play", "play", "stay", "play", "play", "stay"], WEATHER[:3] + [("rain", "hot", "no")]),
    ([(0, 0), (0, 1), (1, 0), (1, 1)], [0, 1, 1, 0], [(0, 0), (1, 0), (2, 2)]),
]
