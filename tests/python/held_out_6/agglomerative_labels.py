# ruff: noqa
"""Merge the closest clusters until few are left, then name each one by its majority."""

from collections import Counter
from itertools import combinations


def sq_dist(a, b):
    return sum((p - q) ** 2 for p, q in zip(a, b))


def average_linkage(A, B):
    return sum(sq_dist(a, b) ** 0.5 for a in A for b in B) / (len(A) * len(B))


class Learner:
    def __init__(self, n_clusters=3, linkage=average_linkage):
        self.n_clusters = n_clusters
        self.linkage = linkage

    def fit(self, X, y):
        clusters = [[i] for i in range(len(X))]
        while len(clusters) > self.n_clusters:
            best = None
            for (i, a), (j, b) in combinations(enumerate(clusters), 2):
                d = self.linkage([X[k] for k in a], [X[k] for k in b])
                if best is None or d < best[0]:
                    best = d, i, j
            _, i, j = best
            clusters[i] += clusters.pop(j)
        self.summary = []
        for members in clusters:
            center = [sum(col) / len(members) for col in zip(*(X[k] for k in members))]
            names = Counter(y[k] for k in members)
            label = min(names, key=lambda n: (-names[n], n))
            self.summary.append((center, label))

    def predict(self, X):
        return [min(self.summary, key=lambda s: sq_dist(s[0], x))[1] for x in X]


CASES = [
    (
        [[1, 1], [1, 2], [8, 8], [9, 8], [1, 9], [2, 9], [8, 9]],
        ["low", "low", "high", "high", "left", "left", "low"],
        [[0, 0], [10, 10], [0, 10]],
    ),
    ([[0.0], [0.3], [4.0], [4.4], [9.0]], [1, 2, 3, 3, 5], [[0.2], [5.0], [8.0]]),
]
