# ruff: noqa
"""k-nearest neighbours with weighted votes, scikit-learn style."""

import heapq
import math
import random
from collections import defaultdict


class Learner:
    def __init__(self, k=3, weights="distance", p=2):
        self.k = k
        self.weights = weights
        self.p = p

    def _dist(self, a, b):
        if self.p == 1:
            return sum(abs(u - v) for u, v in zip(a, b))
        if self.p == 2:
            return math.dist(a, b)
        return sum(abs(u - v) ** self.p for u, v in zip(a, b)) ** (1 / self.p)

    def fit(self, X, y):
        if len(X) != len(y):
            raise ValueError(f"X and y differ in length: {len(X)} != {len(y)}")
        self._X = list(map(tuple, X))
        self._y = list(y)
        self.classes_ = sorted(set(y))
        return self

    def kneighbors(self, x):
        pairs = ((self._dist(x, z), i) for i, z in enumerate(self._X))
        return heapq.nsmallest(self.k, pairs)

    def predict_one(self, x):
        votes = defaultdict(float)
        for d, i in self.kneighbors(x):
            if self.weights == "uniform":
                votes[self._y[i]] += 1.0
            elif d == 0:
                return self._y[i]
            else:
                votes[self._y[i]] += 1.0 / d
        return min(votes, key=lambda c: (-votes[c], c))

    def predict(self, X):
        return [self.predict_one(x) for x in X]

    def score(self, X, y):
        hits = sum(p == t for p, t in zip(self.predict(X), y))
        return hits / len(y) if y else 0.0


def blobs(seed, centers, per):
    rng = random.Random(seed)
    X, y = [], []
    for label, (cx, cy) in centers.items():
        for _ in range(per):
            X.append((cx + rng.gauss(0, 0.7), cy + rng.gauss(0, 0.7)))
            y.append(label)
    order = list(range(len(X)))
    rng.shuffle(order)
    return [X[i] for i in order], [y[i] for i in order]


_X, _y = blobs(7, {"red": (0, 0), "green": (3, 0), "blue": (1.5, 2.5)}, 15)

CASES = [
    (_X[:35], _y[:35], _X[35:]),
    ([(0,), (1,), (5,), (6,)], [0, 0, 1, 1], [(0.5,), (2.9,), (3.1,), (6,)]),
]
