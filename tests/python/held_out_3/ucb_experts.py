"""One arm per feature: UCB1 pulls the feature whose threshold has answered best so far."""

from dataclasses import dataclass
from math import log, sqrt


@dataclass(slots=True)
class Arm:
    pulls: int = 0
    wins: int = 0

    def bound(self, turn: int) -> float:
        if not self.pulls:
            return float("inf")
        return self.wins / self.pulls + sqrt(2 * log(turn) / self.pulls)


class Learner:
    def __init__(self, features: int) -> None:
        self.arms = [Arm() for _ in range(features)]
        self.turn = 0

    @staticmethod
    def advice(x, i: int) -> int:
        return 1 if x[i] > 0 else -1

    def update(self, x, y) -> None:
        self.turn += 1
        i = max(range(len(self.arms)), key=lambda j: self.arms[j].bound(self.turn))
        self.arms[i].pulls += 1
        self.arms[i].wins += self.advice(x, i) == y

    def predict(self, x) -> int:
        best = max(self.arms, key=lambda arm: (arm.wins / max(arm.pulls, 1), arm.pulls))
        return self.advice(x, self.arms.index(best))


CASES = [
    (
        [[1, -1, 1], [-1, -1, 1], [1, 1, -1], [-1, 1, 1], [1, 1, 1], [-1, -1, -1], [1, -1, -1], [-1, 1, -1]],
        [-1, -1, 1, 1, 1, -1, -1, 1],
        [[1, -1, 1], [-1, 1, -1], [1, 1, 1]],
    ),
    ([[3, -2], [-1, 4], [2, 2]], [1, -1, 1], [[-5, 5], [5, -5]]),
]
