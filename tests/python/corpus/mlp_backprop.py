# ruff: noqa
"""A small neural network with tanh units trained by backpropagation."""

import math
import random


class Layer:
    def __init__(self, n_in, n_out, rng):
        self.w = [[rng.uniform(-1, 1) for _ in range(n_in + 1)] for _ in range(n_out)]

    def forward(self, x):
        self.x = [*x, 1.0]
        self.out = [math.tanh(sum(a * b for a, b in zip(row, self.x))) for row in self.w]
        return self.out

    def backward(self, grad, rate):
        delta = [g * (1 - o * o) for g, o in zip(grad, self.out)]
        below = [sum(d * row[i] for d, row in zip(delta, self.w)) for i in range(len(self.x) - 1)]
        for d, row in zip(delta, self.w):
            for i, v in enumerate(self.x):
                row[i] -= rate * d * v
        return below


class Learner:
    def __init__(self, hidden=3, epochs=15, rate=0.3):
        self.hidden, self.epochs, self.rate = hidden, epochs, rate

    def fit(self, X, y):
        rng = random.Random(1)
        self.layers = [Layer(len(X[0]), self.hidden, rng), Layer(self.hidden, 1, rng)]
        for _ in range(self.epochs):
            for x, t in zip(X, y):
                out = self._run(x)
                grad = [o - (1 if t else -1) for o in out]
                for layer in reversed(self.layers):
                    grad = layer.backward(grad, self.rate)
        return self

    def _run(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x

    def predict(self, X):
        return [self._run(x)[0] > 0 for x in X]


SQUARE = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)]

CASES = [
    (SQUARE * 3, [a * b < 0 for a, b in SQUARE] * 3, SQUARE),
    ([(i / 5 - 1, 0.5) for i in range(11)], [abs(i - 5) < 3 for i in range(11)], [(0.0, 0.5), (-0.9, 0.5), (0.9, 0.5)]),
]
