# ruff: noqa
"""A radial basis function network whose output layer is trained by the delta rule."""

import math
import random


class RBFUnit:
    __slots__ = ("center", "gamma")

    def __init__(self, center, gamma):
        self.center = center
        self.gamma = gamma

    def activate(self, x):
        d2 = sum((a - b) ** 2 for a, b in zip(x, self.center))
        return math.exp(-self.gamma * d2)


class Learner:
    def __init__(self, n_units=4, gamma=1.0, lr=0.3, epochs=30, seed=3):
        self.n_units = n_units
        self.gamma = gamma
        self.lr = lr
        self.epochs = epochs
        self.rng = random.Random(seed)

    def hidden(self, x):
        return [unit.activate(x) for unit in self.units] + [1.0]

    def fit(self, X, y):
        centers = self.rng.sample(X, min(self.n_units, len(X)))
        self.units = [RBFUnit(c, self.gamma) for c in centers]
        self.w = [self.rng.uniform(-0.1, 0.1) for _ in range(len(self.units) + 1)]
        data = list(zip(map(self.hidden, X), y))
        for _ in range(self.epochs):
            self.rng.shuffle(data)
            for h, target in data:
                error = target - self.output(h)
                self.w = [w + self.lr * error * hi for w, hi in zip(self.w, h)]

    def output(self, h):
        return sum(w * hi for w, hi in zip(self.w, h))

    def predict(self, X):
        return [round(self.output(self.hidden(x)), 5) for x in X]


XOR = [(0, 0), (0, 1), (1, 0), (1, 1)]
CASES = [
    (XOR, [0, 1, 1, 0], XOR + [(0.5, 0.5)]),
    ([(i / 4,) for i in range(12)], [math.sin(i / 2) for i in range(12)], [(0.1,), (1.3,), (2.9,)]),
]
