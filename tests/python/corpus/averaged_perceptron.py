# ruff: noqa
"""The averaged perceptron with the lazy sum of weights."""


class Learner:
    def __init__(self):
        self.w = None
        self.acc = None
        self.t = 1

    def update(self, x, y):
        if self.w is None:
            self.w = [0] * (len(x) + 1)
            self.acc = [0] * (len(x) + 1)
        xb = list(x) + [1]
        margin = y * sum(a * b for a, b in zip(self.w, xb))
        if margin <= 0:
            self.w = [w + y * v for w, v in zip(self.w, xb)]
            self.acc = [u + y * self.t * v for u, v in zip(self.acc, xb)]
        self.t += 1

    def predict(self, x):
        if self.w is None:
            return 1
        averaged = [w - u / self.t for w, u in zip(self.w, self.acc)]
        s = sum(a * b for a, b in zip(averaged, list(x) + [1]))
        return 1 if s >= 0 else -1


CASES = [
    (
        [(1, 0, 2), (0, 1, 1), (3, 1, 0), (0, 2, 2), (2, 0, 0), (1, 3, 1), (4, 1, 2), (0, 0, 1), (2, 2, 2), (1, 1, 0)],
        [1, -1, 1, -1, 1, -1, 1, -1, 1, 1],
        [(2, 1, 1), (0, 3, 0), (1, 1, 1)],
    ),
    ([(5, 5)] * 10, [-1] * 10, [(5, 5), (0, 0), (-5, -5)]),
]
