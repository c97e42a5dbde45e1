# ruff: noqa
"""Logistic regression by Newton's method (IRLS) with a small ridge."""

import numpy as np


class Learner:
    def __init__(self, l2=0.1, max_iter=15, tol=1e-8):
        self.l2 = l2
        self.max_iter = max_iter
        self.tol = tol

    @staticmethod
    def _design(X):
        X = np.asarray(X, dtype=float)
        return np.hstack([np.ones((len(X), 1)), X])

    def fit(self, X, y):
        A = self._design(X)
        y = np.asarray(y, dtype=float)
        penalty = self.l2 * np.eye(A.shape[1])
        penalty[0, 0] = 0.0
        w = np.zeros(A.shape[1])
        for self.n_iter in range(1, self.max_iter + 1):
            p = 1 / (1 + np.exp(-A @ w))
            grad = A.T @ (p - y) + penalty @ w
            H = (A * (p * (1 - p))[:, None]).T @ A + penalty + 1e-9 * np.eye(len(w))
            step = np.linalg.solve(H, grad)
            w -= step
            if np.abs(step).max() < self.tol:
                break
        self.w = w
        return self

    def predict(self, X):
        p = 1 / (1 + np.exp(-self._design(X) @ self.w))
        return [(int(pi >= 0.5), round(float(pi), 3)) for pi in p]


CASES = [
    ([[1, 2], [2, 1], [3, 4], [5, 5], [6, 4], [7, 8]], [0, 0, 0, 1, 1, 1], [[1, 1], [6, 6], [4, 4]]),
    ([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1], [[-1.0], [1.5], [9.0]]),
]
