# ruff: noqa
"""Exponentiated gradient regression with positive and negative weights (EG±)."""

import math


class Learner:
    def __init__(self, features):
        n = features
        self.u = 4.0
        self.pos = [1 / (2 * n)] * n
        self.neg = [1 / (2 * n)] * n
        self.eta = 0.1

    def _predict(self, x):
        return self.u * sum((p - q) * v for p, q, v in zip(self.pos, self.neg, x))

    def predict(self, x):
        return round(self._predict(x), 8)

    def update(self, x, y):
        error = self._predict(x) - y
        pos = [p * math.exp(-self.eta * error * self.u * v) for p, v in zip(self.pos, x)]
        neg = [q * math.exp(self.eta * error * self.u * v) for q, v in zip(self.neg, x)]
        total = sum(pos) + sum(neg)
        self.pos = [p / total for p in pos]
        self.neg = [q / total for q in neg]


XS = [(((7 * i) % 5 - 2) / 2, ((3 * i) % 7 - 3) / 3, (i % 2) - 0.5) for i in range(25)]

CASES = [
    (XS, [2 * a - b for a, b, _ in XS], [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.5, 0.5, 0.5)]),
    (XS[:10], [0.0] * 10, [(1.0, 1.0, 1.0)]),
]
