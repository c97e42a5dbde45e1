"""Adaptive regularization of weights (AROW) with a diagonal covariance."""

from dataclasses import dataclass, field


@dataclass
class Learner:
    r: float = 0.5
    mean: dict = field(default_factory=dict)
    variance: dict = field(default_factory=dict)

    def margin(self, x):
        return sum(self.mean.get(i, 0.0) * v for i, v in enumerate(x))

    def confidence(self, x):
        return sum(self.variance.get(i, 1.0) * v * v for i, v in enumerate(x))

    def update(self, x, y):
        sign = 2 * y - 1
        m, v = self.margin(x), self.confidence(x)
        if m * sign >= 1:
            return
        beta = 1 / (v + self.r)
        alpha = (1 - sign * m) * beta
        for i, xi in enumerate(x):
            if xi == 0:
                continue
            s = self.variance.get(i, 1.0)
            self.mean[i] = self.mean.get(i, 0.0) + alpha * sign * s * xi
            self.variance[i] = s - beta * (s * xi) ** 2

    def predict(self, x):
        return 1 if self.margin(x) > 0 else 0


CASES = [
    (
        [
            [1, 0, 3, 1],
            [0, 2, 0, 1],
            [2, 0, 1, 1],
            [0, 1, 1, 1],
            [3, 1, 0, 1],
            [0, 3, 2, 1],
            [1, 1, 2, 1],
            [0, 0, 0, 1],
            [2, 2, 2, 1],
            [0, 4, 1, 1],
        ],
        [1, 0, 1, 0, 1, 0, 1, 0, 1, 0],
        [[1, 0, 0, 1], [0, 1, 0, 1], [1, 1, 1, 1], [0, 0, 5, 1]],
    ),
    ([[i / 10, 1 - i / 10] for i in range(11)], [int(i > 4) for i in range(11)], [[0.2, 0.8], [0.5, 0.5], [0.9, 0.1]]),
]
