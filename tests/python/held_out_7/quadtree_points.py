# ruff: noqa
"""A point quadtree with range queries and nearest neighbour search."""

from __future__ import annotations

import math
import random
from typing import Iterator, NamedTuple


class Point(NamedTuple):
    x: float
    y: float


class Box(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float

    def contains(self, p: Point) -> bool:
        return self.x0 <= p.x < self.x1 and self.y0 <= p.y < self.y1

    def intersects(self, other: Box) -> bool:
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1

    def distance(self, p: Point) -> float:
        dx = max(self.x0 - p.x, 0, p.x - self.x1)
        dy = max(self.y0 - p.y, 0, p.y - self.y1)
        return math.hypot(dx, dy)

    def quarters(self) -> list[Box]:
        mx, my = (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2
        xs, ys = (self.x0, mx, self.x1), (self.y0, my, self.y1)
        return [Box(xs[i], ys[j], xs[i + 1], ys[j + 1]) for j in range(2) for i in range(2)]


class QuadTree:
    CAPACITY = 3

    def __init__(self, box: Box):
        self.box = box
        self.points: list[Point] = []
        self.children: list[QuadTree] | None = None

    def insert(self, p: Point) -> bool:
        if not self.box.contains(p):
            return False
        if self.children is None:
            self.points.append(p)
            if len(self.points) > self.CAPACITY and self.box.x1 - self.box.x0 > 1e-3:
                points, self.points = self.points, []
                self.children = [QuadTree(q) for q in self.box.quarters()]
                assert all([self.insert(q) for q in points])
            return True
        return any(child.insert(p) for child in self.children)

    def query(self, box: Box) -> Iterator[Point]:
        if not self.box.intersects(box):
            return
        yield from (p for p in self.points if box.contains(p))
        for child in self.children or ():
            yield from child.query(box)

    def nearest(self, target: Point, best: tuple[float, Point | None] = (math.inf, None)):
        if self.box.distance(target) >= best[0]:
            return best
        for p in self.points:
            best = min(best, (math.dist(p, target), p), key=lambda b: b[0])
        for child in sorted(self.children or [], key=lambda c: c.box.distance(target)):
            best = child.nearest(target, best)
        return best

    def depth(self) -> int:
        return 1 + max((c.depth() for c in self.children or ()), default=0)


def main(n, seed, window, target):
    rng = random.Random(seed)
    tree = QuadTree(Box(0, 0, 100, 100))
    stored = sum(tree.insert(Point(rng.randint(0, 110), rng.randint(0, 99))) for _ in range(n))
    found = sorted(tree.query(Box(*window)))
    d, p = tree.nearest(Point(*target))
    return stored, tree.depth(), found[:4], len(found), (round(d, 3), p)


CASES = [
    (20, 1, (0, 0, 50, 50), (10, 10)),
    (40, 2, (25, 25, 75, 75), (50, 50)),
    (0, 3, (0, 0, 9, 9), (1, 1)),
    (3, 4, (0, 0, 100, 100), (99, 0)),
    (60, 5, (90, 90, 91, 91), (0, 100)),
    (30, 6, (10, 0, 20, 100), (-5, 50)),
]
