# ruff: noqa
"""Logistic regression with the hashing trick and AdaGrad over string features."""

from math import exp, sqrt

BUCKETS = 32


def fnv(text):
    h = 0x811C9DC5
    for b in text.encode():
        h = (h ^ b) * 0x01000193 % 2**32
    return h


class Learner:
    def __init__(self):
        self.w = [0.0] * BUCKETS
        self.g2 = [1e-6] * BUCKETS

    def slots(self, x):
        for i, v in enumerate(x):
            h = fnv(f"{i}={v}")
            yield h % BUCKETS, 1.0 if h >> 31 else -1.0
        yield 0, 1.0

    def probability(self, x):
        z = sum(self.w[k] * s for k, s in self.slots(x))
        return 1 / (1 + exp(-max(-30.0, min(30.0, z))))

    def update(self, x, y):
        error = self.probability(x) - (y == "click")
        for k, s in self.slots(x):
            g = error * s
            self.g2[k] += g * g
            self.w[k] -= 0.5 * g / sqrt(self.g2[k])

    def predict(self, x):
        return "click" if self.probability(x) > 0.5 else "skip"


ADS = [
    ("mobile", "sports", "am"),
    ("desktop", "news", "am"),
    ("mobile", "news", "pm"),
    ("tablet", "sports", "pm"),
    ("desktop", "sports", "am"),
    ("mobile", "games", "pm"),
]

CASES = [
    (
        ADS * 4,
        ["click", "skip", "skip", "click", "click", "click"] * 4,
        [("mobile", "sports", "pm"), ("desktop", "news", "pm"), ("tv", "games", "am")],
    ),
    (
        [(i % 3, i % 2) for i in range(18)],
        ["click" if i % 3 == 1 else "skip" for i in range(18)],
        [(1, 0), (1, 1), (2, 0)],
    ),
]
