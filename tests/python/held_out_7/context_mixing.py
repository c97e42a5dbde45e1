# ruff: noqa
"""Predict the next bit by logistic mixing of models of several orders (as PAQ does)."""

import math


def stretch(p):
    return math.log(p / (1 - p))


def squash(z):
    return 1 / (1 + math.exp(-max(-20.0, min(20.0, z))))


class OrderModel:
    """Adaptive probability of a one after each context of a fixed length."""

    def __init__(self, order):
        self.order = order
        self.probs = {}

    def context(self, history):
        return tuple(history[len(history) - self.order :]) if self.order else ()

    def p(self, history):
        return self.probs.get(self.context(history), (0.5, 0))[0]

    def learn(self, history, bit):
        key = self.context(history)
        p, n = self.probs.get(key, (0.5, 0))
        rate = max(1 / (n + 1.5), 0.05)
        self.probs[key] = (p + (bit - p) * rate * 0.9, n + 1)


class Learner:
    def __init__(self, rate=0.3):
        self.models = [OrderModel(k) for k in range(4)]
        self.weights = [0.3] * len(self.models)
        self.rate = rate
        self.cost = 0.0

    def _inputs(self, history):
        return [stretch(min(0.999, max(0.001, m.p(history)))) for m in self.models]

    def probability(self, history):
        return squash(sum(w * s for w, s in zip(self.weights, self._inputs(history))))

    def update(self, history, bit):
        p = self.probability(history)
        self.cost -= math.log2(p if bit else 1 - p)
        error = bit - p
        self.weights = [w + self.rate * error * s for w, s in zip(self.weights, self._inputs(history))]
        for model in self.models:
            model.learn(history, bit)

    def predict(self, history):
        p = self.probability(history)
        return int(p > 0.5), round(p, 4), round(self.cost, 3)


def windows(bits, k=3):
    return [bits[i : i + k] for i in range(len(bits) - k)], bits[k:]


CASES = [
    (*windows([0, 1, 1] * 12), [[0, 1, 1], [1, 1, 0], [1, 0, 1]]),
    (*windows([1, 0] * 8 + [1] * 10), [[1, 1, 1], [0, 1, 0]]),
    (*windows([0] * 9), [[0, 0, 0], [1, 1, 1]]),
]
