# ruff: noqa
"""A one-dimensional self-organizing map whose units are labelled afterwards."""

import math
import random
from collections import Counter, defaultdict


class Learner:
    def __init__(self, units=6, epochs=15):
        self.units = units
        self.epochs = epochs

    def winner(self, x):
        return min(range(self.units), key=lambda u: math.dist(self.codebook[u], x))

    def fit(self, X, y):
        rng = random.Random(0)
        lows = [min(c) for c in zip(*X)]
        highs = [max(c) for c in zip(*X)]
        self.codebook = [[rng.uniform(lo, hi) for lo, hi in zip(lows, highs)] for _ in range(self.units)]
        for epoch in range(self.epochs):
            progress = epoch / self.epochs
            rate = 0.5 * (1 - progress)
            radius = max(0.5, self.units / 2 * (1 - progress))
            order = list(X)
            rng.shuffle(order)
            for x in order:
                w = self.winner(x)
                for u, unit in enumerate(self.codebook):
                    pull = rate * math.exp(-((u - w) ** 2) / (2 * radius**2))
                    self.codebook[u] = [c + pull * (xi - c) for c, xi in zip(unit, x)]
        votes = defaultdict(Counter)
        for x, label in zip(X, y):
            votes[self.winner(x)][label] += 1
        self.names = {u: c.most_common(1)[0][0] for u, c in votes.items()}
        return self

    def _label(self, unit):
        nearest = min(self.names, key=lambda u: (abs(u - unit), u))
        return self.names[nearest]

    def predict(self, X):
        return [self._label(self.winner(x)) for x in X]


CASES = [
    (
        [[0, 0], [1, 0], [0, 1], [8, 8], [9, 8], [8, 9]],
        ["near", "near", "near", "far", "far", "far"],
        [[0.4, 0.4], [9, 9]],
    ),
    ([[0.1], [0.2], [0.5], [0.6], [0.9], [1.0]], [0, 0, 1, 1, 2, 2], [[0.15], [0.55], [0.95]]),
]
