# ruff: noqa
"""A feed-forward network made of layer objects, trained with Adam on the cross-entropy."""

import math
import random
from abc import ABC, abstractmethod


class Layer(ABC):
    @abstractmethod
    def forward(self, x): ...

    @abstractmethod
    def backward(self, grad): ...

    def step(self, t):
        pass


class Dense(Layer):
    def __init__(self, n_in, n_out, rng, lr=0.05):
        scale = math.sqrt(2 / n_in)
        self.w = [[rng.gauss(0, scale) for _ in range(n_in)] + [0.0] for _ in range(n_out)]
        self.m = [[0.0] * (n_in + 1) for _ in range(n_out)]
        self.v = [[0.0] * (n_in + 1) for _ in range(n_out)]
        self.lr = lr

    def forward(self, x):
        self.x = [*x, 1.0]
        return [sum(wi * xi for wi, xi in zip(row, self.x)) for row in self.w]

    def backward(self, grad):
        self.g = grad
        return [sum(g * row[i] for g, row in zip(grad, self.w)) for i in range(len(self.x) - 1)]

    def step(self, t, b1=0.9, b2=0.99):
        for o, g in enumerate(self.g):
            for i, xi in enumerate(self.x):
                d = g * xi
                self.m[o][i] = b1 * self.m[o][i] + (1 - b1) * d
                self.v[o][i] = b2 * self.v[o][i] + (1 - b2) * d * d
                m_hat = self.m[o][i] / (1 - b1**t)
                v_hat = self.v[o][i] / (1 - b2**t)
                self.w[o][i] -= self.lr * m_hat / (math.sqrt(v_hat) + 1e-8)


class ReLU(Layer):
    def forward(self, x):
        self.mask = [v > 0 for v in x]
        return [v if keep else 0.0 for v, keep in zip(x, self.mask)]

    def backward(self, grad):
        return [g if keep else 0.0 for g, keep in zip(grad, self.mask)]


class Learner:
    def __init__(self, n_features, n_classes=3, hidden=4):
        rng = random.Random(2)
        self.layers = [Dense(n_features, hidden, rng), ReLU(), Dense(hidden, n_classes, rng)]
        self.t = 0

    def logits(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x

    def update(self, x, y):
        z = self.logits(x)
        e = [math.exp(v - max(z)) for v in z]
        grad = [v / sum(e) - (k == y) for k, v in enumerate(e)]
        self.t += 1
        for layer in reversed(self.layers):
            grad = layer.backward(grad)
        for layer in self.layers:
            layer.step(self.t)

    def predict(self, x):
        z = self.logits(x)
        return z.index(max(z))


CORNERS = [[0, 0], [1, 0], [0, 1], [1, 1]]
CASES = [(CORNERS * 10, [0, 1, 1, 2] * 10, CORNERS), ([[1.0], [-1.0]] * 10, [2, 0] * 10, [[2.0], [-0.5]])]
