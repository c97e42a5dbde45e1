# ruff: noqa
"""Nearest neighbour between sequences of different lengths with dynamic time warping."""

from functools import lru_cache

INF = float("inf")


def dtw(a, b, window=3):
    """Distance of two series within a Sakoe-Chiba band."""
    n, m = len(a), len(b)
    w = max(window, abs(n - m))

    @lru_cache(maxsize=None)
    def cost(i, j):
        if i == 0 and j == 0:
            return 0.0
        if i == 0 or j == 0 or abs(i - j) > w:
            return INF
        step = min(cost(i - 1, j), cost(i, j - 1), cost(i - 1, j - 1))
        return abs(a[i - 1] - b[j - 1]) + step

    return cost(n, m)


class Learner:
    def __init__(self):
        self.memory = []

    def update(self, series, label):
        self.memory.append((tuple(series), label))

    def predict(self, series):
        best_label, best = None, INF
        for stored, label in self.memory:
            d = dtw(tuple(series), stored)
            if d < best:
                best, best_label = d, label
        return best_label, round(best, 3)


RISING = [[1, 2, 3, 4], [0, 1, 1, 2, 5], [2, 3, 5]]
FALLING = [[5, 4, 2, 1], [4, 4, 3, 0, 0], [6, 2]]
CASES = [
    (RISING + FALLING, ["up"] * 3 + ["down"] * 3, [[1, 1, 2, 4], [5, 3, 1], [3, 3, 3]]),
    ([[0.0, 1.0, 0.0], [1.0, 1.0, 1.0]], ["peak", "flat"], [[0.1, 0.9, 1.1, 0.2], [0.9, 0.9]]),
]
