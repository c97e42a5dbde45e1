# ruff: noqa
"""Logistic regression by batch gradient descent with weight decay and standardized features."""

import math


def sigmoid(z: float) -> float:
    if z >= 0:
        return 1 / (1 + math.exp(-z))
    e = math.exp(z)
    return e / (1 + e)


class Learner:
    def __init__(self, rate=0.5, decay=0.01, epochs=15):
        self.rate = rate
        self.decay = decay
        self.epochs = epochs

    def _scale(self, row):
        return [(v - m) / s for v, m, s in zip(row, self.means_, self.spreads_)]

    def fit(self, X, y):
        n = len(X)
        columns = list(zip(*X))
        self.means_ = [sum(column) / n for column in columns]
        self.spreads_ = [
            math.sqrt(sum((v - m) ** 2 for v in column) / n) or 1.0 for column, m in zip(columns, self.means_)
        ]
        rows = [self._scale(row) for row in X]
        self.weights_ = [0.0] * len(columns)
        self.bias_ = 0.0
        for _ in range(self.epochs):
            errors = [self._probability(row) - label for row, label in zip(rows, y)]
            for j in range(len(self.weights_)):
                slope = sum(e * row[j] for e, row in zip(errors, rows)) / n
                self.weights_[j] -= self.rate * (slope + self.decay * self.weights_[j])
            self.bias_ -= self.rate * sum(errors) / n
        return self

    def _probability(self, row):
        return sigmoid(self.bias_ + sum(w * v for w, v in zip(self.weights_, row)))

    def predict_proba(self, X):
        return [self._probability(self._scale(row)) for row in X]

    def predict(self, X):
        return [int(p >= 0.5) for p in self.predict_proba(X)]


CASES = [
    (
        [[20, 1.2], [35, 0.4], [28, 2.2], [50, 0.1], [41, 1.9], [23, 0.3]],
        [1, 0, 1, 0, 1, 0],
        [[30, 1.5], [30, 0.2], [60, 1.0]],
    ),
    ([[1, 5], [2, 5], [3, 5], [4, 5]], [0, 0, 1, 1], [[0, 5], [9, 5], [2.4, 5]]),
]
