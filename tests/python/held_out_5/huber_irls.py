# ruff: noqa
"""Robust line fitting: Huber weights found by iteratively reweighted least squares."""

import statistics


def solve(A, b):
    """Gaussian elimination with partial pivoting."""
    n = len(b)
    M = [row[:] + [rhs] for row, rhs in zip(A, b)]
    for c in range(n):
        p = max(range(c, n), key=lambda r: abs(M[r][c]))
        if abs(M[p][c]) < 1e-12:
            raise ValueError("singular system")
        M[c], M[p] = M[p], M[c]
        for r in range(c + 1, n):
            f = M[r][c] / M[c][c]
            for k in range(c, n + 1):
                M[r][k] -= f * M[c][k]
    x = [0.0] * n
    for r in range(n - 1, -1, -1):
        x[r] = (M[r][n] - sum(M[r][k] * x[k] for k in range(r + 1, n))) / M[r][r]
    return x


class Learner:
    def __init__(self, c=1.345, iterations=15):
        self.c = c
        self.iterations = iterations

    def fit(self, X, y):
        rows = [[1.0, *x] for x in X]
        d = len(rows[0])
        weights = [1.0] * len(rows)
        for _ in range(self.iterations):
            A = [[sum(w * r[i] * r[j] for w, r in zip(weights, rows)) for j in range(d)] for i in range(d)]
            b = [sum(w * r[i] * t for w, r, t in zip(weights, rows, y)) for i in range(d)]
            try:
                self.beta = solve(A, b)
            except ValueError:
                self.beta = [statistics.median(y)] + [0.0] * (d - 1)
                break
            residuals = [t - self._dot(r) for r, t in zip(rows, y)]
            mad = statistics.median(abs(e) for e in residuals)
            scale = mad / 0.6745
            if scale < 1e-9:
                break
            weights = [min(1.0, self.c * scale / abs(e)) if e else 1.0 for e in residuals]

    def _dot(self, row):
        return sum(b * v for b, v in zip(self.beta, row))

    def predict(self, X):
        return [round(self._dot([1.0, *x]), 6) for x in X]


CASES = [
    ([[i] for i in range(10)], [1.0, 3.1, 5.0, 6.9, 9.2, 50.0, 13.0, 14.8, 17.1, 19.0], [[5], [10], [-1]]),
    (
        [[i % 4, i % 3] for i in range(12)],
        [3 * (i % 4) - 2 * (i % 3) + (40 if i == 7 else 0.1 * (i % 5)) for i in range(12)],
        [[1, 1], [0, 2]],
    ),
    ([[2], [2], [2]], [1.0, 2.0, 9.0], [[2], [7]]),
]
