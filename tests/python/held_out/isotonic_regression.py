# ruff: noqa
"""Isotonic regression on the sum of the features by pooling adjacent violators."""

from bisect import bisect_right


class Learner:
    def fit(self, X, y):
        pairs = sorted((sum(x), t) for x, t in zip(X, y))
        blocks = []
        for key, t in pairs:
            blocks.append([t, 1, key])
            while len(blocks) > 1 and (
                blocks[-2][0] * blocks[-1][1] >= blocks[-1][0] * blocks[-2][1] or blocks[-2][2] == blocks[-1][2]
            ):
                total, n, _ = blocks.pop()
                blocks[-1][0] += total
                blocks[-1][1] += n
        self.keys = [b[2] for b in blocks]
        self.values = [b[0] / b[1] for b in blocks]
        return self

    def predict(self, X):
        return [round(self.values[max(0, bisect_right(self.keys, sum(x)) - 1)], 6) for x in X]


CASES = [
    ([(i, 1) for i in range(12)], [1, 3, 2, 4, 3, 5, 7, 6, 8, 9, 8, 10], [(0, 0), (4, 1), (5.5, 1), (50, 50)]),
    ([(i % 4, i % 3) for i in range(15)], [i % 4 * 2 - i % 3 for i in range(15)], [(0, 0), (1, 1), (3, 2)]),
    ([(-i, 0) for i in range(10)], list(range(10)), [(0, 0), (-5, 0), (-20, 1)]),
]
