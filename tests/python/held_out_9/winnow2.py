# ruff: noqa
"""Winnow for monotone disjunctions (Littlestone)."""

import itertools


class Learner:
    """Multiplicative-update threshold learner over {0,1}^n."""

    def __init__(self, features):
        self.n = features
        self.w = [1.0] * features
        self.theta = features / 2
        self.mistakes = 0

    def predict(self, x):
        total = 0.0
        for wi, xi in zip(self.w, x):
            if xi:
                total += wi
        return 1 if total > self.theta else 0

    def update(self, x, y):
        yhat = self.predict(x)
        if yhat == y:
            return False
        self.mistakes += 1
        factor = 2.0 if y == 1 else 0.5
        self.w = [wi * factor if xi else wi for wi, xi in zip(self.w, x)]
        return True


def disjunction(relevant):
    def f(x):
        return int(any(x[i] for i in relevant))

    return f


def bits(n):
    return list(itertools.product((0, 1), repeat=n))


def lcg_rows(n, count, seed=17):
    state = seed
    rows = []
    for _ in range(count):
        row = []
        for _ in range(n):
            state = (1103515245 * state + 12345) & 0x7FFFFFFF
            row.append((state >> 16) & 1)
        rows.append(tuple(row))
    return rows


f1 = disjunction([0, 3])
f2 = disjunction([2, 5, 11])
A = bits(5)
B = lcg_rows(16, 90)
C = bits(3)

CASES = [
    (A, [f1(x) for x in A], A[::3]),
    (B[:70], [f2(x) for x in B[:70]], B[70:]),
    (C, [0] * 8, C),
]
