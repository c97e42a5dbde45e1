# ruff: noqa
"""Balanced Winnow: two positive weights for each feature, multiplied on mistakes."""


class Learner:
    def __init__(self, n, alpha=1.5, theta=None):
        self.up = [1.0] * n
        self.down = [1.0] * n
        self.alpha = alpha
        self.theta = n / 2 if theta is None else theta
        self.mistakes = 0

    def predict(self, x):
        total = sum((u - d) * v for u, d, v in zip(self.up, self.down, x))
        return +1 if total >= self.theta else -1

    def update(self, x, y):
        if self.predict(x) == y:
            return
        self.mistakes += 1
        factor = self.alpha**y
        for i, value in enumerate(x):
            if value:
                self.up[i] *= factor
                self.down[i] /= factor


CASES = [
    (
        [[1, 0, 0, 1], [0, 1, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]] * 2,
        [1, -1, 1, -1, 1, -1, 1] * 2,
        [[1, 1, 1, 1], [0, 1, 1, 0], [1, 0, 0, 0]],
    ),
    ([[1, 1], [1, 0], [0, 1], [1, 1]], [1, -1, -1, 1], [[1, 1], [0, 1], [0, 0]]),
]
