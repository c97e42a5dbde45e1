# ruff: noqa
"""Herbster and Warmuth's fixed share forecaster: tracks the best expert as it switches."""

import math
from typing import Sequence


class Learner:
    def __init__(self, n_experts: int, eta: float = 1.0, alpha: float = 0.05) -> None:
        self.eta = eta
        self.alpha = alpha
        self.weights = [1.0 / n_experts] * n_experts
        self.loss = 0.0

    def predict(self, advice: Sequence[float]) -> float:
        return sum(w * a for w, a in zip(self.weights, advice))

    def update(self, advice: Sequence[float], outcome: float) -> None:
        self.loss += (self.predict(advice) - outcome) ** 2
        self._loss_update(advice, outcome)
        self._share_update()

    def _loss_update(self, advice: Sequence[float], outcome: float) -> None:
        updated = [w * math.exp(-self.eta * (a - outcome) ** 2) for w, a in zip(self.weights, advice)]
        total = sum(updated)
        self.weights = [w / total for w in updated]

    def _share_update(self) -> None:
        n = len(self.weights)
        if n == 1:
            return
        pool = self.alpha * sum(self.weights)
        self.weights = [(1 - self.alpha) * w + (pool - self.alpha * w) / (n - 1) for w in self.weights]


ADVICE = [[0.0, 1.0, 0.5], [0.1, 0.9, 0.4], [0.0, 0.8, 1.0], [0.2, 1.0, 0.3]] * 5
CASES = [
    (ADVICE, [0] * 10 + [1] * 10, [[0, 1, 0.5], [1, 0, 0], [0, 0, 1]]),
    (ADVICE[:8], [1, 0, 1, 1, 0, 1, 1, 1], [[0.3, 0.6, 0.9], [1, 1, 1]]),
    ([[0.5], [0.25]], [1, 0], [[0.75]]),
]
