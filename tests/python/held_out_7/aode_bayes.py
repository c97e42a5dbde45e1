# ruff: noqa
"""Averaged one-dependence estimators: naive Bayes with each attribute as a parent in turn."""

from collections import Counter
from math import prod


class Learner:
    def __init__(self, min_parent=1):
        self.min_parent = min_parent
        self.n = 0
        self.classes = set()
        self.values = {}
        self.singles = Counter()
        self.pairs = Counter()
        self.parents = Counter()

    def update(self, x, y):
        self.n += 1
        self.classes.add(y)
        for i, v in enumerate(x):
            self.values.setdefault(i, set()).add(v)
            self.singles[y, i, v] += 1
            self.parents[i, v] += 1
            for j, u in enumerate(x):
                if i != j:
                    self.pairs[y, i, v, j, u] += 1

    def joint(self, x, y):
        total = 0.0
        for i, v in enumerate(x):
            if self.parents[i, v] < self.min_parent:
                continue
            base = (self.singles[y, i, v] + 1) / (self.n + len(self.classes) * len(self.values[i]))
            likelihood = prod(
                (self.pairs[y, i, v, j, u] + 1) / (self.singles[y, i, v] + len(self.values[j]))
                for j, u in enumerate(x)
                if j != i
            )
            total += base * likelihood
        return total

    def predict(self, x):
        scores = {y: self.joint(x, y) for y in sorted(self.classes)}
        z = sum(scores.values())
        if z == 0:
            return sorted(self.classes)[0], None
        best = max(scores, key=scores.get)
        return best, round(scores[best] / z, 4)


XOR = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
CASES = [
    (XOR * 2, ["odd" if a ^ b else "even" for a, b, c in XOR] * 2, XOR[:5] + [(7, 7, 7)]),
    ([("s", "h"), ("s", "m"), ("r", "m"), ("r", "c")], [0, 0, 1, 1], [("s", "c"), ("r", "h"), ("z", "m")]),
]
