# ruff: noqa
"""Hart's condensed nearest neighbour rule: keeps only the points that matter."""

import math


class Learner:
    def __init__(self, passes=10):
        self.passes = passes
        self.store = []

    def nearest(self, x):
        best_dist, best_label = math.inf, None
        for point, label in self.store:
            d = math.dist(point, x)
            if d < best_dist:
                best_dist, best_label = d, label
        return best_label

    def fit(self, X, y):
        self.store = [(X[0], y[0])]
        kept = {0}
        for _ in range(self.passes):
            changed = False
            for i in range(1, len(X)):
                if i in kept:
                    continue
                if self.nearest(X[i]) != y[i]:
                    self.store.append((X[i], y[i]))
                    kept.add(i)
                    changed = True
            if not changed:
                break
        print(f"kept {len(self.store)} of {len(X)}")

    def predict(self, X):
        return [self.nearest(x) for x in X]


GRID = [(a, b) for a in range(6) for b in range(6)]
CASES = [
    (GRID, ["in" if 1 <= a <= 3 and 1 <= b <= 4 else "out" for a, b in GRID], [(2.2, 2.2), (0.1, 5), (3.4, 1.2)]),
    ([(0.0,), (1.0,), (2.0,), (7.0,), (8.0,), (9.0,)], [0, 0, 0, 1, 1, 1], [(3.0,), (5.5,), (4.0,)]),
    ([(i, i * i % 7, i % 3) for i in range(20)], [i % 2 for i in range(20)], [(4.4, 2, 1), (19, 0, 0)]),
]
