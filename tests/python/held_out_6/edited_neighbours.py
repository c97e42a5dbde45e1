# ruff: noqa
"""Wilson editing: drop the points their neighbours outvote, then use one nearest neighbour."""

import math
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Learner:
    k: int = 3
    points: list = field(default_factory=list)
    labels: list = field(default_factory=list)
    dropped: int = 0

    def _nearest(self, x, candidates):
        return sorted(candidates, key=lambda i: (math.dist(x, self.points[i]), i))

    def fit(self, X, y):
        self.points = [tuple(x) for x in X]
        self.labels = list(y)
        keep = []
        for i, point in enumerate(self.points):
            others = [j for j in range(len(self.points)) if j != i]
            votes = Counter(self.labels[j] for j in self._nearest(point, others)[: self.k])
            winner, count = votes.most_common(1)[0]
            if winner == self.labels[i] or votes[self.labels[i]] == count:
                keep.append(i)
        self.dropped = len(self.points) - len(keep)
        self.kept = keep or list(range(len(self.points)))
        return self

    def predict(self, X):
        return [self.labels[self._nearest(x, self.kept)[0]] for x in X]


CASES = [
    (
        [[0, 0], [0, 1], [1, 0], [1, 1], [0.5, 0.5], [5, 5], [5, 6], [6, 5], [6, 6]],
        ["red", "red", "red", "red", "blue", "blue", "blue", "blue", "blue"],
        [[0.5, 0.6], [5.5, 5.5], [3, 2.9]],
    ),
    ([[1], [2], [3], [10], [11], [12]], [0, 0, 1, 1, 1, 0], [[2.6], [11.8], [6]]),
]
