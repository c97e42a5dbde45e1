# ruff: noqa
"""Gaussian naive Bayes with means and variances kept online (Welford)."""

import math
from dataclasses import dataclass


@dataclass
class Running:
    count: int = 0
    mean: float = 0.0
    m2: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        delta = value - self.mean
        self.mean += delta / self.count
        self.m2 += delta * (value - self.mean)

    @property
    def variance(self) -> float:
        return self.m2 / self.count + 1e-3

    def log_density(self, value: float) -> float:
        return -0.5 * (math.log(2 * math.pi * self.variance) + (value - self.mean) ** 2 / self.variance)


class Learner:
    def __init__(self, features: int):
        self.features = features
        self.classes: dict[int, list[Running]] = {}
        self.seen = 0

    def update(self, x, y):
        if y not in self.classes:
            self.classes[y] = [Running() for _ in range(self.features)]
        for running, value in zip(self.classes[y], x):
            running.add(value)
        self.seen += 1

    def score(self, label, x):
        runnings = self.classes[label]
        prior = math.log(runnings[0].count / self.seen)
        return prior + sum(running.log_density(value) for running, value in zip(runnings, x))

    def predict(self, x):
        return max(self.classes, key=lambda label: self.score(label, x))


CASES = [
    (
        [[5.1, 3.5], [4.9, 3.0], [6.2, 2.9], [5.9, 3.0], [5.0, 3.4], [6.7, 3.1]],
        [0, 0, 1, 1, 0, 1],
        [[5.2, 3.3], [6.5, 3.0], [5.6, 3.2]],
    ),
    ([[1], [2], [10], [30], [20]], [1, 1, -1, -1, -1], [[0], [3], [9], [40]]),
]
