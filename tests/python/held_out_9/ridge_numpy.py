# ruff: noqa
"""Ridge regression by normal equations with numpy."""

import random

import numpy as np


class Learner:
    def __init__(self, lam=0.1, fit_intercept=True):
        self.lam = lam
        self.fit_intercept = fit_intercept
        self.coef_ = None
        self.intercept_ = 0.0

    def fit(self, X, y):
        X = np.asarray(X, dtype=float)
        y = np.asarray(y, dtype=float)
        if self.fit_intercept:
            self.x_mean_ = X.mean(axis=0)
            self.y_mean_ = y.mean()
        else:
            self.x_mean_ = np.zeros(X.shape[1])
            self.y_mean_ = 0.0
        Xc = X - self.x_mean_
        yc = y - self.y_mean_
        A = Xc.T @ Xc + self.lam * np.eye(X.shape[1])
        self.coef_ = np.linalg.solve(A, Xc.T @ yc)
        self.intercept_ = self.y_mean_ - self.x_mean_ @ self.coef_
        return self

    def predict(self, X):
        X = np.asarray(X, dtype=float)
        return np.round(X @ self.coef_ + self.intercept_, 6).tolist()

    def r2(self, X, y):
        y = np.asarray(y, dtype=float)
        resid = y - np.array(self.predict(X))
        return 1 - (resid**2).sum() / ((y - y.mean()) ** 2).sum()


def sample(seed, n, w, noise):
    rng = random.Random(seed)
    rows, targets = [], []
    for _ in range(n):
        row = [rng.gauss(0, 1) for _ in w]
        rows.append(row)
        targets.append(sum(a * b for a, b in zip(row, w)) + 2 + rng.gauss(0, noise))
    return rows, targets


Xa, ya = sample(11, 40, [1.5, -2.0, 0.5], 0.1)
Xb, yb = sample(12, 12, [1.0, 0.0, 0.0, 3.0], 0.5)

CASES = [
    (Xa[:30], ya[:30], Xa[30:]),
    (Xb, yb, [[0, 0, 0, 0], [1, 1, 1, 1]]),
    ([[1], [2], [3]], [2, 4, 6], [[4], [0], [-1.5]]),
]
