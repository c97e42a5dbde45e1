# ruff: noqa
"""Componentwise L2 boosting: each round moves the single coefficient that helps most."""

from statistics import fmean, pstdev


class Learner:
    """Linear regression by many small steps."""

    def __init__(self, rounds=40, nu=0.3):
        self.rounds = rounds
        self.nu = nu

    def _scale(self, row):
        return [(v - m) / s for v, m, s in zip(row, self.means, self.scales)]

    def fit(self, X, y):
        columns = list(zip(*X))
        self.means = [fmean(c) for c in columns]
        self.scales = [pstdev(c) or 1.0 for c in columns]
        Z = [self._scale(row) for row in X]
        self.intercept = fmean(y)
        self.coef = [0.0] * len(columns)
        self.path = []
        residual = [t - self.intercept for t in y]
        for _ in range(self.rounds):
            best_j, best_drop, best_beta = None, 1e-9, 0.0
            for j in range(len(self.coef)):
                zz = sum(row[j] ** 2 for row in Z)
                if zz == 0:
                    continue
                zr = sum(row[j] * r for row, r in zip(Z, residual))
                drop = zr * zr / zz
                if drop > best_drop:
                    best_j, best_drop, best_beta = j, drop, zr / zz
            if best_j is None:
                break
            step = self.nu * best_beta
            self.coef[best_j] += step
            self.path.append(best_j)
            residual = [r - step * row[best_j] for r, row in zip(residual, Z)]
        return self

    def predict(self, X):
        return [round(self.intercept + sum(c * z for c, z in zip(self.coef, self._scale(x))), 4) for x in X]


CASES = [
    (
        [[1, 5, 2], [2, 3, 2], [3, 8, 1], [4, 1, 0], [5, 9, 3], [6, 4, 1]],
        [3, 5, 7, 9, 11, 13],
        [[7, 0, 0], [2.5, 5, 5]],
    ),
    ([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]], [1.0, -1.0, 0.0, 0.0], [[2.0, 0.0], [0.5, 0.5]]),
    ([[3], [3], [3]], [1, 2, 3], [[3], [10]]),
]
