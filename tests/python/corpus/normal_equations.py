# ruff: noqa
"""Linear regression by the normal equations and Gaussian elimination."""


def solve(A, b):
    n = len(A)
    M = [row[:] + [v] for row, v in zip(A, b)]
    for c in range(n):
        pivot = max(range(c, n), key=lambda r: abs(M[r][c]))
        if abs(M[pivot][c]) < 1e-12:
            continue
        M[c], M[pivot] = M[pivot], M[c]
        for r in range(n):
            if r != c:
                f = M[r][c] / M[c][c]
                M[r] = [a - f * p for a, p in zip(M[r], M[c])]
    return [M[i][n] / M[i][i] if abs(M[i][i]) > 1e-12 else 0.0 for i in range(n)]


class Learner:
    def fit(self, X, y):
        rows = [[1.0, *x] for x in X]
        k = len(rows[0])
        gram = [[sum(r[i] * r[j] for r in rows) for j in range(k)] for i in range(k)]
        moment = [sum(r[i] * t for r, t in zip(rows, y)) for i in range(k)]
        self.coef = solve(gram, moment)
        return self

    def predict(self, X):
        return [round(sum(c * v for c, v in zip(self.coef, [1.0, *x])), 6) for x in X]


CASES = [
    ([[i, (i * i) % 5] for i in range(12)], [3 + 2 * i - (i * i) % 5 for i in range(12)], [[20, 0], [0, 3], [-4, 1]]),
    ([[0.1 * i, 0.2 * i, 1.5] for i in range(10)], [0.5 * i for i in range(10)], [[1.0, 2.0, 1.5], [0.0, 0.0, 1.5]]),
    (
        [[1, 4], [2, 2], [3, 5], [4, 1], [5, 3], [6, 6], [7, 2], [8, 8], [9, 1], [10, 7]],
        [2.1, 3.9, 6.2, 7.8, 10.1, 12.2, 13.8, 16.1, 18.0, 20.2],
        [[11, 1], [0, 0]],
    ),
]
