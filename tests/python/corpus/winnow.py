# ruff: noqa
"""Littlestone's Winnow2 for a monotone disjunction over Boolean features."""


class Learner:
    def __init__(self, features):
        self.n = features
        self.alpha = 2
        self.weights = [1.0] * features

    def predict(self, x):
        total = 0.0
        for w, bit in zip(self.weights, x):
            if bit:
                total += w
        return total >= self.n

    def update(self, x, y):
        guess = self.predict(x)
        if guess == y:
            return
        factor = self.alpha if y else 1 / self.alpha
        for i, bit in enumerate(x):
            if bit:
                self.weights[i] *= factor


def bits(number, n=6):
    return [bool(number >> i & 1) for i in range(n)]


XS = [bits((37 * k + 11) % 64) for k in range(30)]

CASES = [
    (XS, [x[1] or x[4] for x in XS], [bits(i) for i in range(0, 64, 5)]),
    (XS, [x[0] for x in XS], [bits(i) for i in range(1, 64, 7)]),
    (XS[:12], [False] * 12, [bits(0), bits(63)]),
]
