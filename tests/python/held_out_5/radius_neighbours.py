# ruff: noqa
"""Fixed-radius neighbour voting on a grid of buckets, with an outlier label."""

import itertools
import math
from collections import Counter, defaultdict
from typing import Iterator

Point = tuple[float, ...]


class GridIndex:
    def __init__(self, cell: float):
        self.cell = cell
        self.buckets: dict[tuple[int, ...], list[int]] = defaultdict(list)
        self.points: list[Point] = []

    def key(self, p: Point) -> tuple[int, ...]:
        return tuple(math.floor(c / self.cell) for c in p)

    def add(self, p: Point) -> None:
        self.buckets[self.key(p)].append(len(self.points))
        self.points.append(p)

    def within(self, p: Point, radius: float) -> Iterator[int]:
        centre = self.key(p)
        for offset in itertools.product((-1, 0, 1), repeat=len(p)):
            cell = tuple(c + o for c, o in zip(centre, offset))
            for i in self.buckets.get(cell, ()):
                if math.dist(self.points[i], p) <= radius:
                    yield i


class Learner:
    outlier = "outlier"

    def __init__(self, radius: float = 1.5):
        self.radius = radius
        self.index = GridIndex(radius)
        self.labels: list[str] = []

    def update(self, x, y):
        self.index.add(tuple(x))
        self.labels.append(y)

    def predict(self, x):
        votes = Counter()
        for i in self.index.within(tuple(x), self.radius):
            votes[self.labels[i]] += 1
        if not votes:
            return self.outlier
        ranked = sorted(votes.items(), key=lambda item: (-item[1], item[0]))
        return ranked[0][0]


CASES = [
    (
        [[0, 0], [1, 0], [0, 1], [5, 5], [5, 6], [6, 5], [3, 3]],
        ["a", "a", "b", "c", "c", "b", "a"],
        [[0.4, 0.4], [5.2, 5.2], [10, 10], [4, 4], [-0.9, -0.9]],
    ),
    (
        [[i * 0.5] for i in range(-10, 10)],
        ["neg" if i < 0 else "pos" for i in range(-10, 10)],
        [[-0.2], [0.1], [-7.0], [4]],
    ),
]
