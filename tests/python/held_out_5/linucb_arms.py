# ruff: noqa
"""Disjoint LinUCB: a ridge regression with a confidence bonus for every arm."""

from __future__ import annotations

import math
from dataclasses import dataclass, field


def identity(n: int) -> list[list[float]]:
    return [[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)]


def mat_vec(A, v):
    return [sum(a * b for a, b in zip(row, v)) for row in A]


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


@dataclass
class Arm:
    dim: int
    A_inv: list[list[float]] = field(init=False)
    b: list[float] = field(init=False)

    def __post_init__(self):
        self.A_inv = identity(self.dim)
        self.b = [0.0] * self.dim

    def observe(self, x, reward):
        # Sherman-Morrison
        Ax = mat_vec(self.A_inv, x)
        denom = 1.0 + dot(x, Ax)
        for i in range(self.dim):
            for j in range(self.dim):
                self.A_inv[i][j] -= Ax[i] * Ax[j] / denom
        self.b = [bi + reward * xi for bi, xi in zip(self.b, x)]

    def ucb(self, x, alpha):
        theta = mat_vec(self.A_inv, self.b)
        return dot(theta, x) + alpha * math.sqrt(dot(x, mat_vec(self.A_inv, x)))


class Learner:
    def __init__(self, alpha: float = 0.5):
        self.alpha = alpha
        self.arms: dict[str, Arm] = {}

    def update(self, x, y):
        arm, features = x
        if arm not in self.arms:
            self.arms[arm] = Arm(len(features))
        self.arms[arm].observe(features, y)

    def predict(self, x):
        _, features = x
        scores = {name: arm.ucb(features, self.alpha) for name, arm in self.arms.items()}
        winner = max(scores, key=scores.get)
        return winner, round(scores[winner], 6)


CASES = [
    (
        [("ad1", [1.0, 0.0]), ("ad2", [1.0, 0.0]), ("ad1", [0.0, 1.0]), ("ad2", [0.5, 1.0]), ("ad1", [1.0, 1.0])],
        [1.0, 0.0, 0.0, 1.0, 0.5],
        [("", [1.0, 0.0]), ("", [0.0, 1.0]), ("", [0.2, 0.9])],
    ),
    (
        [("abc"[i % 3], [1.0, (i * 7 % 5) / 5, (i * 3 % 4) / 4]) for i in range(18)],
        [((i * 7 % 5) / 5 if i % 3 == 1 else 0.3) for i in range(18)],
        [("", [1.0, 0.9, 0.1]), ("", [1.0, 0.0, 0.0]), ("", [1.0, 0.5, 0.5])],
    ),
]
