# ruff: noqa
"""A second-order factorization machine trained by stochastic gradient descent."""

import math
import random


def sigmoid(z):
    if z < -30:
        return 0.0
    return 1 / (1 + math.exp(-z))


class Learner:
    def __init__(self, dim, rank=2, lr=0.1, reg=0.001):
        rng = random.Random(5)
        self.w0 = 0.0
        self.w = [0.0] * dim
        self.V = [[rng.gauss(0, 0.3) for _ in range(rank)] for _ in range(dim)]
        self.rank, self.lr, self.reg = rank, lr, reg

    def _score(self, x):
        linear = self.w0 + sum(w * xi for w, xi in zip(self.w, x))
        sums = []
        pair = 0.0
        for f in range(self.rank):
            s = sum(v[f] * xi for v, xi in zip(self.V, x))
            s2 = sum((v[f] * xi) ** 2 for v, xi in zip(self.V, x))
            sums.append(s)
            pair += s * s - s2
        return linear + 0.5 * pair, sums

    def update(self, x, y):
        score, sums = self._score(x)
        g = sigmoid(score) - y
        self.w0 -= self.lr * g
        for i, xi in enumerate(x):
            if xi == 0:
                continue
            self.w[i] -= self.lr * (g * xi + self.reg * self.w[i])
            for f in range(self.rank):
                grad = g * xi * (sums[f] - self.V[i][f] * xi)
                self.V[i][f] -= self.lr * (grad + self.reg * self.V[i][f])

    def predict(self, x):
        return int(self._score(x)[0] > 0)


PAIRS = [[1, 0, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 0, 1]]
CASES = [
    (PAIRS * 20, [1, 0, 0, 1] * 20, PAIRS),
    ([[1, 0], [0, 1], [1, 1], [0, 0]] * 6, [0, 0, 1, 0] * 6, [[1, 1], [0, 0], [1, 0]]),
]
