# ruff: noqa
"""Averaged perceptron, with the lazy averaging trick."""

import random


class Learner:
    def __init__(self, features):
        self.w = [0.0] * (features + 1)
        self.acc = [0.0] * (features + 1)
        self.t = 1
        self.mistakes = 0

    @staticmethod
    def _augment(x):
        return list(x) + [1.0]

    @property
    def averaged(self):
        return [w - a / self.t for w, a in zip(self.w, self.acc)]

    def predict(self, x):
        s = sum(w * v for w, v in zip(self.averaged, self._augment(x)))
        return 1 if s >= 0 else -1

    def update(self, x, y):
        z = self._augment(x)
        margin = y * sum(w * v for w, v in zip(self.w, z))
        if margin <= 0:
            self.mistakes += 1
            for i, v in enumerate(z):
                self.w[i] += y * v
                self.acc[i] += self.t * y * v
        self.t += 1


def make_data(seed, n, noise=0.0):
    rng = random.Random(seed)
    X, y = [], []
    for _ in range(n):
        x = (round(rng.uniform(-1, 1), 3), round(rng.uniform(-1, 1), 3))
        label = 1 if 2 * x[0] - x[1] + 0.2 > 0 else -1
        if rng.random() < noise:
            label = -label
        X.append(x)
        y.append(label)
    return X, y


X1, y1 = make_data(0, 80)
X2, y2 = make_data(1, 120, noise=0.1)
TEST = [(a / 4, b / 4) for a in range(-4, 5, 2) for b in range(-4, 5, 2)]

CASES = [
    (X1, y1, TEST),
    (X2, y2, TEST),
]
