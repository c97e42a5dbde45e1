# ruff: noqa
"""Rosenblatt's perceptron on real features with labels -1 and +1."""


class Learner:
    def __init__(self, features):
        self.w = [0.0] * features
        self.b = 0.0

    def score(self, x):
        return sum(wi * xi for wi, xi in zip(self.w, x)) + self.b

    def predict(self, x):
        return 1 if self.score(x) > 0 else -1

    def update(self, x, y):
        if y * self.score(x) <= 0:
            for i in range(len(self.w)):
                self.w[i] += y * x[i]
            self.b += y


CASES = [
    (
        [
            [2.0, 1.0],
            [1.5, 2.5],
            [-1.0, -0.5],
            [-2.0, -1.0],
            [3.0, 0.5],
            [-0.5, -2.0],
            [1.0, 1.0],
            [-1.5, 0.5],
            [2.5, -0.5],
            [-3.0, 1.0],
        ],
        [1, 1, -1, -1, 1, -1, 1, -1, 1, -1],
        [[1.0, 0.0], [-1.0, 0.0], [0.0, 0.0], [0.5, -3.0]],
    ),
    (
        [[i % 2, i // 2 % 2, i // 4 % 2] for i in range(16)],
        [1 if (i % 2) + (i // 2 % 2) + (i // 4 % 2) >= 2 else -1 for i in range(16)],
        [[0, 0, 0], [1, 1, 1], [1, 0, 1], [0, 1, 0]],
    ),
]
