# ruff: noqa
"""The lasso by cyclic coordinate descent with soft thresholds."""

from typing import Sequence


def soft_threshold(z: float, t: float) -> float:
    if z > t:
        return z - t
    if z < -t:
        return z + t
    return 0.0


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


class Learner:
    def __init__(self, alpha: float = 0.1, sweeps: int = 30, tol: float = 1e-7):
        self.alpha = alpha
        self.sweeps = sweeps
        self.tol = tol

    def fit(self, X, y):
        n, d = len(X), len(X[0])
        self.center = [mean(col) for col in zip(*X)]
        self.offset = mean(y)
        Z = [[v - c for v, c in zip(row, self.center)] for row in X]
        residual = [t - self.offset for t in y]
        norms = [sum(row[j] ** 2 for row in Z) / n for j in range(d)]
        w = [0.0] * d
        for sweep in range(self.sweeps):
            biggest = 0.0
            for j in range(d):
                if norms[j] == 0:
                    continue
                rho = sum(row[j] * r for row, r in zip(Z, residual)) / n + norms[j] * w[j]
                new = soft_threshold(rho, self.alpha) / norms[j]
                change = new - w[j]
                if change:
                    residual = [r - change * row[j] for r, row in zip(residual, Z)]
                    w[j] = new
                    biggest = max(biggest, abs(change))
            if biggest < self.tol:
                break
        self.w = w
        self.selected = [j for j, wj in enumerate(w) if wj != 0]
        return self

    def predict(self, X):
        return [round(self.offset + sum(wj * (v - c) for wj, v, c in zip(self.w, x, self.center)), 4) for x in X] + [
            self.selected
        ]


CASES = [
    ([[1, 0, 3], [2, 1, 1], [3, 0, 4], [4, 1, 1], [5, 0, 5]], [2.1, 3.9, 6.2, 7.8, 10.1], [[6, 0, 0], [0, 0, 0]]),
    ([[1, 1], [1, 2], [1, 3]], [1, 2, 3], [[1, 4]]),
    ([[1, 5], [2, 5], [3, 6]], [0.01, 0.0, 0.02], [[10, 10]]),
]
