"""Passive-aggressive classification (PA-I) of Crammer et al."""


class Learner:
    C = 0.5

    def __init__(self, features):
        self.w = [0.0] * (features + 1)

    def _dot(self, x):
        s = self.w[-1]
        for i in range(len(x)):
            s += self.w[i] * x[i]
        return s

    def update(self, x, y):
        sign = 1 if y == "spam" else -1
        loss = max(0.0, 1 - sign * self._dot(x))
        if loss == 0:
            return
        norm = sum(v * v for v in x) + 1
        tau = min(self.C, loss / norm)
        for i, v in enumerate(x):
            self.w[i] += tau * sign * v
        self.w[-1] += tau * sign

    def predict(self, x):
        return "spam" if self._dot(x) > 0 else "ham"


CASES = [
    (
        [
            [3, 0, 1, 0],
            [2, 1, 0, 0],
            [0, 2, 0, 3],
            [0, 1, 1, 2],
            [4, 0, 0, 0],
            [0, 0, 2, 1],
            [1, 0, 0, 0],
            [0, 3, 1, 1],
            [2, 0, 1, 1],
            [1, 2, 0, 2],
        ],
        ["spam", "spam", "ham", "ham", "spam", "ham", "spam", "ham", "spam", "ham"],
        [[1, 1, 0, 0], [0, 1, 0, 1], [0, 0, 0, 0], [2, 0, 2, 2]],
    ),
    (
        [[0.1 * i, 1.0 - 0.1 * i] for i in range(11)],
        ["spam" if i > 6 else "ham" for i in range(11)],
        [[0.95, 0.05], [0.65, 0.35], [0.2, 0.8]],
    ),
]
