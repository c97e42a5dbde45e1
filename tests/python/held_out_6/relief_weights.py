# ruff: noqa
"""Relief feature weights, then weighted nearest neighbours."""

import random


class Learner:
    def __init__(self, n_samples=20, k=3):
        self.n_samples = n_samples
        self.k = k

    def fit(self, X, y):
        self.X, self.y = X, y
        cols = list(zip(*X))
        self.span = [(max(c) - min(c)) or 1 for c in cols]
        self.w = [0.0] * len(cols)
        rng = random.Random(42)
        for _ in range(self.n_samples):
            i = rng.randrange(len(X))
            hit = self._closest(i, same=True)
            miss = self._closest(i, same=False)
            if hit is None or miss is None:
                continue
            for j in range(len(self.w)):
                self.w[j] += self._diff(j, X[i], X[miss]) - self._diff(j, X[i], X[hit])
        self.w = [max(0.0, wj / self.n_samples) for wj in self.w]
        if not any(self.w):
            self.w = [1.0] * len(cols)
        return self

    def _diff(self, j, a, b):
        return abs(a[j] - b[j]) / self.span[j]

    def _closest(self, i, same):
        pool = [t for t in range(len(self.X)) if t != i and (self.y[t] == self.y[i]) == same]
        if not pool:
            return None
        return min(pool, key=lambda t: sum(self._diff(j, self.X[i], self.X[t]) for j in range(len(self.w))))

    def predict(self, X):
        out = []
        for x in X:
            ranked = sorted(
                (sum(w * self._diff(j, x, row) for j, w in enumerate(self.w)), idx) for idx, row in enumerate(self.X)
            )
            tally = {}
            for _, idx in ranked[: self.k]:
                tally[self.y[idx]] = tally.get(self.y[idx], 0) + 1
            out.append(max(sorted(tally), key=tally.get))
        return out


CASES = [
    (
        [[1, 50], [2, 10], [1, 90], [9, 55], [8, 12], [9, 88]],
        ["no", "no", "no", "yes", "yes", "yes"],
        [[2, 88], [8, 50], [5, 11]],
    ),
    ([[0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1]], [1, 1, 0, 0], [[0, 1, 1], [1, 0, 0]]),
]
