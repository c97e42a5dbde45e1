# ruff: noqa
"""Sequential k-means used as a cluster-then-label classifier."""

import math
import statistics


class Cluster:
    def __init__(self, center):
        self.center = list(center)
        self.count = 1
        self.labels = []

    def distance(self, x):
        return math.sqrt(sum((c - v) ** 2 for c, v in zip(self.center, x)))

    def absorb(self, x, y):
        self.count += 1
        rate = 1 / self.count
        self.center = [c + rate * (v - c) for c, v in zip(self.center, x)]
        self.labels.append(y)

    def label(self):
        try:
            return statistics.mode(self.labels)
        except statistics.StatisticsError:
            return "unknown"


class Learner:
    MAX_CLUSTERS = 6

    def __init__(self, features, radius=2.0):
        self.features = features
        self.radius = radius
        self.clusters = []

    def nearest(self, x):
        return min(self.clusters, key=lambda c: c.distance(x), default=None)

    def predict(self, x):
        c = self.nearest(x)
        return "unknown" if c is None else c.label()

    def update(self, x, y):
        assert len(x) == self.features, "wrong width"
        c = self.nearest(x)
        if c is None or (c.distance(x) > self.radius and len(self.clusters) < self.MAX_CLUSTERS):
            c = Cluster(x)
            c.labels.append(y)
            self.clusters.append(c)
        else:
            c.absorb(x, y)


def spiral(n):
    pts, labs = [], []
    for i in range(n):
        angle = i * 2.399963
        r = 0.9 * math.sqrt(i)
        pts.append((r * math.cos(angle), r * math.sin(angle)))
        labs.append("inner" if r < 2.5 else "east" if math.cos(angle) > 0 else "west")
    return pts, labs


P, L = spiral(50)
CASES = [
    (P[:40], L[:40], P[40:]),
    ([(0, 0), (0, 1), (10, 10), (10, 11), (0, 0.5)], ["lo", "lo", "hi", "hi", "odd"], [(1, 1), (9, 9), (5, 5)]),
]
