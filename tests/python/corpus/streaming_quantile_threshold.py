# ruff: noqa
"""Classify by the median of each class on the best feature, kept in two heaps."""

import heapq


class Median:
    def __init__(self):
        self.low = []
        self.high = []

    def push(self, v):
        if self.low and v > -self.low[0]:
            heapq.heappush(self.high, v)
        else:
            heapq.heappush(self.low, -v)
        if len(self.low) > len(self.high) + 1:
            heapq.heappush(self.high, -heapq.heappop(self.low))
        elif len(self.high) > len(self.low):
            heapq.heappush(self.low, -heapq.heappop(self.high))

    def value(self):
        if len(self.low) > len(self.high):
            return -self.low[0]
        return (self.high[0] - self.low[0]) / 2


class Learner:
    def __init__(self, features):
        self.features = features
        self.medians = {}

    def update(self, x, y):
        if y not in self.medians:
            self.medians[y] = [Median() for _ in range(self.features)]
        for m, v in zip(self.medians[y], x):
            m.push(v)

    def predict(self, x):
        centers = {label: [m.value() for m in ms] for label, ms in self.medians.items()}
        spread = [max(c[j] for c in centers.values()) - min(c[j] for c in centers.values()) for j in range(len(x))]
        j = spread.index(max(spread))
        return min(centers, key=lambda label: abs(centers[label][j] - x[j]))


CASES = [
    ([(i % 7, 100 * (i % 2) + i) for i in range(20)], ["even", "odd"] * 10, [(3, 0), (3, 200), (0, 60)]),
    (
        [(0.1, 5), (0.2, 3), (0.9, 4), (0.8, 5), (0.15, 4), (0.95, 3), (0.1, 4), (0.7, 4), (0.3, 5), (0.6, 3)],
        [0, 0, 1, 1, 0, 1, 0, 1, 0, 1],
        [(0.4, 4), (0.5, 4), (0.05, 5)],
    ),
]
