# ruff: noqa
"""LU decomposition with partial pivoting: determinant, inverse and solutions."""

from __future__ import annotations

Matrix = list[list[float]]


class SingularMatrix(ArithmeticError):
    pass


def lu(a: Matrix) -> tuple[Matrix, list[int], int]:
    n = len(a)
    a = [list(map(float, row)) for row in a]
    perm = list(range(n))
    sign = 1
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(a[i][k]))
        if abs(a[p][k]) < 1e-12:
            raise SingularMatrix(f"no pivot in column {k}")
        if p != k:
            a[k], a[p] = a[p], a[k]
            perm[k], perm[p] = perm[p], perm[k]
            sign = -sign
        for i in range(k + 1, n):
            a[i][k] /= a[k][k]
            for j in range(k + 1, n):
                a[i][j] -= a[i][k] * a[k][j]
    return a, perm, sign


def solve(f: Matrix, perm: list[int], b: list[float]) -> list[float]:
    n = len(f)
    y: list[float] = []
    for i in range(n):
        y.append(b[perm[i]] - sum(f[i][j] * y[j] for j in range(i)))
    x = [0.0] * n
    for i in range(n - 1, -1, -1):
        x[i] = (y[i] - sum(f[i][j] * x[j] for j in range(i + 1, n))) / f[i][i]
    return x


def main(a: Matrix, b: list[float]):
    try:
        f, perm, sign = lu(a)
    except SingularMatrix as error:
        return {"error": str(error)}
    n = len(a)
    det = float(sign)
    for i in range(n):
        det *= f[i][i]
    columns = [solve(f, perm, [float(i == j) for i in range(n)]) for j in range(n)]
    inverse = [[round(v, 6) + 0.0 for v in row] for row in zip(*columns)]
    return {"det": round(det, 6), "x": [round(v, 6) for v in solve(f, perm, b)], "inverse": inverse}


CASES = [
    ([[2, 1], [1, 3]], [3, 5]),
    ([[0, 1], [1, 0]], [4, 7]),
    ([[1, 2], [2, 4]], [1, 2]),
    ([[4, -2, 1], [-2, 4, -2], [1, -2, 4]], [11, -16, 17]),
    ([[5]], [10]),
    ([[1 / (i + j + 1) for j in range(4)] for i in range(4)], [1, 0, 0, 1]),
    ([[2, 0, 0, 1], [0, 3, 1, 0], [1, 0, 0, 0], [0, 1, 2, 0]], [1, 2, 3, 4]),
]
