# ruff: noqa
"""Nearest centroid with standardized features."""

import math


class Learner:
    def fit(self, X, y):
        columns = list(zip(*X))
        self.mean = [sum(c) / len(c) for c in columns]
        self.std = [math.sqrt(sum((v - m) ** 2 for v in c) / len(c)) or 1.0 for c, m in zip(columns, self.mean)]
        groups = {}
        for x, label in zip(X, y):
            groups.setdefault(label, []).append(self._scale(x))
        self.centroids = {label: [sum(c) / len(c) for c in zip(*rows)] for label, rows in groups.items()}
        return self

    def _scale(self, x):
        return [(v - m) / s for v, m, s in zip(x, self.mean, self.std)]

    def predict(self, X):
        result = []
        for x in X:
            z = self._scale(x)
            result.append(min(self.centroids, key=lambda label: math.dist(z, self.centroids[label])))
        return result


CASES = [
    (
        [[170, 65], [180, 80], [160, 50], [175, 72], [20, 4], [25, 5], [30, 6], [22, 4], [90, 30], [95, 33], [100, 40]],
        ["human"] * 4 + ["cat"] * 4 + ["dog"] * 3,
        [[165, 60], [24, 5], [60, 18], [120, 40]],
    ),
    (
        [[i % 2, 5, i * 0.1] for i in range(12)],
        [(i % 2, i > 5) for i in range(12)],
        [[0, 5, 0.0], [1, 5, 1.1], [1, 5, 0.5]],
    ),
]
