# ruff: noqa
"""Kernel perceptron with RBF and polynomial kernels as closures."""

import math
from functools import partial


def rbf(u, v, gamma=1.0):
    return math.exp(-gamma * sum((a - b) ** 2 for a, b in zip(u, v)))


def poly(u, v, degree=2, c=1):
    return (sum(a * b for a, b in zip(u, v)) + c) ** degree


KERNELS = {"rbf": partial(rbf, gamma=0.8), "poly": poly, "linear": partial(poly, degree=1, c=0)}


class Learner:
    def __init__(self, kernel="rbf", epochs=5):
        self.kernel = KERNELS[kernel] if isinstance(kernel, str) else kernel
        self.epochs = epochs
        self.support = []

    def score(self, x):
        return sum(a * self.kernel(s, x) for s, a in self.support)

    def fit(self, X, y):
        self.classes_ = lo, hi = sorted(set(y))
        signs = {lo: -1, hi: 1}
        alphas = [0] * len(X)
        for epoch in range(self.epochs):
            errors = 0
            for i, (x, label) in enumerate(zip(X, y)):
                t = signs[label]
                s = sum(a * self.kernel(X[j], x) for j, a in enumerate(alphas) if a)
                if t * s <= 0:
                    alphas[i] += t
                    errors += 1
            if errors == 0:
                break
        self.support = [(x, a) for x, a in zip(X, alphas) if a]
        return self

    def predict(self, X):
        lo, hi = self.classes_
        return [hi if self.score(x) > 0 else lo for x in X]


def ring(n, radius, phase=0.0):
    return [
        (radius * math.cos(2 * math.pi * k / n + phase), radius * math.sin(2 * math.pi * k / n + phase))
        for k in range(n)
    ]


inner, outer = ring(12, 0.5), ring(18, 2.0, 0.1)
X = [p for pair in zip(inner, outer) for p in pair] + outer[12:]
y = ["in", "out"] * 12 + ["out"] * 6

CASES = [
    (X, y, [(0, 0), (2, 0), (0.4, -0.4), (-1.5, 1.5), (3, 3)]),
    ([(0, 0), (0, 1), (1, 0), (1, 1)], [0, 1, 1, 0], [(0, 0), (0, 1), (1, 0), (1, 1), (0.5, 0.9)]),
]
