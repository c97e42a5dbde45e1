# ruff: noqa
"""Hedge (exponential weights) over all single-feature predictors and their negations."""

import math


class Learner:
    def __init__(self, features):
        self.eta = math.sqrt(math.log(2 * features) / 30)
        self.log_w = [0.0] * (2 * features)

    def _advice(self, x):
        return [int(v) for v in x] + [1 - int(v) for v in x]

    def _probability(self, x):
        top = max(self.log_w)
        w = [math.exp(v - top) for v in self.log_w]
        return sum(wi * a for wi, a in zip(w, self._advice(x))) / sum(w)

    def predict(self, x):
        return int(self._probability(x) >= 0.5)

    def update(self, x, y):
        for i, a in enumerate(self._advice(x)):
            loss = abs(a - y)
            self.log_w[i] -= self.eta * loss


XS = [[(i >> k) & 1 for k in range(5)] for i in range(3, 31)]

CASES = [
    (XS, [x[2] for x in XS], [[0, 0, 1, 0, 0], [1, 1, 0, 1, 1], [0, 0, 0, 0, 0]]),
    (XS, [1 - x[4] for x in XS], [[0, 0, 1, 0, 0], [1, 1, 0, 1, 1]]),
    (XS[:15], [i % 2 for i in range(15)], [[1, 0, 1, 0, 1], [0, 1, 0, 1, 0]]),
]
