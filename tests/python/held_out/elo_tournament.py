"""A round robin with Elo ratings; results come from a seeded generator."""

import random
from collections import defaultdict


def expected(a, b):
    return 1 / (1 + 10 ** ((b - a) / 400))


def schedule(players):
    """The circle method: pairs of every round."""
    ring = list(players)
    if len(ring) % 2:
        ring.append(None)
    n = len(ring)
    for _ in range(n - 1):
        yield [(ring[i], ring[n - 1 - i]) for i in range(n // 2) if ring[i] is not None and ring[n - 1 - i] is not None]
        ring.insert(1, ring.pop())


def main(strengths, seed, k=32):
    rng = random.Random(seed)
    rating = defaultdict(lambda: 1500.0)
    points = dict.fromkeys(strengths, 0.0)
    for games in schedule(sorted(strengths)):
        for a, b in games:
            chance = expected(strengths[a], strengths[b])
            u = rng.random()
            result = 1.0 if u < chance - 0.1 else 0.0 if u > chance + 0.1 else 0.5
            e = expected(rating[a], rating[b])
            rating[a] += k * (result - e)
            rating[b] -= k * (result - e)
            points[a] += result
            points[b] += 1 - result
    table = sorted(points, key=lambda p: (-points[p], -rating[p], p))
    return [f"{i}. {p} {points[p]:g} ({rating[p]:.1f})" for i, p in enumerate(table, 1)]


CASES = [
    ({}, 0),
    ({"solo": 1500}, 0),
    ({"ann": 1800, "bob": 1400}, 3),
    ({"ann": 1800, "bob": 1400, "cat": 1600}, 3),
    ({f"p{i}": 1400 + 50 * i for i in range(8)}, 11),
    ({"x": 1500, "y": 1500, "z": 1500, "w": 1500}, 5, 16),
]
