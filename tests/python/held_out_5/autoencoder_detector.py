# ruff: noqa
"""A linear autoencoder with tied weights that flags inputs it reconstructs badly."""

import random


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


class Learner:
    """Trained on normal rows only (label 0); predicts 1 for anomalies."""

    def __init__(self, dim, hidden=1, lr=0.02, epochs=40):
        rng = random.Random(0)
        self.W = [[rng.gauss(0, 0.3) for _ in range(dim)] for _ in range(hidden)]
        self.lr = lr
        self.epochs = epochs
        self.threshold = 0.0

    def encode(self, x):
        return [dot(row, x) for row in self.W]

    def decode(self, h):
        return [sum(hk * row[j] for hk, row in zip(h, self.W)) for j in range(len(self.W[0]))]

    def error(self, x):
        r = self.decode(self.encode(x))
        return sum((a - b) ** 2 for a, b in zip(x, r))

    def step(self, x):
        h = self.encode(x)
        r = self.decode(h)
        diff = [rj - xj for rj, xj in zip(r, x)]
        for k, row in enumerate(self.W):
            back = dot(diff, row)
            for j in range(len(row)):
                row[j] -= self.lr * (diff[j] * h[k] + back * x[j])

    def fit(self, X, y):
        normal = [x for x, label in zip(X, y) if label == 0]
        for _ in range(self.epochs):
            for x in normal:
                self.step(x)
        errors = sorted(map(self.error, normal))
        self.threshold = 1.5 * errors[-1]

    def predict(self, X):
        return [int(self.error(x) > self.threshold) for x in X]


LINE = [[t / 5, 2 * t / 5 + (0.05 if t % 2 else -0.05)] for t in range(-5, 6)]
CASES = [
    (LINE, [0] * len(LINE), [[0.5, 1.0], [1.0, -1.0], [-0.8, -1.6], [0.0, 1.5]]),
    (
        [[1, 1, 0], [0.5, 0.6, 0.1], [-1, -0.9, 0], [0.2, 0.1, 0], [3, -3, 3]],
        [0, 0, 0, 0, 1],
        [[0.7, 0.7, 0.0], [1, -1, 0], [0, 0, 2]],
    ),
]
