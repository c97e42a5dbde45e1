# ruff: noqa
"""The smallest interval (or box) around the positive examples."""

import math


class Learner:
    def fit(self, X, y):
        d = len(X[0])
        self.low = [math.inf] * d
        self.high = [-math.inf] * d
        for x, label in zip(X, y):
            if label:
                self.low = [min(a, b) for a, b in zip(self.low, x)]
                self.high = [max(a, b) for a, b in zip(self.high, x)]

    def predict(self, X):
        return [all(lo <= v <= hi for lo, v, hi in zip(self.low, x, self.high)) for x in X]


GRID = [(x, y) for x in range(5) for y in range(5)]

CASES = [
    (GRID, [1 <= x <= 3 and 2 <= y <= 4 for x, y in GRID], [(1, 2), (0, 2), (2.5, 3.5), (4, 4)]),
    (GRID, [False] * 25, [(0, 0), (2, 2)]),
    (
        [(0.1 * i, -0.1 * i) for i in range(12)],
        [i in (3, 7) for i in range(12)],
        [(0.5, -0.5), (0.2, -0.2), (0.7, -0.7)],
    ),
]
