# ruff: noqa
"""Online k-means whose clusters remember the labels they have seen."""

from collections import Counter


class Cluster:
    def __init__(self, center):
        self.center = list(center)
        self.count = 1
        self.labels = Counter()

    def distance(self, x):
        return sum((a - b) ** 2 for a, b in zip(self.center, x))

    def absorb(self, x):
        self.count += 1
        for i, v in enumerate(x):
            self.center[i] += (v - self.center[i]) / self.count


class Learner:
    def __init__(self, k=4):
        self.k = k
        self.clusters = []

    def nearest(self, x):
        return min(self.clusters, key=lambda c: c.distance(x))

    def update(self, x, y):
        if len(self.clusters) < self.k and all(c.distance(x) > 0 for c in self.clusters):
            cluster = Cluster(x)
            self.clusters.append(cluster)
        else:
            cluster = self.nearest(x)
            cluster.absorb(x)
        cluster.labels[y] += 1

    def predict(self, x):
        if not self.clusters:
            return None
        return self.nearest(x).labels.most_common(1)[0][0]


CASES = [
    (
        [
            (1.0, 1.0),
            (8.0, 8.0),
            (1.0, 9.0),
            (9.0, 1.0),
            (1.2, 0.8),
            (8.5, 7.5),
            (0.5, 9.5),
            (9.5, 0.5),
            (2.0, 1.0),
            (7.0, 8.0),
            (1.5, 8.5),
            (8.8, 1.4),
        ],
        ["sw", "ne", "nw", "se"] * 3,
        [(0.0, 0.0), (10.0, 10.0), (5.0, 9.0), (6.0, 3.0)],
    ),
    ([(i % 3, i % 2) for i in range(18)], [i % 6 for i in range(18)], [(0, 0), (1, 1), (2, 0), (2, 1)]),
]
