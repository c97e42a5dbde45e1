# ruff: noqa
"""Littlestone's Winnow for monotone disjunctions over Boolean attributes."""

from random import Random


class Learner:
    alpha = 2

    def __init__(self, features):
        self.n = features
        self.weights = [1] * features
        self.threshold = features / 2
        self.promotions = self.demotions = 0

    def score(self, x):
        return sum(w for w, bit in zip(self.weights, x) if bit)

    def predict(self, x):
        return int(self.score(x) >= self.threshold)

    def update(self, x, y):
        guess = self.predict(x)
        if guess == y:
            return
        if y == 1:
            self.promotions += 1
            self.weights = [w * self.alpha if b else w for w, b in zip(self.weights, x)]
        else:
            self.demotions += 1
            self.weights = [w / self.alpha if b else w for w, b in zip(self.weights, x)]


def sample(n, m, relevant, seed):
    rng = Random(seed)
    X = []
    for _ in range(m):
        X.append(tuple(1 if rng.random() < 0.25 else 0 for _ in range(n)))
    y = [int(any(x[i] for i in relevant)) for x in X]
    return X, y


X, y = sample(20, 150, {2, 7, 11}, seed=42)
X_small, y_small = sample(5, 12, {0}, seed=3)

CASES = [
    (X[:120], y[:120], X[120:]),
    (X_small, y_small, [(1, 0, 0, 0, 0), (0, 1, 1, 1, 1), (0, 0, 0, 0, 0)]),
]
