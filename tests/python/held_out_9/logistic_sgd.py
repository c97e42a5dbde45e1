# ruff: noqa
"""Online logistic regression with L2 regularisation and decaying step size."""

from math import exp, log1p, sqrt
from random import Random


def sigmoid(z):
    if z >= 0:
        return 1.0 / (1.0 + exp(-z))
    e = exp(z)
    return e / (1.0 + e)


class Learner:
    def __init__(self, features, lr=0.5, l2=0.001):
        self.weights = [0.0 for _ in range(features + 1)]
        self.lr = lr
        self.l2 = l2
        self.t = 0
        self.loss = 0.0

    def margin(self, x):
        *w, bias = self.weights
        return bias + sum(a * b for a, b in zip(w, x))

    def proba(self, x):
        return sigmoid(self.margin(x))

    def predict(self, x):
        return int(self.proba(x) >= 0.5)

    def update(self, x, y):
        self.t += 1
        z = self.margin(x)
        # log(1 + exp(-m)) computed stably
        m = z if y == 1 else -z
        self.loss += log1p(exp(-m)) if m > 0 else -m + log1p(exp(m))
        g = sigmoid(z) - y
        eta = self.lr / sqrt(self.t)
        for i, xi in enumerate([*x, 1.0]):
            reg = self.l2 * self.weights[i] if i < len(x) else 0.0
            self.weights[i] -= eta * (g * xi + reg)

    @property
    def average_loss(self):
        return self.loss / self.t if self.t else float("nan")


rng = Random(2024)
X = []
y = []
for i in range(100):
    label = i % 2
    center = 1.0 if label else -1.0
    X.append([rng.gauss(center, 1.2), rng.gauss(-center, 0.8), rng.random()])
    y.append(label)

CASES = [
    (X[:80], y[:80], X[80:]),
    ([[0.0], [1.0], [2.0], [3.0]] * 5, [0, 0, 1, 1] * 5, [[-1.0], [1.4], [1.6], [10.0]]),
    ([[1000.0, -1000.0], [-1000.0, 1000.0]], [1, 0], [[1.0, 0.0], [0.0, 1.0]]),
]
