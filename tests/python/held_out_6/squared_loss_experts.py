# ruff: noqa
"""Vovk's aggregating forecaster with constant experts for the square loss."""

import math
from itertools import accumulate


class ConstantExpert:
    def __init__(self, value):
        self.value = value
        self.loss = 0.0

    def __repr__(self):
        return f"ConstantExpert({self.value:.2f}, loss={self.loss:.3f})"


class Learner:
    def __init__(self, grid=11, eta=2.0):
        self.eta = eta
        self.experts = [ConstantExpert(i / (grid - 1)) for i in range(grid)]
        self.history = []

    def generalized_loss(self, outcome):
        lo = min(e.loss for e in self.experts)
        weights = [math.exp(-self.eta * (e.loss - lo)) for e in self.experts]
        norm = sum(weights)
        mix = sum(w / norm * math.exp(-self.eta * (e.value - outcome) ** 2) for w, e in zip(weights, self.experts))
        return -math.log(mix) / self.eta

    def forecast(self):
        g0, g1 = self.generalized_loss(0.0), self.generalized_loss(1.0)
        return min(1.0, max(0.0, 0.5 + (g0 - g1) / 2))

    def update(self, x, y):
        p = self.forecast()
        self.history.append((p - y) ** 2)
        for e in self.experts:
            e.loss += (e.value - y) ** 2

    def predict(self, x):
        regret = sum(self.history) - min(e.loss for e in self.experts)
        running = list(accumulate(self.history))
        return round(self.forecast(), 6), round(regret, 6), len(running)


CASES = [
    ([[0]] * 10, [1, 1, 0, 1, 1, 1, 0, 1, 1, 1], [[0]]),
    ([[0]] * 5, [0.25, 0.5, 0.25, 0.3, 0.2], [[0], [0]]),
    ([[1]], [0], [[1]]),
]
