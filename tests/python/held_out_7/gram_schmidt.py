# ruff: noqa
"""QR by modified Gram-Schmidt, least squares from it, and the rank of a matrix."""

from math import sqrt


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def transpose(m):
    return [list(col) for col in zip(*m)]


class Vector(list):
    def __sub__(self, other):
        return Vector(a - b for a, b in zip(self, other))

    def __rmul__(self, k):
        return Vector(k * a for a in self)

    def norm(self):
        return sqrt(dot(self, self))


def qr(matrix, eps=1e-10):
    columns = [Vector(map(float, c)) for c in zip(*matrix)]
    n = len(columns)
    q = []
    r = [[0.0] * n for _ in range(n)]
    dependent = []
    for j, v in enumerate(columns):
        for i, u in enumerate(q):
            if i in dependent:
                continue
            r[i][j] = dot(u, v)
            v = v - r[i][j] * u
        size = v.norm()
        if size < eps:
            dependent.append(j)
            q.append(Vector([0.0] * len(v)))
        else:
            r[j][j] = size
            q.append((1 / size) * v)
    return q, r, n - len(dependent)


def back_substitute(r, y):
    n = len(r)
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (y[i] - dot(r[i][i + 1 :], x[i + 1 :])) / r[i][i]
    return x


def main(matrix, b):
    q, r, rank = qr(matrix)
    if rank < len(r):
        return {"rank": rank, "solution": None}
    x = back_substitute(r, [dot(u, b) for u in q])
    residual = Vector(b) - Vector(dot(row, x) for row in matrix)
    return {"rank": rank, "solution": [round(v, 6) + 0.0 for v in x], "residual": round(residual.norm(), 6)}


CASES = [
    ([[1, 0], [0, 1]], [3, 4]),
    ([[1, 1], [1, 2], [1, 3], [1, 4]], [6, 5, 7, 10]),
    ([[1, 2], [2, 4]], [1, 2]),
    ([[2, -1, 0], [-1, 2, -1], [0, -1, 2]], [1, 0, 1]),
    ([[5.0]], [2.5]),
    ([[1, x, x * x] for x in range(5)], [1, 2, 5, 10, 17]),
    ([[0, 0], [0, 1]], [0, 1]),
]
