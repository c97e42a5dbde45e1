# ruff: noqa
"""A one-dimensional Gaussian mixture fitted by EM, whose components are then labelled by vote."""

import math
from collections import Counter


def normal_pdf(x, mean, var):
    return math.exp(-((x - mean) ** 2) / (2 * var)) / math.sqrt(2 * math.pi * var)


class Learner:
    def __init__(self, k=2, iterations=15):
        self.k = k
        self.iterations = iterations

    def responsibilities(self, x):
        p = [pi * normal_pdf(x, m, v) for pi, m, v in zip(self.mix, self.means, self.vars)]
        total = sum(p) or 1e-300
        return [q / total for q in p]

    def fit(self, X, y):
        xs = sorted(X)
        n = len(xs)
        # spread the initial means over the quantiles
        self.means = [xs[(2 * i + 1) * n // (2 * self.k)] for i in range(self.k)]
        mu = sum(xs) / n
        self.vars = [sum((x - mu) ** 2 for x in xs) / n] * self.k
        self.mix = [1 / self.k] * self.k
        for _ in range(self.iterations):
            R = [self.responsibilities(x) for x in X]
            for j in range(self.k):
                nj = sum(r[j] for r in R) + 1e-12
                self.mix[j] = nj / n
                self.means[j] = sum(r[j] * x for r, x in zip(R, X)) / nj
                var = sum(r[j] * (x - self.means[j]) ** 2 for r, x in zip(R, X)) / nj
                self.vars[j] = max(var, 1e-3)
        votes = [Counter() for _ in range(self.k)]
        for x, label in zip(X, y):
            votes[self.component(x)][label] += 1
        fallback = Counter(y).most_common(1)[0][0]
        self.names = [v.most_common(1)[0][0] if v else fallback for v in votes]

    def component(self, x):
        r = self.responsibilities(x)
        return r.index(max(r))

    def predict(self, X):
        return [self.names[self.component(x)] for x in X]


CASES = [
    ([1.0, 1.2, 0.8, 1.1, 5.0, 5.3, 4.8, 5.1, 0.9], list("aaaabbbba"), [1.5, 4.0, 2.0, 6.0]),
    ([0.1 * i for i in range(10)] + [3 + 0.2 * i for i in range(10)], ["L"] * 9 + ["H"] * 11, [0.5, 1.5, 2.5, 4.0]),
]
