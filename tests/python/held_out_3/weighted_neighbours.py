"""k nearest neighbours, online, votes weighted by the inverse of the distance."""

import heapq
from collections import defaultdict
from math import dist


class Learner:
    K = 3

    def __init__(self):
        self.samples = []

    def update(self, x, y):
        self.samples.append((tuple(x), y))

    def predict(self, x):
        votes = defaultdict(float)
        for point, label in heapq.nsmallest(self.K, self.samples, key=lambda sample: dist(sample[0], x)):
            votes[label] += 1 / (dist(point, x) + 1e-9)
        return max(votes, key=votes.get) if votes else 0


CASES = [
    (
        [[0, 0, 1], [1, 0, 0], [4, 4, 4], [5, 4, 5], [0, 9, 0], [1, 8, 1]],
        [1, 1, 2, 2, 3, 3],
        [[0, 1, 0], [4, 5, 4], [2, 6, 2], [3, 3, 3]],
    ),
    ([[0.5], [1.5], [2.5]], [-1, 1, 1], [[0.4], [1.0], [2.0]]),
]
