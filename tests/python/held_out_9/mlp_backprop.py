# ruff: noqa
"""Tiny two-layer neural network trained by backpropagation in pure Python."""

import math
import random


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


class Layer:
    def __init__(self, n_in, n_out, rng, activation):
        scale = math.sqrt(2 / (n_in + n_out))
        self.W = [[rng.gauss(0, scale) for _ in range(n_in)] for _ in range(n_out)]
        self.b = [0.0] * n_out
        self.activation = activation

    def forward(self, x):
        self.x = x
        z = [dot(w, x) + b for w, b in zip(self.W, self.b)]
        if self.activation == "tanh":
            self.out = [math.tanh(v) for v in z]
        else:
            self.out = [1 / (1 + math.exp(-v)) for v in z]
        return self.out

    def backward(self, grad, lr):
        if self.activation == "tanh":
            delta = [g * (1 - o * o) for g, o in zip(grad, self.out)]
        else:
            delta = grad  # cross entropy with sigmoid: already dL/dz
        back = [sum(d * self.W[k][j] for k, d in enumerate(delta)) for j in range(len(self.x))]
        for k, d in enumerate(delta):
            row = self.W[k]
            for j, xj in enumerate(self.x):
                row[j] -= lr * d * xj
            self.b[k] -= lr * d
        return back


class Learner:
    def __init__(self, hidden=4, epochs=60, lr=0.3, seed=0):
        self.hidden, self.epochs, self.lr, self.seed = hidden, epochs, lr, seed

    def fit(self, X, y):
        rng = random.Random(self.seed)
        self.layers = [
            Layer(len(X[0]), self.hidden, rng, "tanh"),
            Layer(self.hidden, 1, rng, "sigmoid"),
        ]
        idx = list(range(len(X)))
        self.losses = []
        for _ in range(self.epochs):
            rng.shuffle(idx)
            total = 0.0
            for i in idx:
                p = self._forward(X[i])
                total -= math.log(max(p if y[i] else 1 - p, 1e-12))
                grad = [p - y[i]]
                for layer in reversed(self.layers):
                    grad = layer.backward(grad, self.lr)
            self.losses.append(total / len(X))
        return self

    def _forward(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x[0]

    def predict(self, X):
        return [(round(self._forward(x), 4), int(self._forward(x) > 0.5)) for x in X]


XOR = [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]
CASES = [
    (XOR * 4, [0, 1, 1, 0] * 4, XOR),
    ([(i / 5, 1 - i / 5, 0.5) for i in range(6)], [0, 0, 0, 1, 1, 1], [(0.1, 0.9, 0.5), (0.9, 0.1, 0.5)]),
]
