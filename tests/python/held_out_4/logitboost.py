# ruff: noqa
"""LogitBoost with weighted regression stumps (Friedman, Hastie and Tibshirani)."""

import math


def sigmoid(z):
    return 1 / (1 + math.exp(-z))


def fit_stump(X, z, w):
    """Weighted least squares fit of z by a one-split step function."""
    best = None
    for j in range(len(X[0])):
        for t in sorted({x[j] for x in X})[:-1]:
            sums = [0.0, 0.0]
            weights = [0.0, 0.0]
            for xi, zi, wi in zip(X, z, w):
                side = int(xi[j] > t)
                sums[side] += wi * zi
                weights[side] += wi
            left, right = sums[0] / weights[0], sums[1] / weights[1]
            err = sum(wi * (zi - (right if xi[j] > t else left)) ** 2 for xi, zi, wi in zip(X, z, w))
            if best is None or err < best[0]:
                best = (err, j, t, left, right)
    _, j, t, left, right = best
    return lambda x: right if x[j] > t else left


class Learner:
    ROUNDS = 8
    ZMAX = 4.0

    def fit(self, X, y):
        self.stumps = []
        F = [0.0] * len(X)
        for _ in range(self.ROUNDS):
            p = [sigmoid(2 * f) for f in F]
            w = [max(pi * (1 - pi), 1e-6) for pi in p]
            z = [max(-self.ZMAX, min(self.ZMAX, (yi - pi) / wi)) for yi, pi, wi in zip(y, p, w)]
            stump = fit_stump(X, z, w)
            self.stumps.append(stump)
            F = [f + 0.5 * stump(x) for f, x in zip(F, X)]

    def decision(self, x):
        return 0.5 * sum(s(x) for s in self.stumps)

    def predict(self, X):
        return [(int(self.decision(x) > 0), round(sigmoid(2 * self.decision(x)), 4)) for x in X]


CASES = [
    (
        [[0.5, 1.2], [1.0, 0.3], [1.5, 2.2], [2.0, 0.9], [2.5, 1.8], [3.0, 0.1], [3.5, 2.5], [4.0, 1.1]],
        [0, 0, 0, 1, 0, 1, 1, 1],
        [[0.7, 1.0], [2.2, 0.5], [3.8, 2.0]],
    ),
    (
        [[i, (i * 5) % 7] for i in range(12)],
        [1 if (i * 5) % 7 > 3 or i < 2 else 0 for i in range(12)],
        [[0, 0], [5, 6], [11, 1]],
    ),
]
