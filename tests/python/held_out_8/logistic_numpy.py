# ruff: noqa
"""Logistic regression by full-batch gradient descent in numpy."""

import random

import numpy as np


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-np.clip(z, -30, 30)))


class Learner:
    def __init__(self, lr=0.5, epochs=100, l2=1e-3):
        self.lr = lr
        self.epochs = epochs
        self.l2 = l2

    def _design(self, X):
        X = np.asarray(X, dtype=float)
        X = (X - self.mean_) / self.std_
        return np.hstack([np.ones((X.shape[0], 1)), X])

    def fit(self, X, y):
        X = np.asarray(X, dtype=float)
        y = np.asarray(y)
        self.mean_ = X.mean(axis=0)
        self.std_ = X.std(axis=0)
        self.std_[self.std_ == 0] = 1.0
        A = self._design(X)
        self.coef_ = np.zeros(A.shape[1])
        self.losses_ = []
        for _ in range(self.epochs):
            p = sigmoid(A @ self.coef_)
            grad = A.T @ (p - y) / len(y)
            grad[1:] += self.l2 * self.coef_[1:]
            self.coef_ -= self.lr * grad
            eps = 1e-12
            loss = -np.mean(y * np.log(p + eps) + (1 - y) * np.log(1 - p + eps))
            self.losses_.append(float(loss))
        return self

    def predict_proba(self, X):
        return sigmoid(self._design(X) @ self.coef_)

    def predict(self, X):
        return (self.predict_proba(X) >= 0.5).astype(int).tolist()


rng = random.Random(7)
X = [[rng.gauss(0, 1), rng.gauss(1, 2)] for _ in range(60)] + [[rng.gauss(3, 1), rng.gauss(-1, 2)] for _ in range(60)]
y = [0] * 60 + [1] * 60

CASES = [
    (X, y, [[0.0, 0.0], [3.0, -1.0], [1.5, 0.0], [5, -3], [-2, 4]]),
    ([[1, 5], [2, 5], [3, 5], [4, 5]], [0, 0, 1, 1], [[0, 5], [2.4, 5], [2.6, 5], [9, 5]]),
]
