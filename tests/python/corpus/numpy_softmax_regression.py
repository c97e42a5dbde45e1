# ruff: noqa
"""Softmax regression by batch gradient descent in numpy."""

import numpy as np


class Learner:
    def __init__(self, rate=0.5, steps=40):
        self.rate = rate
        self.steps = steps

    def fit(self, X, y):
        X = np.hstack([np.asarray(X, dtype=float), np.ones((len(X), 1))])
        self.classes = sorted(set(y))
        target = np.array([[float(label == c) for c in self.classes] for label in y])
        self.W = np.zeros((X.shape[1], len(self.classes)))
        for _ in range(self.steps):
            z = X @ self.W
            z -= z.max(axis=1, keepdims=True)
            p = np.exp(z)
            p /= p.sum(axis=1, keepdims=True)
            self.W -= self.rate * X.T @ (p - target) / len(X)
        return self

    def predict(self, X):
        X = np.hstack([np.asarray(X, dtype=float), np.ones((len(X), 1))])
        return [self.classes[i] for i in (X @ self.W).argmax(axis=1)]


CASES = [
    (
        [
            [0.0, 0.0],
            [0.2, 0.1],
            [1.0, 0.0],
            [0.9, 0.2],
            [0.0, 1.0],
            [0.1, 0.8],
            [0.1, 0.1],
            [1.0, 0.1],
            [0.2, 1.0],
            [0.8, 0.0],
        ],
        ["a", "a", "b", "b", "c", "c", "a", "b", "c", "b"],
        [[0.0, 0.1], [1.0, 0.2], [0.0, 0.9]],
    ),
    ([[i % 3, i % 2] for i in range(12)], [i % 3 for i in range(12)], [[0, 0], [1, 1], [2, 0]]),
]
