# ruff: noqa
"""Gaussian process regression with a squared exponential kernel and Cholesky factors."""

import math


def kernel(a, b, length=1.0, variance=1.0):
    d2 = sum((p - q) ** 2 for p, q in zip(a, b))
    return variance * math.exp(-0.5 * d2 / length**2)


def cholesky(A):
    n = len(A)
    L = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            s = sum(L[i][k] * L[j][k] for k in range(j))
            if i == j:
                L[i][i] = math.sqrt(A[i][i] - s)
            else:
                L[i][j] = (A[i][j] - s) / L[j][j]
    return L


def solve_lower(L, b):
    x = []
    for i, row in enumerate(L):
        x.append((b[i] - sum(row[k] * x[k] for k in range(i))) / row[i])
    return x


def solve_upper(L, b):
    """Solve L^T x = b."""
    n = len(L)
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (b[i] - sum(L[k][i] * x[k] for k in range(i + 1, n))) / L[i][i]
    return x


class Learner:
    def __init__(self, noise=0.1):
        self.noise = noise

    def fit(self, X, y):
        self.X = X
        self.mean = sum(y) / len(y)
        K = [[kernel(a, b) + (self.noise**2 if i == j else 0.0) for j, b in enumerate(X)] for i, a in enumerate(X)]
        self.L = cholesky(K)
        self.alpha = solve_upper(self.L, solve_lower(self.L, [t - self.mean for t in y]))

    def predict(self, X):
        out = []
        for x in X:
            k = [kernel(x, z) for z in self.X]
            mu = self.mean + sum(a * b for a, b in zip(k, self.alpha))
            v = solve_lower(self.L, k)
            var = kernel(x, x) - sum(t * t for t in v)
            out.append((round(mu, 4), round(math.sqrt(max(var, 0.0)), 4)))
        return out


CASES = [
    ([[0.0], [1.0], [2.0], [3.0], [4.5]], [0.0, 0.8, 0.9, 0.1, -1.0], [[0.5], [2.5], [10.0]]),
    ([[i % 3, i // 3] for i in range(9)], [i % 3 - i // 3 for i in range(9)], [[1, 1], [0.5, 1.5], [2, 0]]),
]
