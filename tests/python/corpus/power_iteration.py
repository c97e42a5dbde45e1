# ruff: noqa
"""First principal components by power iteration and deflation."""

import math


def covariance(data):
    n, d = len(data), len(data[0])
    mean = [sum(row[j] for row in data) / n for j in range(d)]
    return [[sum((r[i] - mean[i]) * (r[j] - mean[j]) for r in data) / n for j in range(d)] for i in range(d)]


def normalize(v):
    norm = math.sqrt(sum(x * x for x in v))
    return ([x / norm for x in v], norm) if norm > 1e-12 else (v, 0.0)


def top_eigen(A, steps=200, tol=1e-10):
    v, _ = normalize([1.0 + 0.1 * i for i in range(len(A))])
    value = 0.0
    for _ in range(steps):
        w, norm = normalize([sum(a * x for a, x in zip(row, v)) for row in A])
        if norm == 0.0:
            return 0.0, v
        converged = abs(norm - value) < tol
        v, value = w, norm
        if converged:
            break
    return value, v


def main(data, k):
    A = covariance(data)
    result = []
    for _ in range(k):
        value, v = top_eigen(A)
        result.append((round(value, 6), [round(x, 5) for x in v]))
        A = [[A[i][j] - value * v[i] * v[j] for j in range(len(A))] for i in range(len(A))]
    return result


CASES = [
    ([[2.5, 2.4], [0.5, 0.7], [2.2, 2.9], [1.9, 2.2], [3.1, 3.0], [2.3, 2.7], [2.0, 1.6], [1.0, 1.1]], 2),
    ([[1.0, 1.0], [1.0, 1.0]], 1),
    ([[1.0, 0.0], [-1.0, 0.0], [0.0, 3.0], [0.0, -3.0]], 2),
    ([[0.0]], 1),
    ([[1.0], [2.0], [4.0]], 1),
    ([[1.0, 2.0, 3.0], [2.0, 1.0, 0.0], [4.0, 4.0, 4.0], [0.0, 5.0, 1.0]], 1),
]
