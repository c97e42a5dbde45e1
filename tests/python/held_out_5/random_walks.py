# ruff: noqa
"""Seeded random walks on a line, a plane and a ring, with summary statistics."""

import random
import statistics
from itertools import accumulate


def line(rng, steps):
    return list(accumulate((rng.choice((-1, 1)) for _ in range(steps)), initial=0))


def plane(rng, steps):
    x = y = 0
    for _ in range(steps):
        dx, dy = rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        x += dx
        y += dy
    return x, y


def ring(rng, size):
    """Steps until every place on a ring was visited."""
    position, seen, steps = 0, {0}, 0
    while len(seen) < size:
        position = (position + rng.choice((-1, 1))) % size
        seen.add(position)
        steps += 1
    return steps


def main(seed, steps, walks):
    rng = random.Random(seed)
    ends, returns = [], 0
    for _ in range(walks):
        path = line(rng, steps)
        ends.append(path[-1])
        returns += path.count(0) - 1
    distances = []
    for _ in range(walks):
        x, y = plane(rng, steps)
        distances.append((x * x + y * y) ** 0.5)
    cover = [ring(rng, 8) for _ in range(walks)]
    summary = {
        "mean end": round(statistics.fmean(ends), 3),
        "stdev": round(statistics.pstdev(ends), 3),
        "returns": returns,
        "distance": round(statistics.median(distances), 3),
        "cover": statistics.mode(cover),
    }
    rng.shuffle(ends)
    return summary, ends[:5]


CASES = [(1, 20, 30), (2, 20, 30), (7, 50, 12), (42, 5, 60), (0, 100, 8), (99, 1, 10)]
