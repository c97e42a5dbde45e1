# ruff: noqa
"""The second-order perceptron of Cesa-Bianchi, Conconi and Gentile, with a rank-one inverse update."""

from typing import List

Vector = List[float]


class Learner:
    def __init__(self, dim: int, a: float = 1.0) -> None:
        self.v: Vector = [0.0] * dim
        self.inv = [[(1 / a if i == j else 0.0) for j in range(dim)] for i in range(dim)]
        self.mistakes = 0

    def _times(self, x: Vector) -> Vector:
        return [sum(m * xi for m, xi in zip(row, x)) for row in self.inv]

    def _after(self, x: Vector) -> List[Vector]:
        """The inverse of A + x x^T."""
        u = self._times(x)
        denominator = 1 + sum(ui * xi for ui, xi in zip(u, x))
        return [[self.inv[i][j] - u[i] * u[j] / denominator for j in range(len(x))] for i in range(len(x))]

    def margin(self, x: Vector) -> float:
        inverse = self._after(x)
        w = [sum(row[j] * self.v[j] for j in range(len(x))) for row in inverse]
        return sum(wi * xi for wi, xi in zip(w, x))

    def predict(self, x: Vector) -> int:
        return 1 if self.margin(x) >= 0 else -1

    def update(self, x: Vector, y: int) -> None:
        if self.predict(x) == y:
            return
        self.mistakes += 1
        self.inv = self._after(x)
        self.v = [vi + y * xi for vi, xi in zip(self.v, x)]


POINTS = [[1.0, (i % 5) - 2.0, ((i * 3) % 7) - 3.0] for i in range(25)]
CASES = [
    (
        POINTS,
        [1 if 2 * p[1] - p[2] + 0.5 > 0 else -1 for p in POINTS],
        [[1.0, 2.0, -1.0], [1.0, -2.0, 1.0], [1.0, 0.0, 0.0]],
    ),
    (
        [[1.0, 10.0], [1.0, 12.0], [1.0, 11.0], [1.0, 9.0], [1.0, 13.0]] * 4,
        [-1, 1, 1, -1, 1] * 4,
        [[1.0, 9.5], [1.0, 12.5]],
    ),
]
