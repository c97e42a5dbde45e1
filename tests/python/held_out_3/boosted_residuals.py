# ruff: noqa
"""Gradient boosting for squares: each regression stump fits what the ones before it left over."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True)
class Stump:
    feature: int
    threshold: float
    left: float
    right: float

    def __call__(self, x) -> float:
        return self.left if x[self.feature] <= self.threshold else self.right


def best_stump(X, targets) -> Stump:
    best, least = Stump(0, 0.0, fmean(targets), fmean(targets)), float("inf")
    for feature in range(len(X[0])):
        for threshold in sorted({row[feature] for row in X})[:-1]:
            left = [t for row, t in zip(X, targets) if row[feature] <= threshold]
            right = [t for row, t in zip(X, targets) if row[feature] > threshold]
            stump = Stump(feature, threshold, fmean(left), fmean(right))
            loss = sum((t - stump(row)) ** 2 for row, t in zip(X, targets))
            if loss < least:
                best, least = stump, loss
    return best


class Learner:
    def __init__(self, rounds=3, shrinkage=0.5):
        self.rounds = rounds
        self.shrinkage = shrinkage

    def fit(self, X, y):
        self.base_ = fmean(y)
        self.stumps_ = []
        left_over = [label - self.base_ for label in y]
        for _ in range(self.rounds):
            stump = best_stump(X, left_over)
            self.stumps_.append(stump)
            left_over = [r - self.shrinkage * stump(x) for x, r in zip(X, left_over)]
        return self

    def value(self, x) -> float:
        return self.base_ + self.shrinkage * sum(stump(x) for stump in self.stumps_)

    def predict(self, X):
        return [round(self.value(x)) for x in X]


CASES = [
    ([[1, 0], [2, 1], [3, 0], [4, 1], [5, 0]], [2, 3, 7, 8, 9], [[1, 1], [3, 1], [6, 0]]),
    ([[0], [1], [2], [3]], [0, 0, 1, 1], [[-1], [1.5], [9]]),
]
