# ruff: noqa
"""Logistic regression by stochastic gradient descent."""

import math


def sigmoid(z):
    if z >= 0:
        return 1 / (1 + math.exp(-z))
    e = math.exp(z)
    return e / (1 + e)


class Learner:
    def __init__(self, rate=0.5, epochs=20, l2=0.001):
        self.rate = rate
        self.epochs = epochs
        self.l2 = l2

    def fit(self, X, y):
        self.w = [0.0] * len(X[0])
        self.b = 0.0
        for epoch in range(self.epochs):
            eta = self.rate / (1 + 0.1 * epoch)
            for x, t in zip(X, y):
                p = self.probability(x)
                g = p - t
                self.w = [w - eta * (g * xi + self.l2 * w) for w, xi in zip(self.w, x)]
                self.b -= eta * g
        return self

    def probability(self, x):
        return sigmoid(self.b + sum(w * xi for w, xi in zip(self.w, x)))

    def predict(self, X):
        return [int(self.probability(x) > 0.5) for x in X]


CASES = [
    (
        [[0.5], [0.75], [1.0], [1.25], [1.5], [1.75], [2.0], [2.25], [2.5], [2.75], [3.0], [3.25]],
        [0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1],
        [[0.1], [1.6], [1.9], [4.0]],
    ),
    (
        [[i % 4, i % 3 - 1.0] for i in range(16)],
        [int(i % 4 + i % 3 > 2) for i in range(16)],
        [[0, 0.0], [3, 1.0], [2, -1.0], [1, 1.0]],
    ),
]
