# ruff: noqa
"""A multilayer perceptron with tanh units, trained by backpropagation sample by sample."""

import math
import random


class Layer:
    def __init__(self, inputs: int, outputs: int, rng: random.Random):
        self.weights = [[rng.uniform(-1, 1) for _ in range(inputs + 1)] for _ in range(outputs)]

    def forward(self, x: list[float]) -> list[float]:
        self.x = [*x, 1.0]
        self.out = [math.tanh(sum(w * v for w, v in zip(row, self.x))) for row in self.weights]
        return self.out

    def backward(self, slopes: list[float], rate: float) -> list[float]:
        deltas = [s * (1 - o * o) for s, o in zip(slopes, self.out)]
        back = [sum(d * row[i] for d, row in zip(deltas, self.weights)) for i in range(len(self.x) - 1)]
        for row, delta in zip(self.weights, deltas):
            for i, v in enumerate(self.x):
                row[i] -= rate * delta * v
        return back


class Learner:
    def __init__(self, hidden: int = 3, epochs: int = 8, rate: float = 0.3, seed: int = 5):
        self.hidden, self.epochs, self.rate = hidden, epochs, rate
        self.rng = random.Random(seed)

    def forward(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x[0]

    def fit(self, X, y):
        self.layers = [Layer(len(X[0]), self.hidden, self.rng), Layer(self.hidden, 1, self.rng)]
        order = list(range(len(X)))
        for _ in range(self.epochs):
            self.rng.shuffle(order)
            for i in order:
                slopes = [self.forward(X[i]) - y[i]]
                for layer in reversed(self.layers):
                    slopes = layer.backward(slopes, self.rate)
        return self

    def predict(self, X):
        return [1 if self.forward(x) > 0 else -1 for x in X]


CASES = [
    ([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1], [[0, 0], [0, 1], [1, 0], [1, 1]]),
    ([[0.2], [0.9], [0.4], [0.7]], [-1, 1, -1, 1], [[0.1], [0.55], [1.0]]),
]
