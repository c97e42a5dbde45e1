# ruff: noqa
"""Pegasos: a linear support vector machine by stochastic subgradients with projection."""

import math
import random


class Learner:
    def __init__(self, lam: float = 0.1, steps: int = 40, seed: int = 1):
        self.lam = lam
        self.steps = steps
        self.rng = random.Random(seed)
        self.w: list[float] = []

    @staticmethod
    def dot(a, b) -> float:
        return math.fsum(p * q for p, q in zip(a, b, strict=True))

    @property
    def norm(self) -> float:
        return math.hypot(*self.w)

    def fit(self, X, y):
        data = [([*row, 1.0], sign) for row, sign in zip(X, y)]
        self.w = [0.0] * len(data[0][0])
        for t in range(1, self.steps + 1):
            x, sign = self.rng.choice(data)
            eta = 1 / (self.lam * t)
            margin = sign * self.dot(self.w, x)
            self.w = [(1 - eta * self.lam) * w for w in self.w]
            if margin < 1:
                self.w = [w + eta * sign * v for w, v in zip(self.w, x)]
            if self.norm > 0:
                shrink = min(1.0, 1 / (math.sqrt(self.lam) * self.norm))
                self.w = [shrink * w for w in self.w]
        return self

    def predict(self, X):
        return [1 if self.dot(self.w, [*row, 1.0]) >= 0 else -1 for row in X]


CASES = [
    (
        [[2.0, 1.0], [1.5, 2.0], [-1.0, -0.5], [-2.0, 0.5], [3.0, 0.0], [-0.5, -2.0]],
        [1, 1, -1, -1, 1, -1],
        [[1, 1], [-1, -1], [0.5, -0.25]],
    ),
    ([[1], [-1], [2]], [1, -1, 1], [[5], [-5]]),
]
