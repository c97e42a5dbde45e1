# ruff: noqa
"""Gaussian naive Bayes with Welford's running mean and variance."""

import math


class Running:
    def __init__(self):
        self.n = 0
        self.mean = 0.0
        self.m2 = 0.0

    def add(self, v):
        self.n += 1
        delta = v - self.mean
        self.mean += delta / self.n
        self.m2 += delta * (v - self.mean)

    @property
    def variance(self):
        return self.m2 / self.n + 1e-3 if self.n else 1.0

    def log_density(self, v):
        return -0.5 * (math.log(2 * math.pi * self.variance) + (v - self.mean) ** 2 / self.variance)


class Learner:
    def __init__(self, features):
        self.features = features
        self.classes = {}
        self.n = 0

    def update(self, x, y):
        self.n += 1
        if y not in self.classes:
            self.classes[y] = [Running() for _ in range(self.features)]
        for stat, v in zip(self.classes[y], x):
            stat.add(v)

    def predict(self, x):
        def posterior(label):
            stats = self.classes[label]
            return math.log(stats[0].n / self.n) + sum(s.log_density(v) for s, v in zip(stats, x))

        return max(self.classes, key=posterior)


CASES = [
    (
        [
            (6.0, 180, 12),
            (5.92, 190, 11),
            (5.58, 170, 12),
            (5.92, 165, 10),
            (5.0, 100, 6),
            (5.5, 150, 8),
            (5.42, 130, 7),
            (5.75, 150, 9),
            (6.1, 200, 13),
            (5.2, 110, 6),
        ],
        ["m", "m", "m", "m", "f", "f", "f", "f", "m", "f"],
        [(6.0, 130, 8), (5.3, 120, 7), (5.9, 185, 11)],
    ),
    ([(0.1 * i, (i % 5) * 1.0) for i in range(20)], [i // 7 for i in range(20)], [(0.0, 0.0), (1.0, 2.0), (1.9, 4.0)]),
]
