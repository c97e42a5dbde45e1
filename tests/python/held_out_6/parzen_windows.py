# ruff: noqa
"""Kernel density estimates per class with Silverman's bandwidth (Parzen windows)."""

import math
import statistics
from collections import defaultdict


def gauss(u: float) -> float:
    return math.exp(-0.5 * u * u) / math.sqrt(2 * math.pi)


def silverman(values: list[float]) -> float:
    if len(values) < 2:
        return 1.0
    spread = statistics.stdev(values)
    return 1.06 * spread * len(values) ** -0.2 or 1.0


class Learner:
    def __init__(self) -> None:
        self.samples: dict = defaultdict(list)

    def fit(self, X, y) -> "Learner":
        for x, label in zip(X, y):
            self.samples[label].append(x)
        self.total = len(X)
        self.bandwidths = {
            label: [silverman(list(column)) for column in zip(*rows)] for label, rows in self.samples.items()
        }
        return self

    def log_density(self, x, label) -> float:
        rows = self.samples[label]
        h = self.bandwidths[label]
        density = sum(math.prod(gauss((a - b) / hj) / hj for a, b, hj in zip(x, row, h)) for row in rows) / len(rows)
        return math.log(density) if density > 0 else -math.inf

    def predict(self, X):
        answers = []
        for x in X:
            scores = {
                label: math.log(len(rows) / self.total) + self.log_density(x, label)
                for label, rows in self.samples.items()
            }
            answers.append(max(scores, key=scores.get))
        return answers


CASES = [
    (
        [[1.0, 2.0], [1.5, 1.8], [5.0, 8.0], [6.0, 9.0], [1.2, 0.6], [5.5, 8.2]],
        list("aabbab"),
        [[1, 1], [6, 8], [3, 4]],
    ),
    ([[0.0], [0.1], [0.2], [3.0], [3.5]], [0, 0, 0, 1, 1], [[0.15], [2.0], [100.0]]),
    ([[2, 2], [2, 2], [4, 4]], ["x", "x", "y"], [[2, 3], [4, 3], [3, 3]]),
]
