# ruff: noqa
"""DBSCAN clusters, each named after the majority of its few labelled members."""

import math
from collections import Counter, deque

NOISE = -1


def dbscan(points, eps, min_pts):
    def region(i):
        return [j for j, q in enumerate(points) if math.dist(points[i], q) <= eps]

    assignment = [None] * len(points)
    cluster = 0
    for i in range(len(points)):
        if assignment[i] is not None:
            continue
        neighbours = region(i)
        if len(neighbours) < min_pts:
            assignment[i] = NOISE
            continue
        assignment[i] = cluster
        queue = deque(neighbours)
        while queue:
            j = queue.popleft()
            if assignment[j] == NOISE:
                assignment[j] = cluster
            if assignment[j] is not None:
                continue
            assignment[j] = cluster
            more = region(j)
            if len(more) >= min_pts:
                queue.extend(more)
        cluster += 1
    return assignment


class Learner:
    eps = 1.2
    min_pts = 3

    def fit(self, X, y):
        """Labels may be None for unlabelled points."""
        self.X = X
        self.clusters = dbscan(X, self.eps, self.min_pts)
        votes = {}
        for c, label in zip(self.clusters, y):
            if label is not None and c != NOISE:
                votes.setdefault(c, Counter())[label] += 1
        self.names = {c: v.most_common(1)[0][0] for c, v in votes.items()}

    def predict(self, X):
        out = []
        for p in X:
            d, c = min((math.dist(p, q), c) for q, c in zip(self.X, self.clusters))
            if d > self.eps or c == NOISE:
                out.append("noise")
            else:
                out.append(self.names.get(c, f"cluster {c}"))
        return out


BLOBS = [(0, 0), (0, 1), (1, 0), (1, 1), (6, 6), (6, 7), (7, 6), (12, 0), (12, 1), (13, 1), (20, 20)]
CASES = [
    (
        BLOBS,
        ["a", None, "b", "a", None, "b", None, None, None, None, "z"],
        [(0.5, 0.5), (6.5, 6.5), (12.2, 0.4), (20, 20), (3, 3)],
    ),
    (
        [(i, 0) for i in range(8)] + [(i, 5) for i in range(8)],
        ["lower"] + [None] * 14 + ["upper"],
        [(3.3, 0.2), (7.5, 5.5), (4, 2.5)],
    ),
]
