# ruff: noqa
"""A short tour through cities by simulated annealing with a seeded generator."""

import math
import random


def length(tour, cities):
    return sum(math.dist(cities[a], cities[b]) for a, b in zip(tour, tour[1:] + tour[:1]))


def main(cities, steps, seed):
    rng = random.Random(seed)
    tour = list(range(len(cities)))
    if len(tour) < 3:
        return tour, length(tour, cities)
    current = length(tour, cities)
    best, best_tour = current, tour[:]
    temperature = 1.0
    for _ in range(steps):
        i, j = sorted(rng.sample(range(len(tour)), 2))
        candidate = tour[:i] + tour[i : j + 1][::-1] + tour[j + 1 :]
        new = length(candidate, cities)
        if new < current or rng.random() < math.exp((current - new) / temperature):
            tour, current = candidate, new
            if current < best:
                best, best_tour = current, tour[:]
        temperature = max(1e-3, temperature * 0.98)
    k = best_tour.index(0)
    return best_tour[k:] + best_tour[:k], best


SQUARE = [(0, 0), (1, 1), (1, 0), (0, 1)]
RING = [(math.cos(3 * i), math.sin(3 * i)) for i in range(8)]

CASES = [
    (SQUARE, 60, 1),
    (SQUARE, 0, 1),
    ([], 10, 0),
    ([(2, 3)], 10, 0),
    ([(0, 0), (3, 4)], 10, 0),
    (RING, 120, 7),
    (RING, 120, 8),
]
