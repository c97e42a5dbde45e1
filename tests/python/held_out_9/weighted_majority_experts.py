# ruff: noqa
"""Weighted majority over simple sequence experts."""

from abc import ABC, abstractmethod


class Expert(ABC):
    name = "expert"

    @abstractmethod
    def advise(self, x): ...

    def observe(self, x, y):
        pass


class Constant(Expert):
    def __init__(self, value):
        self.value = value
        self.name = f"always-{value}"

    def advise(self, x):
        return self.value


class Copy(Expert):
    def __init__(self, index, invert=False):
        self.index = index
        self.invert = invert
        self.name = f"{'not ' if invert else ''}x[{index}]"

    def advise(self, x):
        bit = 1 if x[self.index] > 0 else 0
        return bit ^ self.invert


class LastLabel(Expert):
    name = "last"

    def __init__(self):
        self.last = 0

    def advise(self, x):
        return self.last

    def observe(self, x, y):
        self.last = y


class Learner:
    def __init__(self, features, beta=0.5):
        self.beta = beta
        self.experts = [Constant(0), Constant(1), LastLabel()]
        for j in range(features):
            self.experts += [Copy(j), Copy(j, invert=True)]
        self.weights = {e.name: 1.0 for e in self.experts}

    def predict(self, x):
        votes = [0.0, 0.0]
        for e in self.experts:
            votes[e.advise(x)] += self.weights[e.name]
        return int(votes[1] >= votes[0])

    def update(self, x, y):
        for e in self.experts:
            if e.advise(x) != y:
                self.weights[e.name] *= self.beta
            e.observe(x, y)
        total = sum(self.weights.values())
        for name in self.weights:
            self.weights[name] /= total

    def best(self):
        return max(self.weights.items(), key=lambda kv: kv[1])[0]


def rows(n, d, k):
    return [[((i * (j + k) + j * j) % 7) - 3 for j in range(d)] for i in range(n)]


X = rows(30, 3, 2)
CASES = [
    (X, [int(r[1] > 0) for r in X], rows(8, 3, 4)),
    (X, [1 - int(r[2] > 0) for r in X], rows(8, 3, 5)),
    ([[0], [0], [0]], [0, 1, 0], [[1], [-1]]),
]
