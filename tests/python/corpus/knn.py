"""k nearest neighbours with Euclidean distance and a majority vote."""

import math
from collections import Counter


class Learner:
    def __init__(self, k=3):
        self.k = k

    def fit(self, X, y):
        self.X = X
        self.y = y
        return self

    def _nearest(self, x):
        distances = [(math.dist(x, xi), i) for i, xi in enumerate(self.X)]
        distances.sort()
        return [self.y[i] for _, i in distances[: self.k]]

    def predict(self, X):
        return [Counter(self._nearest(x)).most_common(1)[0][0] for x in X]


CASES = [
    (
        [
            [5.1, 3.5],
            [4.9, 3.0],
            [4.7, 3.2],
            [5.0, 3.6],
            [7.0, 3.2],
            [6.4, 3.2],
            [6.9, 3.1],
            [6.3, 3.3],
            [5.8, 2.7],
            [7.1, 3.0],
            [5.4, 3.9],
            [6.5, 2.8],
        ],
        [
            "setosa",
            "setosa",
            "setosa",
            "setosa",
            "versicolor",
            "versicolor",
            "versicolor",
            "virginica",
            "virginica",
            "virginica",
            "setosa",
            "versicolor",
        ],
        [[5.0, 3.4], [6.7, 3.1], [6.0, 3.0], [5.5, 3.0]],
    ),
    ([[i, i * i % 7] for i in range(20)], [i // 7 for i in range(20)], [[0, 0], [19, 5], [7, 3], [13, 6]]),
]
