# ruff: noqa
"""Matrices of fractions of integers: product, power, determinant."""


class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]
        self.n = len(self.rows)
        self.m = len(self.rows[0]) if self.rows else 0

    @classmethod
    def identity(cls, n):
        return cls([[int(i == j) for j in range(n)] for i in range(n)])

    def __matmul__(self, other):
        if self.m != other.n:
            raise ValueError(f"shapes {self.n}x{self.m} and {other.n}x{other.m}")
        cols = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(row, col)) for col in cols] for row in self.rows])

    def __add__(self, other):
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __pow__(self, k):
        result = Matrix.identity(self.n)
        base = self
        while k:
            if k & 1:
                result = result @ base
            base = base @ base
            k >>= 1
        return result

    def __eq__(self, other):
        return self.rows == other.rows

    def __repr__(self):
        return f"Matrix({self.rows})"

    def __getitem__(self, index):
        i, j = index
        return self.rows[i][j]

    @property
    def trace(self):
        return sum(self[i, i] for i in range(min(self.n, self.m)))

    def det(self):
        """Bareiss: fraction-free elimination."""
        a = [row[:] for row in self.rows]
        sign, prev = 1, 1
        for k in range(self.n - 1):
            if a[k][k] == 0:
                for i in range(k + 1, self.n):
                    if a[i][k] != 0:
                        a[k], a[i] = a[i], a[k]
                        sign = -sign
                        break
                else:
                    return 0
            for i in range(k + 1, self.n):
                for j in range(k + 1, self.n):
                    a[i][j] = (a[i][j] * a[k][k] - a[i][k] * a[k][j]) // prev
            prev = a[k][k]
        return sign * a[-1][-1]


def main(rows, k):
    a = Matrix(rows)
    try:
        p = a**k
    except ValueError as e:
        return str(e)
    return repr(p), (a + p).trace, a.det(), p == Matrix.identity(a.n)


CASES = [
    ([[1, 1], [1, 0]], 10),
    ([[0, 1], [1, 0]], 2),
    ([[2, 0, 1], [1, 3, 2], [1, 1, 1]], 5),
    ([[5]], 0),
    ([[1, 2], [2, 4]], 3),
    ([[1, 2, 3], [4, 5, 6]], 2),
    ([[0, 2, 1, 3], [1, 0, 0, 1], [4, 1, 1, 0], [2, 2, 5, 1]], 4),
]
