# ruff: noqa
"""The simplex method in fractions: maximise c.x subject to A x <= b and x >= 0."""

from fractions import Fraction as F


class Unbounded(Exception):
    pass


class Simplex:
    def __init__(self, A, b, c):
        m, n = len(A), len(c)
        self.n = n
        self.rows = [[F(v) for v in row] + [F(int(i == k)) for k in range(m)] + [F(b[i])] for i, row in enumerate(A)]
        self.objective = [F(-v) for v in c] + [F(0)] * (m + 1)
        self.basis = list(range(n, n + m))
        self.pivots = 0

    def entering(self):
        return next((j for j, v in enumerate(self.objective[:-1]) if v < 0), None)

    def leaving(self, j):
        ratios = [(row[-1] / row[j], self.basis[i], i) for i, row in enumerate(self.rows) if row[j] > 0]
        if not ratios:
            raise Unbounded
        return min(ratios)[2]

    def pivot(self, i, j):
        self.pivots += 1
        p = self.rows[i][j]
        self.rows[i] = [v / p for v in self.rows[i]]
        for k, row in enumerate(self.rows):
            if k != i and row[j]:
                self.rows[k] = self._eliminate(row, row[j], i)
        self.objective = self._eliminate(self.objective, self.objective[j], i)
        self.basis[i] = j

    def _eliminate(self, row, factor, i):
        return [v - factor * u for v, u in zip(row, self.rows[i])]

    def solve(self):
        while (j := self.entering()) is not None:
            self.pivot(self.leaving(j), j)
        x = [F(0)] * self.n
        for i, j in enumerate(self.basis):
            if j < self.n:
                x[j] = self.rows[i][-1]
        return self.objective[-1], x


def main(A, b, c):
    if any(v < 0 for v in b):
        return "needs b >= 0"
    lp = Simplex(A, b, c)
    try:
        value, x = lp.solve()
    except Unbounded:
        return "unbounded"
    return str(value), [str(v) for v in x], lp.pivots


CASES = [
    ([[1, 1], [1, 3]], [4, 6], [3, 2]),
    ([[2, 1], [1, 2]], [3, 3], [1, 1]),
    ([[1, -1]], [1], [0, 1]),
    ([[1]], [-1], [1]),
    ([[1, 2, 1], [3, 0, 2], [1, 4, 0]], [430, 460, 420], [3, 2, 5]),
    ([[1, 1], [1, 0]], [2, 2], [-1, -1]),
    ([[1, 0, 0], [4, 1, 0], [8, 4, 1]], [5, 25, 125], [4, 2, 1]),
]
