# ruff: noqa
"""AdaBoost over decision stumps."""

from math import exp, inf, log
from typing import NamedTuple


class Stump(NamedTuple):
    feature: int
    threshold: float
    sign: int

    def __call__(self, x):
        return self.sign if x[self.feature] > self.threshold else -self.sign


def stumps(X):
    for feature in range(len(X[0])):
        values = sorted({row[feature] for row in X})
        for low, high in zip(values, values[1:]):
            for sign in (1, -1):
                yield Stump(feature, (low + high) / 2, sign)


class Learner:
    """Labels are -1 and +1."""

    def __init__(self, rounds: int = 4):
        self.rounds = rounds
        self.ensemble: list[tuple[float, Stump]] = []

    def fit(self, X, y):
        n = len(X)
        weights = [1 / n] * n
        candidates = list(stumps(X))
        for _ in range(self.rounds):
            best, lowest = None, inf
            for stump in candidates:
                error = sum(w for w, x, label in zip(weights, X, y) if stump(x) != label)
                if error < lowest:
                    best, lowest = stump, error
            if best is None or lowest >= 0.5:
                break
            lowest = max(lowest, 1e-10)
            alpha = 0.5 * log((1 - lowest) / lowest)
            self.ensemble.append((alpha, best))
            weights = [w * exp(-alpha * label * best(x)) for w, x, label in zip(weights, X, y)]
            total = sum(weights)
            weights = [w / total for w in weights]
        return self

    def predict(self, X):
        return [1 if sum(alpha * stump(x) for alpha, stump in self.ensemble) > 0 else -1 for x in X]


CASES = [
    (
        [[1, 5], [2, 3], [3, 8], [4, 1], [5, 6], [6, 2], [7, 7]],
        [1, 1, -1, -1, -1, 1, 1],
        [[0, 0], [3.2, 4], [8, 8], [5, 1]],
    ),
    ([[1], [2], [3], [4]], [-1, -1, 1, 1], [[0], [2.4], [2.6]]),
]
