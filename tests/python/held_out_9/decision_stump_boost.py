# ruff: noqa
"""AdaBoost with decision stumps."""

import math
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Stump:
    feature: int
    threshold: float
    sign: int

    def __call__(self, x):
        return self.sign if x[self.feature] > self.threshold else -self.sign


class Learner:
    def __init__(self, rounds=10):
        self.rounds = rounds
        self.ensemble = []

    @staticmethod
    def candidates(X):
        for j in range(len(X[0])):
            values = sorted({row[j] for row in X})
            cuts = [values[0] - 1] + [(a + b) / 2 for a, b in zip(values, values[1:])]
            for c in cuts:
                yield Stump(j, c, 1)
                yield Stump(j, c, -1)

    def fit(self, X, y):
        n = len(X)
        w = [1 / n] * n
        stumps = list(self.candidates(X))
        outputs = {s: [s(x) for x in X] for s in stumps}
        self.ensemble = []
        for _ in range(self.rounds):
            best, best_err = None, math.inf
            for s in stumps:
                err = sum(wi for wi, o, t in zip(w, outputs[s], y) if o != t)
                if err < best_err - 1e-12:
                    best, best_err = s, err
            if best_err >= 0.5:
                break
            eps = max(best_err, 1e-10)
            alpha = 0.5 * math.log((1 - eps) / eps)
            self.ensemble.append((alpha, best))
            if best_err < 1e-10:
                break
            w = [wi * math.exp(-alpha * t * o) for wi, t, o in zip(w, y, outputs[best])]
            z = sum(w)
            w = [wi / z for wi in w]
        return self

    def decision_function(self, x):
        return sum(a * s(x) for a, s in self.ensemble)

    def predict(self, X):
        return [1 if self.decision_function(x) >= 0 else -1 for x in X]


def ring(seed, n):
    rng = random.Random(seed)
    X = [[round(rng.uniform(-1, 1), 2), round(rng.uniform(-1, 1), 2)] for _ in range(n)]
    y = [1 if a * a + b * b < 0.5 else -1 for a, b in X]
    return X, y


X1, y1 = ring(3, 40)
CASES = [
    (X1[:30], y1[:30], X1[30:]),
    ([[1], [2], [3], [4], [5]], [1, 1, -1, -1, 1], [[0], [2.5], [3.5], [4.5], [9]]),
    ([[0, 0], [1, 1]], [-1, 1], [[0, 1], [1, 0], [0.4, 0.6]]),
]
