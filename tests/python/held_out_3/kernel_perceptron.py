# ruff: noqa
"""A kernel perceptron with a polynomial kernel, several passes over the samples."""

from collections.abc import Callable, Sequence

Vector = Sequence[float]


def polynomial(degree: int) -> Callable[[Vector, Vector], float]:
    return lambda a, b: (1 + sum(x * z for x, z in zip(a, b))) ** degree


class Learner:
    def __init__(self, degree: int = 2, epochs: int = 5) -> None:
        self.kernel = polynomial(degree)
        self.epochs = epochs
        self.support: list[tuple[Vector, int]] = []

    def score(self, x: Vector) -> float:
        return sum(sign * self.kernel(point, x) for point, sign in self.support)

    def fit(self, X, y):
        for _ in range(self.epochs):
            mistakes = 0
            for x, sign in zip(X, y):
                if sign * self.score(x) <= 0:
                    self.support.append((x, sign))
                    mistakes += 1
            if not mistakes:
                break
        return self

    def predict(self, X):
        return [1 if self.score(x) > 0 else -1 for x in X]


CASES = [
    ([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1], [[0, 0], [1, 1], [0, 1], [2, 0]]),
    (
        [[0.5, 0.2], [2.0, 0.1], [-0.3, 0.4], [0.0, -2.5], [-1.9, 1.0], [0.1, 0.1]],
        [1, -1, 1, -1, -1, 1],
        [[0.2, -0.3], [2.2, 2.0], [-0.6, 0.0]],
    ),
]
