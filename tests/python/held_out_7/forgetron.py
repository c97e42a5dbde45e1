# ruff: noqa
"""A kernel perceptron on a budget: the oldest support vector shrinks and is forgotten."""

from collections import deque
from math import exp


def rbf(gamma):
    def kernel(a, b):
        return exp(-gamma * sum((p - q) ** 2 for p, q in zip(a, b)))

    return kernel


class Learner:
    def __init__(self, budget=6, gamma=1.0, shrink=0.9):
        self.kernel = rbf(gamma)
        self.support = deque(maxlen=budget)
        self.shrink = shrink
        self.mistakes = 0

    def margin(self, x):
        return sum(alpha * self.kernel(s, x) for s, alpha in self.support)

    def update(self, x, y):
        sign = 1 if y else -1
        if sign * self.margin(x) > 0:
            return
        self.mistakes += 1
        if len(self.support) == self.support.maxlen:
            faded = [(s, alpha * self.shrink) for s, alpha in self.support]
            self.support.clear()
            self.support.extend(faded)
        self.support.append((tuple(x), sign))

    def predict(self, x):
        return self.margin(x) > 0


RING = [(0, 0), (2, 0), (0, 0.5), (0, 2), (0.4, 0), (-2, 0), (0, -0.3), (0, -2)]
CASES = [
    (RING * 3, [True, False] * 12, RING + [(1, 1), (0.1, 0.1)]),
    ([[1], [2], [3], [4], [5], [6]], [1, 0, 1, 0, 1, 0], [[1], [2], [5.4], [9]]),
    ([[0.0, 0.0]], [0], [[0.0, 0.0], [3.0, 3.0]]),
]
