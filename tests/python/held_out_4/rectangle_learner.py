# ruff: noqa
"""PAC learning of axis-aligned rectangles: the tightest box around the positive examples."""

import math


class Learner:
    def __init__(self):
        self.lo = None
        self.hi = None
        self.negatives_inside = 0
        self.m = 0

    def update(self, x, y):
        self.m += 1
        if not y:
            self.negatives_inside += self.predict(x)[0]
            return
        if self.lo is None:
            self.lo, self.hi = list(x), list(x)
        else:
            self.lo = [min(a, b) for a, b in zip(self.lo, x)]
            self.hi = [max(a, b) for a, b in zip(self.hi, x)]

    def epsilon(self, d, delta=0.05):
        """With probability 1 - delta the error is at most this."""
        return min(1.0, 2 * d / self.m * math.log(2 * d / delta))

    def predict(self, x):
        inside = self.lo is not None and all(l <= v <= h for l, v, h in zip(self.lo, x, self.hi))
        bound = self.epsilon(len(x)) if self.m else 1.0
        return inside, round(bound, 4)


SAMPLE = [((i * 7) % 20, (i * 11) % 17) for i in range(80)]
CASES = [
    (SAMPLE, [5 <= a <= 14 and 3 <= b <= 9 for a, b in SAMPLE], [(10, 5), (4, 5), (14, 9), (15, 3)]),
    ([(1,), (2,), (8,), (4,)], [1, 1, 0, 1], [(0,), (3,), (4,), (5,)]),
    ([(1.5, 2.5, 3.5), (0, 0, 0)], [False, False], [(1, 1, 1)]),
]
