# ruff: noqa
"""A neural network on scalars that remember how they were computed (reverse-mode gradients)."""

import math
import random


class Value:
    def __init__(self, data, parents=(), backward=lambda: None):
        self.data = data
        self.grad = 0.0
        self._parents = parents
        self._backward = backward

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = backward
        return out

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))

        def backward():
            self.grad += (1 - t * t) * out.grad

        out._backward = backward
        return out

    def backward(self):
        order, seen = [], set()

        def visit(v):
            if id(v) not in seen:
                seen.add(id(v))
                for p in v._parents:
                    visit(p)
                order.append(v)

        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            v._backward()


class Learner:
    def __init__(self, n_inputs, hidden=3, lr=0.2):
        rng = random.Random(1)
        self.lr = lr
        self.layer = [[Value(rng.uniform(-1, 1)) for _ in range(n_inputs + 1)] for _ in range(hidden)]
        self.out = [Value(rng.uniform(-1, 1)) for _ in range(hidden + 1)]

    def forward(self, x):
        h = [sum((w * xi for w, xi in zip(row, x)), row[-1]).tanh() for row in self.layer]
        return sum((w * hi for w, hi in zip(self.out, h)), self.out[-1]).tanh()

    def update(self, x, y):
        params = [p for row in self.layer for p in row] + self.out
        for p in params:
            p.grad = 0.0
        diff = self.forward(x) + -y
        (diff * diff).backward()
        for p in params:
            p.data -= self.lr * p.grad

    def predict(self, x):
        return 1 if self.forward(x).data > 0 else -1


XOR = [[0, 0], [0, 1], [1, 0], [1, 1]]
CASES = [(XOR * 8, [-1, 1, 1, -1] * 8, XOR), ([[1.0], [-1.0], [2.0], [-2.0]], [1, -1, 1, -1], [[0.5], [-3.0]])]
