"""Learners written in Python, for the tests: as a user would write them."""

from __future__ import annotations

from turingrad.python import Int, clamp


class Perceptron:
    """The issue's example."""

    def __init__(self, features, limit=7):
        self.limit = limit
        self.w = [0] * (features + 1)

    def predict(self, x):
        return 1 if sum(w * v for w, v in zip(self.w, (*x, 1), strict=True)) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for j, v in enumerate((*x, 1)):
                self.w[j] = clamp(self.w[j] + y * v, -self.limit, self.limit)


class Coin:
    """Random bits decide whether a sample is kept; a counter that stops, and `done`."""

    random_bits = 2

    def __init__(self, features):
        self.last = (1,) * features
        self.label = -1
        self.kept = 0

    def predict(self, x):
        agree = sum(a == b for a, b in zip(self.last, x, strict=True))
        return self.label if 2 * agree >= len(x) else -self.label

    def update(self, x, y, r):
        if r[0] == r[1] and self.kept < 5:
            self.last, self.label = x, y
            self.kept += 1

    def done(self):
        return self.kept == 5


class Declared:
    """A declared range, a ring buffer under an index that depends on the memory, nested lists."""

    def __init__(self, features):
        self.rows = [[0] * features for _ in range(3)]
        self.labels = [-1] * 3
        self.next = Int(0, 2)

    def predict(self, x):
        best, label = -1, 1
        for row, y in zip(self.rows, self.labels, strict=True):
            score = sum(a * b for a, b in zip(row, x, strict=True))
            if score > best:
                best, label = score, y
        return label

    def update(self, x, y):
        self.rows[self.next] = list(x)
        self.labels[self.next] = y
        self.next = (self.next + 1) % 3
