"""Widrow and Hoff's LMS rule, thresholded; classes are 'low' and 'high'."""


class Learner:
    def __init__(self, features):
        self.weights = [0.0 for _ in range(features + 1)]
        self.rate = 0.05

    def output(self, x):
        result = self.weights[0]
        for i, v in enumerate(x, start=1):
            result += self.weights[i] * v
        return result

    def update(self, x, y):
        desired = {"low": -1.0, "high": 1.0}[y]
        error = desired - self.output(x)
        self.weights[0] += self.rate * error
        for i, v in enumerate(x, start=1):
            self.weights[i] += self.rate * error * v

    def predict(self, x):
        return ("low", "high")[self.output(x) >= 0]


CASES = [
    (
        [(i / 10, 1 - i / 10) for i in range(11)] * 2,
        ["low" if i < 5 else "high" for i in range(11)] * 2,
        [(0.0, 1.0), (0.45, 0.55), (1.0, 0.0)],
    ),
    (
        [(1, -1, 0), (-1, 1, 0), (0, 1, -1), (1, 0, -1), (-1, 0, 1), (0, -1, 1)] * 3,
        ["high", "low", "high", "high", "low", "low"] * 3,
        [(1, 0, 0), (0, 0, 1), (0, 1, 0)],
    ),
]
