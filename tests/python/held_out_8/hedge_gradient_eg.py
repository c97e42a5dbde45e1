# ruff: noqa
"""Exponentiated gradient for online portfolio-like mixing of features."""

import math


class Learner:
    """Keeps a probability vector over features and predicts their weighted mean."""

    def __init__(self, features: int, eta: float = 0.3) -> None:
        self.eta = eta
        self.p = [1.0 / features for _ in range(features)]
        self.cumulative_loss = 0.0
        self.expert_loss = [0.0] * features

    def predict(self, x) -> float:
        return math.fsum(p * v for p, v in zip(self.p, x))

    def update(self, x, y) -> None:
        guess = self.predict(x)
        error = guess - y
        self.cumulative_loss += error * error
        for i, v in enumerate(x):
            self.expert_loss[i] += (v - y) ** 2
        factors = [p * math.exp(-2 * self.eta * error * v) for p, v in zip(self.p, x)]
        z = math.fsum(factors)
        self.p = [f / z for f in factors]

    @property
    def regret(self) -> float:
        return self.cumulative_loss - min(self.expert_loss)

    @property
    def entropy(self) -> float:
        return -sum(p * math.log(p) for p in self.p if p > 0)


def lcg(seed):
    while True:
        seed = (1103515245 * seed + 12345) % 2**31
        yield seed / 2**31


def forecasts(seed, m):
    g = lcg(seed)
    X, y = [], []
    for t in range(m):
        truth = 0.5 + 0.4 * math.sin(t / 5)
        X.append((truth + 0.05 * (next(g) - 0.5), next(g), 0.5, 1 - truth))
        y.append(truth)
    return X, y


X, y = forecasts(17, 90)
flip = [1 - v for v in y]

CASES = [
    (X, y, [(1.0, 0.0, 0.0, 0.0), (0.2, 0.9, 0.5, 0.8), (0.0, 0.0, 0.0, 1.0)]),
    (X[:40] + X[40:], y[:40] + flip[40:], [(1, 0, 0, 0), (0, 0, 0, 1)]),
]
