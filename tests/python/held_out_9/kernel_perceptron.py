# ruff: noqa
"""Kernel perceptron with a choice of kernels, several epochs."""

import math
from functools import partial


def linear(a, b):
    return sum(p * q for p, q in zip(a, b))


def polynomial(a, b, degree=2, c=1.0):
    return (linear(a, b) + c) ** degree


def rbf(a, b, gamma=1.0):
    return math.exp(-gamma * sum((p - q) ** 2 for p, q in zip(a, b)))


KERNELS = {
    "linear": linear,
    "poly2": polynomial,
    "poly3": partial(polynomial, degree=3),
    "rbf": partial(rbf, gamma=2.0),
}


class Learner:
    def __init__(self, kernel="rbf", epochs=5):
        self.kernel = KERNELS[kernel]
        self.epochs = epochs

    def fit(self, X, y):
        n = len(X)
        gram = [[self.kernel(X[i], X[j]) for j in range(n)] for i in range(n)]
        alpha = [0] * n
        for epoch in range(self.epochs):
            errors = 0
            for i in range(n):
                s = sum(alpha[j] * y[j] * gram[i][j] for j in range(n) if alpha[j])
                if y[i] * s <= 0:
                    alpha[i] += 1
                    errors += 1
            if not errors:
                break
        else:
            epoch = self.epochs
        self.epochs_run = epoch
        self.support = [(a, t, x) for a, t, x in zip(alpha, y, X) if a > 0]
        return self

    def decision(self, x):
        return sum(a * t * self.kernel(s, x) for a, t, s in self.support)

    def predict(self, X):
        return [1 if self.decision(x) > 0 else -1 for x in X]


grid = [(i / 4, j / 4) for i in range(-4, 5, 2) for j in range(-4, 5, 2)]
xor = [1 if a * b >= 0 else -1 for a, b in grid]
circle = [1 if math.hypot(a, b) < 0.8 else -1 for a, b in grid]
probe = [(0.3, 0.4), (-0.6, 0.6), (0.9, 0.9), (0.1, -0.05), (-1.0, -0.2)]

CASES = [
    (grid, xor, probe),
    (grid, circle, probe),
    ([(0, 0), (0, 1), (1, 0), (1, 1)], [-1, 1, 1, -1], [(0, 0), (0.1, 0.9), (0.9, 0.1), (1, 1)]),
]
