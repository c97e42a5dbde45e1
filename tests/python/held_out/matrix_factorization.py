# ruff: noqa
"""Ratings of (user, item) pairs by biased matrix factorization with SGD."""

import random


class Learner:
    def __init__(self, rank=2, epochs=15, rate=0.05, decay=0.02):
        self.rank, self.epochs, self.rate, self.decay = rank, epochs, rate, decay

    def fit(self, X, y):
        rng = random.Random(2024)
        self.mu = sum(y) / len(y)
        self.users, self.items = {}, {}
        for u, i in X:
            for table, key in ((self.users, u), (self.items, i)):
                if key not in table:
                    table[key] = [0.0] + [rng.gauss(0, 0.1) for _ in range(self.rank)]
        for _ in range(self.epochs):
            for (u, i), r in zip(X, y):
                p, q = self.users[u], self.items[i]
                e = r - self._rate(p, q)
                p[0] += self.rate * (e - self.decay * p[0])
                q[0] += self.rate * (e - self.decay * q[0])
                for k in range(1, self.rank + 1):
                    p[k], q[k] = (
                        p[k] + self.rate * (e * q[k] - self.decay * p[k]),
                        q[k] + self.rate * (e * p[k] - self.decay * q[k]),
                    )
        return self

    def _rate(self, p, q):
        return self.mu + p[0] + q[0] + sum(a * b for a, b in zip(p[1:], q[1:]))

    def predict(self, X):
        zero = [0.0] * (self.rank + 1)
        return [
            round(min(5.0, max(1.0, self._rate(self.users.get(u, zero), self.items.get(i, zero)))), 4) for u, i in X
        ]


CASES = [
    (
        [
            ("ann", "alien"),
            ("ann", "bambi"),
            ("bob", "alien"),
            ("bob", "casino"),
            ("cat", "bambi"),
            ("cat", "casino"),
            ("dan", "alien"),
            ("dan", "bambi"),
            ("eve", "casino"),
            ("eve", "alien"),
            ("ann", "casino"),
        ],
        [5, 1, 4, 5, 5, 2, 4, 2, 4, 5, 4],
        [("cat", "alien"), ("bob", "bambi"), ("zoe", "alien"), ("ann", "dumbo")],
    ),
    ([(i % 4, i % 5) for i in range(18)], [1 + (i % 4) for i in range(18)], [(0, 0), (3, 3), (9, 9)]),
]
