# ruff: noqa
"""GentleBoost with regression stumps for labels -1 and +1."""

from math import exp
from typing import NamedTuple


class Stump(NamedTuple):
    feature: int
    threshold: float
    low: float
    high: float

    def __call__(self, x):
        return self.high if x[self.feature] > self.threshold else self.low


def weighted_mean(pairs):
    total = sum(w for w, _ in pairs)
    return sum(w * t for w, t in pairs) / total if total > 0 else 0.0


def fit_stump(X, y, w):
    best, best_err = None, float("inf")
    for j in range(len(X[0])):
        values = sorted({row[j] for row in X})
        for a, b in zip(values, values[1:]):
            thr = (a + b) / 2
            low = weighted_mean([(wi, yi) for row, yi, wi in zip(X, y, w) if row[j] <= thr])
            high = weighted_mean([(wi, yi) for row, yi, wi in zip(X, y, w) if row[j] > thr])
            stump = Stump(j, thr, low, high)
            err = sum(wi * (yi - stump(row)) ** 2 for row, yi, wi in zip(X, y, w))
            if err < best_err - 1e-12:
                best, best_err = stump, err
    return best


class Learner:
    def __init__(self, rounds: int = 5):
        self.rounds = rounds
        self.stumps: list[Stump] = []

    def fit(self, X, y):
        n = len(X)
        w = [1 / n] * n
        for _ in range(self.rounds):
            stump = fit_stump(X, y, w)
            if stump is None:
                break
            self.stumps.append(stump)
            w = [wi * exp(-yi * stump(row)) for row, yi, wi in zip(X, y, w)]
            z = sum(w)
            w = [wi / z for wi in w]

    def decision(self, x):
        return sum(s(x) for s in self.stumps)

    def predict(self, X):
        return [1 if self.decision(x) >= 0 else -1 for x in X]


CASES = [
    ([[1], [2], [3], [4], [5], [6]], [-1, -1, 1, 1, -1, -1], [[0], [3.4], [5.5], [2.4]]),
    ([[1, 1], [2, 1], [1, 3], [3, 3], [4, 2]], [1, 1, -1, -1, -1], [[1, 1], [4, 4], [2, 2]]),
    ([[0.0, 0.0]] * 3, [1, 1, -1], [[0.0, 0.0]]),
]
