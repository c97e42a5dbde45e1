# ruff: noqa
"""Lloyd's k-means with farthest-first initial centers."""

import math


def farthest_first(points, k):
    centers = [points[0]]
    while len(centers) < k:
        centers.append(max(points, key=lambda p: min(math.dist(p, c) for c in centers)))
    return centers


def main(points, k, limit=50):
    if k > len(points):
        return None
    centers = farthest_first(points, k)
    assignment = None
    rounds = 0
    while rounds < limit:
        new = [min(range(k), key=lambda c: math.dist(p, centers[c])) for p in points]
        if new == assignment:
            break
        assignment = new
        for c in range(k):
            members = [p for p, a in zip(points, assignment) if a == c]
            if members:
                centers[c] = tuple(sum(axis) / len(members) for axis in zip(*members))
        rounds += 1
    inertia = sum(math.dist(p, centers[a]) ** 2 for p, a in zip(points, assignment))
    return assignment, centers, inertia, rounds


CASES = [
    ([(0.0, 0.0), (0.0, 1.0), (10.0, 10.0), (10.0, 11.0)], 2),
    ([(1.0, 2.0)], 1),
    ([(1.0, 2.0)], 2),
    ([(float(i), float(i * i % 7)) for i in range(15)], 3),
    ([(1.0, 1.0)] * 5, 2),
    ([(0.5 * i,) for i in range(10)], 4),
    ([(math.cos(i), math.sin(i), i / 10) for i in range(12)], 3, 5),
]
