# ruff: noqa
"""Eigenvalues and eigenvectors of a symmetric matrix with Jacobi rotations."""

from math import atan2, cos, hypot, pi, sin


def identity(n):
    return [[float(i == j) for j in range(n)] for i in range(n)]


def largest_off_diagonal(a):
    n = len(a)
    return max(((abs(a[i][j]), i, j) for i in range(n) for j in range(i + 1, n)), default=(0.0, 0, 0))


def rotate(a, v, p, q):
    n = len(a)
    theta = 0.5 * atan2(2 * a[p][q], a[q][q] - a[p][p])
    c, s = cos(theta), sin(theta)
    for k in range(n):
        akp, akq = a[k][p], a[k][q]
        a[k][p], a[k][q] = c * akp - s * akq, s * akp + c * akq
    for k in range(n):
        apk, aqk = a[p][k], a[q][k]
        a[p][k], a[q][k] = c * apk - s * aqk, s * apk + c * aqk
    for k in range(n):
        vkp, vkq = v[k][p], v[k][q]
        v[k][p], v[k][q] = c * vkp - s * vkq, s * vkp + c * vkq


def eigen(matrix, tol=1e-10, max_rotations=100):
    a = [list(map(float, row)) for row in matrix]
    v = identity(len(a))
    for rotations in range(max_rotations):
        size, p, q = largest_off_diagonal(a)
        if size < tol:
            break
        rotate(a, v, p, q)
    else:
        raise ArithmeticError("no convergence")
    pairs = sorted(((a[i][i], [row[i] for row in v]) for i in range(len(a))), reverse=True)
    return pairs, rotations


def main(matrix):
    n = len(matrix)
    if any(len(row) != n for row in matrix) or any(matrix[i][j] != matrix[j][i] for i in range(n) for j in range(i)):
        return "not symmetric"
    pairs, rotations = eigen(matrix)
    residual = max(
        (
            hypot(*(sum(r * x for r, x in zip(row, vec)) - lam * vec[i] for i, row in enumerate(matrix)))
            for lam, vec in pairs
        ),
        default=0.0,
    )
    return [round(lam, 6) + 0.0 for lam, _ in pairs], rotations, residual < 1e-8


CASES = [
    ([[2, 1], [1, 2]],),
    ([[4, 1, 0], [1, 3, 1], [0, 1, 2]],),
    ([[1]],),
    ([[0, 1], [2, 0]],),
    ([[2, 0], [0, -3]],),
    ([[1 / (i + j + 1) for j in range(4)] for i in range(4)],),
    ([[5, 5, 5], [5, 5, 5], [5, 5, 5]],),
]
