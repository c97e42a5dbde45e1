# ruff: noqa
"""A lookup in quantized cells (CMAC): several shifted tilings that vote with learned values."""

from collections import defaultdict
from math import floor


class Learner:
    TILINGS = 4
    WIDTH = 1.0

    def __init__(self):
        self.cells = defaultdict(int)

    def _tiles(self, x):
        for t in range(self.TILINGS):
            shift = t * self.WIDTH / self.TILINGS
            yield (t, *(floor((v + shift) / self.WIDTH) for v in x))

    def value(self, x):
        return sum(self.cells[tile] if tile in self.cells else 0 for tile in self._tiles(x))

    def update(self, x, y):
        error = y * 16 - self.value(x)
        share, rest = divmod(error, self.TILINGS)
        for k, tile in enumerate(self._tiles(x)):
            self.cells[tile] += share + (k < rest)

    def predict(self, x):
        return self.value(x) // 16


CASES = [
    (
        [(i * 0.5, i * 0.25) for i in range(14)],
        [i % 5 for i in range(14)],
        [(0.0, 0.0), (2.1, 1.1), (6.5, 3.2), (-3.0, 9.0)],
    ),
    ([(i % 3, i % 2, -i % 4) for i in range(24)], [i % 3 for i in range(24)], [(0, 0, 0), (1, 1, 3), (2, 0, 2)]),
]
