# ruff: noqa
"""Hedge over all literals and their negations: exponential weights, and a draw among the experts."""

import math
from random import Random


class Learner:
    def __init__(self, n: int, eta: float = 0.7, seed: int = 11):
        self.experts = [(i, sign) for i in range(n) for sign in (1, -1)]
        self.log_weights = {expert: 0.0 for expert in self.experts}
        self.eta = eta
        self.rng = Random(seed)
        self.loss = 0

    def weights(self) -> list[float]:
        top = max(self.log_weights.values())
        return [math.exp(self.log_weights[expert] - top) for expert in self.experts]

    def draw(self):
        (expert,) = self.rng.choices(self.experts, weights=self.weights())
        return expert

    def update(self, x, y):
        i, sign = self.draw()
        self.loss += x[i] * sign != y
        for j, s in self.experts:
            if x[j] * s != y:
                self.log_weights[j, s] -= self.eta

    def predict(self, x):
        total = sum(w * x[i] * s for w, (i, s) in zip(self.weights(), self.experts))
        return 1 if total > 0 else -1


CASES = [
    (
        [[1, -1, 1], [-1, -1, 1], [1, 1, 1], [-1, 1, -1], [1, -1, -1], [-1, -1, -1]],
        [1, 1, -1, -1, 1, 1],
        [[1, 1, -1], [-1, -1, -1], [1, -1, 1]],
    ),
    ([[1, 1], [1, -1], [-1, 1]], [1, 1, -1], [[1, -1], [-1, -1]]),
]
