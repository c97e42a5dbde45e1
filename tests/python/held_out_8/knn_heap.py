# ruff: noqa
"""k-nearest neighbours with a heap and a choice of metric."""

import heapq
import math
from collections import Counter


def euclidean(a, b):
    return math.dist(a, b)


def manhattan(a, b):
    return sum(abs(p - q) for p, q in zip(a, b))


def chebyshev(a, b):
    return max(abs(p - q) for p, q in zip(a, b))


METRICS = {"euclidean": euclidean, "manhattan": manhattan, "chebyshev": chebyshev}


class Learner:
    def __init__(self, k=3, metric="euclidean", weighted=True):
        if k < 1:
            raise ValueError("k must be positive")
        self.k = k
        self.metric = METRICS[metric]
        self.weighted = weighted

    def fit(self, X, y):
        self.data_ = list(zip(X, y))
        self.classes_ = sorted(set(y))
        return self

    def neighbours(self, x):
        dists = ((self.metric(x, row), i) for i, (row, _) in enumerate(self.data_))
        return heapq.nsmallest(self.k, dists)

    def _vote(self, x):
        votes = Counter()
        for d, i in self.neighbours(x):
            label = self.data_[i][1]
            votes[label] += 1 / (d + 1e-9) if self.weighted else 1
        best = max(votes.values())
        return min(c for c in votes if votes[c] == best)

    def predict(self, X):
        return [self._vote(x) for x in X]


IRIS = [
    (5.1, 3.5, 1.4, 0.2, "setosa"),
    (4.9, 3.0, 1.4, 0.2, "setosa"),
    (4.7, 3.2, 1.3, 0.2, "setosa"),
    (5.0, 3.6, 1.4, 0.3, "setosa"),
    (7.0, 3.2, 4.7, 1.4, "versicolor"),
    (6.4, 3.2, 4.5, 1.5, "versicolor"),
    (6.9, 3.1, 4.9, 1.5, "versicolor"),
    (5.5, 2.3, 4.0, 1.3, "versicolor"),
    (6.3, 3.3, 6.0, 2.5, "virginica"),
    (5.8, 2.7, 5.1, 1.9, "virginica"),
    (7.1, 3.0, 5.9, 2.1, "virginica"),
    (6.3, 2.9, 5.6, 1.8, "virginica"),
]
X = [r[:4] for r in IRIS]
y = [r[4] for r in IRIS]

CASES = [
    (X, y, [(5.0, 3.4, 1.5, 0.2), (6.5, 3.0, 5.0, 1.7), (6.0, 2.2, 4.0, 1.0), (7.7, 3.8, 6.7, 2.2)]),
    ([(0, 0), (1, 1), (5, 5)], [0, 0, 1], [(0, 1), (4, 4), (3, 3), (5, 5)]),
]
