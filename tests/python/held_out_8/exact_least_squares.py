# ruff: noqa
"""Exact least squares regression with rational arithmetic."""

from fractions import Fraction


def solve(A, b):
    """Gauss-Jordan elimination; free variables get zero."""
    n = len(A)
    M = [[Fraction(v) for v in row] + [Fraction(rhs)] for row, rhs in zip(A, b)]
    pivots = []
    r = 0
    for c in range(n):
        pivot = next((i for i in range(r, n) if M[i][c] != 0), None)
        if pivot is None:
            continue
        M[r], M[pivot] = M[pivot], M[r]
        inv = 1 / M[r][c]
        M[r] = [v * inv for v in M[r]]
        for i in range(n):
            if i != r and M[i][c]:
                f = M[i][c]
                M[i] = [a - f * p for a, p in zip(M[i], M[r])]
        pivots.append(c)
        r += 1
    x = [Fraction(0)] * n
    for i, c in enumerate(pivots):
        x[c] = M[i][-1]
    return x


class Learner:
    def __init__(self, intercept=True):
        self.intercept = intercept
        self.coef = None

    def _row(self, x):
        row = [Fraction(v) for v in x]
        return [Fraction(1)] + row if self.intercept else row

    def fit(self, X, y):
        rows = [self._row(x) for x in X]
        cols = list(zip(*rows))
        gram = [[sum(a * b for a, b in zip(u, v)) for v in cols] for u in cols]
        rhs = [sum(a * t for a, t in zip(u, y)) for u in cols]
        self.coef = solve(gram, rhs)
        return self

    def predict(self, X):
        return [sum(c * v for c, v in zip(self.coef, self._row(x))) for x in X]


CASES = [
    ([(1,), (2,), (3,), (4,)], [2, 4, 5, 9], [(0,), (5,), (10,)]),
    ([(x, x * x) for x in range(-3, 4)], [2 * x * x - x + 7 for x in range(-3, 4)], [(10, 100), (-5, 25)]),
    ([(1, 2), (2, 4), (3, 6)], [1, 2, 3], [(4, 8), (1, 1)]),
]
