# ruff: noqa
"""PRank: a perceptron for ordered labels, one weight vector and several thresholds."""

from bisect import bisect_right
from typing import List, Sequence


class Learner:
    def __init__(self, levels: int = 5):
        self.levels = levels
        self.w: List[float] = []
        self.b: List[float] = [0.0] * (levels - 1)
        self.loss = 0

    def project(self, x: Sequence[float]) -> float:
        return sum(wi * xi for wi, xi in zip(self.w, x))

    def update(self, x: Sequence[float], y: int) -> None:
        if not self.w:
            self.w = [0.0] * len(x)
        self.loss += abs(self.predict(x) - y)
        s = self.project(x)
        taus = []
        for r, b in enumerate(self.b, start=1):
            sign = -1 if y <= r else 1
            taus.append(sign if (s - b) * sign <= 0 else 0)
        step = sum(taus)
        self.w = [wi + step * xi for wi, xi in zip(self.w, x)]
        self.b = [b - t for b, t in zip(self.b, taus)]

    def predict(self, x: Sequence[float]) -> int:
        return 1 + bisect_right(sorted(self.b), self.project(x))


CASES = [
    ([[1, 0], [2, 0], [3, 1], [4, 1], [5, 2]] * 6, [1, 2, 3, 4, 5] * 6, [[1, 0], [3, 1], [5, 2], [9, 3]]),
    ([[0.1, 1.0], [0.5, 1.0], [0.9, 1.0]] * 4, [1, 3, 5] * 4, [[0.2, 1.0], [0.5, 1.0], [1.0, 1.0]]),
]
