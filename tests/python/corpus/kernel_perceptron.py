# ruff: noqa
"""A kernel perceptron with a polynomial kernel; learns XOR."""


def poly(a, b, degree=2):
    return (1 + sum(u * v for u, v in zip(a, b))) ** degree


class Learner:
    def __init__(self, kernel=poly):
        self.kernel = kernel
        self.support = []

    def predict(self, x):
        total = sum(alpha * self.kernel(s, x) for s, alpha in self.support)
        return 1 if total > 0 else 0

    def update(self, x, y):
        if self.predict(x) != y:
            self.support.append((x, 1 if y == 1 else -1))


POINTS = [(0, 0), (0, 1), (1, 0), (1, 1)]

CASES = [
    (POINTS * 6, [a ^ b for a, b in POINTS] * 6, POINTS),
    (
        [(x, y) for x in range(-2, 3) for y in range(-2, 3)],
        [int(x * x + y * y <= 2) for x in range(-2, 3) for y in range(-2, 3)],
        [(0, 0), (2, 2), (1, 1), (-2, 0), (3, 3)],
    ),
]
