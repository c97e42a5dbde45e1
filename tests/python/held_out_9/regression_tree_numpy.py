# ruff: noqa
"""CART-like regression tree using numpy for the split search."""

import numpy as np


class Learner:
    def __init__(self, max_depth=3, min_leaf=2):
        self.max_depth = max_depth
        self.min_leaf = min_leaf
        self.tree = None

    def fit(self, X, y):
        X = np.asarray(X, float)
        y = np.asarray(y, float)
        self.tree = self._build(X, y, 0)
        return self

    def _best_split(self, X, y):
        n, d = X.shape
        best = (np.inf, None, None)
        for j in range(d):
            order = np.argsort(X[:, j], kind="stable")
            xs, ys = X[order, j], y[order]
            csum, csq = np.cumsum(ys), np.cumsum(ys**2)
            for i in range(self.min_leaf, n - self.min_leaf + 1):
                if i >= n or xs[i] == xs[i - 1]:
                    continue
                left = csq[i - 1] - csum[i - 1] ** 2 / i
                rs, rq = csum[-1] - csum[i - 1], csq[-1] - csq[i - 1]
                right = rq - rs**2 / (n - i)
                if left + right < best[0] - 1e-12:
                    best = (left + right, j, (xs[i] + xs[i - 1]) / 2)
        return best

    def _build(self, X, y, depth):
        leaf = {"value": float(y.mean()), "n": int(len(y))}
        if depth == self.max_depth or len(y) < 2 * self.min_leaf or np.ptp(y) == 0:
            return leaf
        sse, j, cut = self._best_split(X, y)
        if j is None:
            return leaf
        mask = X[:, j] <= cut
        return {
            "feature": j,
            "cut": float(cut),
            "left": self._build(X[mask], y[mask], depth + 1),
            "right": self._build(X[~mask], y[~mask], depth + 1),
        }

    def _eval(self, x):
        node = self.tree
        while "value" not in node:
            node = node["left"] if x[node["feature"]] <= node["cut"] else node["right"]
        return node["value"]

    def predict(self, X):
        return [round(self._eval(x), 6) for x in X]


X = [[i, (i * 7) % 11] for i in range(30)]
y = [(5 if a < 10 else 12) + (b > 5) * 2 for a, b in X]

CASES = [
    (X[::2] + X[1:20:3], y[::2] + y[1:20:3], X[1::4]),
    ([[0], [1], [2], [3], [4], [5]], [1, 1, 1, 9, 9, 9], [[-3], [2.4], [2.6], [100]]),
    ([[1, 1], [1, 1], [1, 1], [1, 1]], [1, 2, 3, 4], [[1, 1]]),
]
