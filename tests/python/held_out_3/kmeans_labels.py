# ruff: noqa
"""Clusters by k-means (farthest first as the start), each of which votes for the label of its members."""

from __future__ import annotations

from collections import Counter


def squared(a: list[float], b: list[float]) -> float:
    return sum((p - q) ** 2 for p, q in zip(a, b))


def mean(points: list[list[float]]) -> list[float]:
    return [sum(values) / len(points) for values in zip(*points)]


class Learner:
    def __init__(self, k: int = 3, turns: int = 10):
        self.k = k
        self.turns = turns
        self.centres: list[list[float]] = []
        self.labels: list[int] = []

    def nearest(self, x: list[float]) -> int:
        return min(range(len(self.centres)), key=lambda i: squared(x, self.centres[i]))

    def _start(self, X) -> None:
        self.centres = [X[0]]
        while len(self.centres) < self.k:
            self.centres.append(max(X, key=lambda x: min(squared(x, c) for c in self.centres)))

    def fit(self, X, y) -> Learner:
        self._start(X)
        assigned: list[int] | None = None
        for _ in range(self.turns):
            previous, assigned = assigned, [self.nearest(x) for x in X]
            if assigned == previous:
                break
            for i in range(self.k):
                members = [x for x, where in zip(X, assigned) if where == i]
                if members:
                    self.centres[i] = mean(members)
        votes = [Counter() for _ in range(self.k)]
        for label, where in zip(y, assigned):
            votes[where][label] += 1
        self.labels = [vote.most_common(1)[0][0] if vote else y[0] for vote in votes]
        return self

    def predict(self, X) -> list[int]:
        return [self.labels[self.nearest(x)] for x in X]


CASES = [
    (
        [[1, 1], [1.5, 2], [8, 8], [9, 7.5], [1, 9], [2, 8], [8.5, 8.5]],
        [0, 0, 1, 1, 2, 2, 1],
        [[0, 0], [7, 9], [1, 7], [5, 5]],
    ),
    ([[0], [0], [4], [5], [10]], [3, 3, 1, 3, 1], [[1], [4.4], [100]]),
]
