# ruff: noqa
"""Softmax regression with momentum, online, labels mapped to indices as they come."""

from math import exp


def softmax(scores: list[float]) -> list[float]:
    top = max(scores)
    powers = [exp(s - top) for s in scores]
    total = sum(powers)
    return [p / total for p in powers]


class Learner:
    def __init__(self, features: int, *, rate: float = 0.2, momentum: float = 0.5):
        self.features = features
        self.rate, self.momentum = rate, momentum
        self.index: dict[int, int] = {}
        self.weights: list[list[float]] = []
        self.speed: list[list[float]] = []

    def _index(self, label: int) -> int:
        if label not in self.index:
            self.index[label] = len(self.index)
            self.weights.append([0.0] * (self.features + 1))
            self.speed.append([0.0] * (self.features + 1))
        return self.index[label]

    def scores(self, x) -> list[float]:
        return [sum(w * v for w, v in zip(row, x)) + row[-1] for row in self.weights]

    def update(self, x, y) -> None:
        target = self._index(y)
        for k, p in enumerate(softmax(self.scores(x))):
            error = p - (k == target)
            for i, v in enumerate([*x, 1]):
                self.speed[k][i] = self.momentum * self.speed[k][i] - self.rate * error * v
                self.weights[k][i] += self.speed[k][i]

    def predict(self, x) -> int:
        scores = self.scores(x)
        labels = {i: label for label, i in self.index.items()}
        return labels[scores.index(max(scores))]


CASES = [
    (
        [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [2, 0, 1]],
        [5, 6, 7, 5, 6, 5],
        [[1, 0, 0], [0, 2, 0], [0, 0, 3], [1, 1, 1]],
    ),
    ([[0.5, -1], [-0.5, 1], [0.25, -0.75]], [1, -1, 1], [[1, -1], [-1, 1]]),
]
