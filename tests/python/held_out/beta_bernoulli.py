"""Bayesian averaging of Beta-Bernoulli tables over every subset of two features."""

from itertools import combinations
from math import exp, lgamma


def log_beta(a, b):
    return lgamma(a) + lgamma(b) - lgamma(a + b)


class Learner:
    def __init__(self, features):
        self.subsets = [s for k in range(3) for s in combinations(range(features), k)]
        self.tables = {s: {} for s in self.subsets}

    def update(self, x, y):
        for s in self.subsets:
            key = tuple(x[i] for i in s)
            cell = self.tables[s].setdefault(key, [1, 1])
            cell[bool(y)] += 1

    def evidence(self, s):
        return sum(log_beta(a, b) - log_beta(1, 1) for a, b in self.tables[s].values())

    def probability(self, x):
        logs = {s: self.evidence(s) for s in self.subsets}
        top = max(logs.values())
        numerator = denominator = 0.0
        for s in self.subsets:
            w = exp(logs[s] - top)
            a, b = self.tables[s].get(tuple(x[i] for i in s), (1, 1))
            numerator += w * b / (a + b)
            denominator += w
        return numerator / denominator

    def predict(self, x):
        return self.probability(x) > 0.5


XS = [((7 * i) % 2, (3 * i) % 3, i // 4 % 2, i % 5 > 2) for i in range(26)]

CASES = [
    (XS, [x[1] == 0 or x[2] == 1 for x in XS], [(0, 0, 0, True), (1, 1, 0, False), (1, 2, 1, True)]),
    (XS, [x[0] != x[3] for x in XS], [(0, 0, 0, True), (1, 1, 0, True), (5, 5, 5, 5)]),
]
