# ruff: noqa
"""AdaBoost with decision stumps on numeric features."""

import math
import random
from typing import NamedTuple


class Stump(NamedTuple):
    feature: int
    threshold: float
    polarity: int

    def __call__(self, x):
        return self.polarity if x[self.feature] > self.threshold else -self.polarity


def best_stump(X, y, w):
    best, best_err = None, float("inf")
    for j in range(len(X[0])):
        values = sorted({x[j] for x in X})
        thresholds = [values[0] - 1] + [(a + b) / 2 for a, b in zip(values, values[1:])]
        for t in thresholds:
            err = sum(wi for xi, yi, wi in zip(X, y, w) if (1 if xi[j] > t else -1) != yi)
            for e, pol in ((err, 1), (1 - err, -1)):
                if e < best_err - 1e-12:
                    best, best_err = Stump(j, t, pol), e
    return best, best_err


class Learner:
    def __init__(self, rounds=8):
        self.rounds = rounds
        self.ensemble = []

    def fit(self, X, y):
        m = len(X)
        w = [1 / m] * m
        for _ in range(self.rounds):
            stump, err = best_stump(X, y, w)
            err = max(err, 1e-10)
            if err >= 0.5:
                break
            alpha = 0.5 * math.log((1 - err) / err)
            self.ensemble.append((alpha, stump))
            w = [wi * math.exp(-alpha * yi * stump(xi)) for wi, xi, yi in zip(w, X, y)]
            z = sum(w)
            w = [wi / z for wi in w]
            if err <= 1e-10:
                break
        return self

    def decision_function(self, x):
        return sum(a * h(x) for a, h in self.ensemble)

    def predict(self, X):
        return [1 if self.decision_function(x) > 0 else -1 for x in X]


rng = random.Random(11)
X = [(round(rng.random(), 2), round(rng.random(), 2)) for _ in range(30)]
y = [1 if (a > 0.3 and b > 0.4) else -1 for a, b in X]

CASES = [
    (X, y, [(0.1, 0.1), (0.9, 0.9), (0.35, 0.9), (0.9, 0.2), (0.31, 0.41)]),
    ([(1,), (2,), (3,), (4,), (5,), (6,)], [1, 1, -1, -1, 1, 1], [(0,), (3,), (3.5,), (7,)]),
]
