# ruff: noqa
"""k-means clustering used as a classifier: each cluster votes for its majority label."""

import random
from collections import Counter


def sq(a, b):
    return sum((p - q) ** 2 for p, q in zip(a, b))


def mean(points):
    n = len(points)
    return tuple(sum(c) / n for c in zip(*points))


class Learner:
    def __init__(self, k=4, max_iter=25, seed=0):
        self.k, self.max_iter, self.seed = k, max_iter, seed

    def _init_centres(self, X):
        # k-means++ seeding
        rng = random.Random(self.seed)
        centres = [rng.choice(X)]
        while len(centres) < min(self.k, len(set(X))):
            weights = [min(sq(x, c) for c in centres) for x in X]
            centres.append(rng.choices(X, weights=weights)[0])
        return centres

    def _nearest(self, x):
        return min(range(len(self.centres)), key=lambda j: sq(x, self.centres[j]))

    def fit(self, X, y):
        X = [tuple(x) for x in X]
        self.centres = self._init_centres(X)
        assignment = None
        for self.n_iter in range(1, self.max_iter + 1):
            new = [self._nearest(x) for x in X]
            if new == assignment:
                break
            assignment = new
            for j in range(len(self.centres)):
                members = [x for x, a in zip(X, assignment) if a == j]
                if members:
                    self.centres[j] = mean(members)
        self.labels = {}
        fallback = Counter(y).most_common(1)[0][0]
        for j in range(len(self.centres)):
            votes = Counter(t for t, a in zip(y, assignment) if a == j)
            self.labels[j] = votes.most_common(1)[0][0] if votes else fallback
        return self

    def predict(self, X):
        return [self.labels[self._nearest(x)] for x in X]


def blobs(seed, centres, n):
    rng = random.Random(seed)
    X, y = [], []
    for label, (cx, cy) in enumerate(centres):
        for _ in range(n):
            X.append((rng.gauss(cx, 0.5), rng.gauss(cy, 0.5)))
            y.append("ABCDEFG"[label])
    return X, y


X, y = blobs(5, [(0, 0), (4, 0), (0, 4), (4, 4)], 20)
CASES = [
    (X, y, [(0.1, 0.2), (3.5, 4.5), (2, 2), (-1, 5), (4, -1)]),
    ([(0, 0), (0, 0), (1, 1)], ["x", "x", "y"], [(0, 0), (2, 2)]),
]
