# ruff: noqa
"""Exact matrices over Fractions with operator overloading."""

from fractions import Fraction
from numbers import Number


class Matrix:
    def __init__(self, rows):
        self.rows = [[Fraction(v) for v in r] for r in rows]
        if len({len(r) for r in self.rows}) > 1:
            raise ValueError("rows of unequal length")

    @classmethod
    def identity(cls, n):
        return cls([[int(i == j) for j in range(n)] for i in range(n)])

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def __getitem__(self, key):
        if isinstance(key, tuple):
            i, j = key
            return self.rows[i][j]
        return self.rows[key]

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def __add__(self, other):
        if self.shape != other.shape:
            return NotImplemented
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __mul__(self, k):
        if not isinstance(k, Number):
            return NotImplemented
        return Matrix([[k * v for v in r] for r in self.rows])

    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __matmul__(self, other):
        cols = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in cols] for r in self.rows])

    def __pow__(self, n):
        result, base = Matrix.identity(len(self.rows)), self
        while n:
            if n & 1:
                result = result @ base
            base = base @ base
            n >>= 1
        return result

    def eliminate(self):
        """Return (determinant, inverse or None) by Gauss-Jordan."""
        n = len(self.rows)
        work = [r[:] + e for r, e in zip(self.rows, Matrix.identity(n).rows)]
        det = Fraction(1)
        for c in range(n):
            pivot = next((r for r in range(c, n) if work[r][c] != 0), None)
            if pivot is None:
                return Fraction(0), None
            if pivot != c:
                work[c], work[pivot] = work[pivot], work[c]
                det = -det
            p = work[c][c]
            det *= p
            work[c] = [v / p for v in work[c]]
            for r in range(n):
                if r != c and work[r][c]:
                    k = work[r][c]
                    work[r] = [a - k * b for a, b in zip(work[r], work[c])]
        return det, Matrix([r[n:] for r in work])

    def __str__(self):
        cells = [[str(v) for v in r] for r in self.rows]
        width = max((len(s) for r in cells for s in r), default=0)
        return "\n".join("[" + " ".join(s.rjust(width) for s in r) + "]" for r in cells)


def main(rows, power):
    m = Matrix(rows)
    det, inv = m.eliminate()
    print(m)
    if inv is not None:
        print(inv)
        assert m @ inv == Matrix.identity(m.shape[0])
    p = m**power
    return str(det), str(p[0, 0]), str((2 * m - m.T)[-1][0]), m == m.T


CASES = [
    ([[2]], 10),
    ([[1, 1], [1, 0]], 30),
    ([[1, 2], [2, 4]], 2),
    ([[0, 1, 2], [1, 0, 3], [4, -3, 8]], 3),
    ([["1/2", "1/3"], ["1/4", "1/5"]], 2),
    ([[1, 2], [3]], 1),
    ([[0.5, 0], [0, 0.25]], 0),
]
