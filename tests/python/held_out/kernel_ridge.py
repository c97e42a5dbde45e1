# ruff: noqa
"""Kernel ridge classification with Gaussian kernels and a Cholesky solve."""

import math


def rbf(gamma):
    return lambda a, b: math.exp(-gamma * sum((u - v) ** 2 for u, v in zip(a, b)))


def cholesky(A):
    n = len(A)
    L = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            s = A[i][j] - sum(L[i][k] * L[j][k] for k in range(j))
            L[i][j] = math.sqrt(s) if i == j else s / L[j][j]
    return L


def substitute(L, b):
    z = []
    for i, row in enumerate(L):
        z.append((b[i] - sum(row[k] * z[k] for k in range(i))) / row[i])
    x = [0.0] * len(L)
    for i in reversed(range(len(L))):
        x[i] = (z[i] - sum(L[k][i] * x[k] for k in range(i + 1, len(L)))) / L[i][i]
    return x


class Learner:
    def __init__(self, gamma=0.5, ridge=0.1):
        self.kernel = rbf(gamma)
        self.ridge = ridge

    def fit(self, X, y):
        self.X = X
        K = [[self.kernel(a, b) + (self.ridge if i == j else 0.0) for j, b in enumerate(X)] for i, a in enumerate(X)]
        L = cholesky(K)
        self.labels = sorted(set(y))
        self.alphas = {c: substitute(L, [1.0 if t == c else -1.0 for t in y]) for c in self.labels}
        return self

    def predict(self, X):
        result = []
        for x in X:
            k = [self.kernel(x, s) for s in self.X]
            scores = {c: sum(a * b for a, b in zip(alpha, k)) for c, alpha in self.alphas.items()}
            result.append(max(self.labels, key=scores.__getitem__))
        return result


CASES = [
    (
        [(math.cos(i) * r, math.sin(i) * r) for i in range(6) for r in (0.5, 2.0)],
        ["in", "out"] * 6,
        [(0.0, 0.0), (2.0, 0.5), (-0.4, 0.2), (-1.5, -1.5)],
    ),
    ([(i % 4, i // 4) for i in range(16)], [(i % 4 + i // 4) % 2 for i in range(16)], [(0, 0), (1, 2), (3, 2), (2, 2)]),
]
