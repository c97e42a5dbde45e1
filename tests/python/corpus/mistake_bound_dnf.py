# ruff: noqa
"""Learn a k-term conjunction space: a winnow over all pairs of literals."""

from itertools import combinations


class Learner:
    def __init__(self, features):
        literals = [(i, v) for i in range(features) for v in (0, 1)]
        self.terms = [t for t in combinations(literals, 2) if t[0][0] != t[1][0]]
        self.weights = dict.fromkeys(self.terms, 1)
        self.threshold = len(self.terms)
        self.mistakes = 0

    def active(self, x):
        return [t for t in self.terms if all(x[i] == v for i, v in t)]

    def predict(self, x):
        return int(sum(self.weights[t] for t in self.active(x)) >= self.threshold)

    def update(self, x, y):
        if self.predict(x) == y:
            return
        self.mistakes += 1
        for t in self.active(x):
            if y:
                self.weights[t] *= 2
            else:
                self.weights[t] = 0


XS = [tuple((19 * i + 7) >> k & 1 for k in range(5)) for i in range(30)]

CASES = [
    (XS, [int(x[0] and x[1] or (not x[2] and x[4])) for x in XS], [(1, 1, 1, 0, 0), (0, 0, 0, 0, 1), (0, 1, 1, 1, 1)]),
    (XS, [x[0] ^ x[3] for x in XS], [(1, 0, 0, 0, 0), (1, 0, 0, 1, 0), (0, 0, 0, 1, 1)]),
]
