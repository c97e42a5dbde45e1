# ruff: noqa
"""A two-layer perceptron with backpropagation in numpy, learning small Boolean functions."""

import itertools

import numpy as np


class Learner:
    def __init__(self, hidden=6, lr=0.5, epochs=300, seed=1):
        self.hidden, self.lr, self.epochs = hidden, lr, epochs
        self.rng = np.random.default_rng(seed)

    def _forward(self, X):
        h = np.tanh(X @ self.W1 + self.b1)
        out = 1 / (1 + np.exp(-(h @ self.W2 + self.b2)))
        return h, out

    def fit(self, X, y):
        X = np.array(X, dtype=np.float64) * 2 - 1
        t = np.array(y, dtype=np.float64).reshape(-1, 1)
        n, d = X.shape
        self.W1 = self.rng.normal(0, 1, (d, self.hidden))
        self.b1 = np.zeros(self.hidden)
        self.W2 = self.rng.normal(0, 1, (self.hidden, 1))
        self.b2 = np.zeros(1)
        for _ in range(self.epochs):
            h, out = self._forward(X)
            delta2 = (out - t) / n
            delta1 = (delta2 @ self.W2.T) * (1 - h**2)
            self.W2 -= self.lr * h.T @ delta2
            self.b2 -= self.lr * delta2.sum(axis=0)
            self.W1 -= self.lr * X.T @ delta1
            self.b1 -= self.lr * delta1.sum(axis=0)
        _, out = self._forward(X)
        self.accuracy_ = float(np.mean((out > 0.5) == (t > 0.5)))
        return self

    def predict(self, X):
        X = np.array(X, dtype=np.float64) * 2 - 1
        return [int(v) for v in (self._forward(X)[1].ravel() > 0.5)]


square = list(itertools.product([0, 1], repeat=2))
cube = list(itertools.product([0, 1], repeat=3))

CASES = [
    (square, [a ^ b for a, b in square], square),
    (cube, [int(sum(x) >= 2) for x in cube], cube),
]
