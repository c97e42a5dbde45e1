# ruff: noqa
"""Averaged perceptron for binary labels, online."""

import random


class Learner:
    def __init__(self, features):
        self.n = features
        self.w = [0.0] * features
        self.b = 0.0
        self.acc_w = [0.0] * features
        self.acc_b = 0.0
        self.steps = 0
        self.mistakes = 0

    def _score(self, w, b, x):
        return sum(wi * xi for wi, xi in zip(w, x)) + b

    def predict(self, x):
        if self.steps == 0:
            return 1
        w = [a / self.steps for a in self.acc_w]
        b = self.acc_b / self.steps
        return 1 if self._score(w, b, x) >= 0 else -1

    def update(self, x, y):
        current = 1 if self._score(self.w, self.b, x) >= 0 else -1
        if current != y:
            self.mistakes += 1
            for i, xi in enumerate(x):
                self.w[i] += y * xi
            self.b += y
        for i in range(self.n):
            self.acc_w[i] += self.w[i]
        self.acc_b += self.b
        self.steps += 1


def make_data(seed, n, d):
    rng = random.Random(seed)
    target = [rng.uniform(-1, 1) for _ in range(d)]
    X, y = [], []
    while len(X) < n:
        x = [round(rng.gauss(0, 1), 3) for _ in range(d)]
        margin = sum(a * b for a, b in zip(target, x))
        if abs(margin) < 0.1:
            continue
        X.append(x)
        y.append(1 if margin > 0 else -1)
    return X, y


_X1, _y1 = make_data(1, 60, 3)
_X2, _y2 = make_data(2, 80, 5)

CASES = [
    (_X1[:50], _y1[:50], _X1[50:]),
    (_X2[:60], _y2[:60], _X2[60:]),
    ([(1, 0), (0, 1), (1, 1), (0, 0)], [1, -1, 1, -1], [(2, 1), (1, 2), (0, 0)]),
]
