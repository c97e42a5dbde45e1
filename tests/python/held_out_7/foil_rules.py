# ruff: noqa
"""FOIL on attribute tests: grow rules by information gain, cover the positives."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass

OPS = {"==": operator.eq, "<=": operator.le, ">": operator.gt}


@dataclass(frozen=True, order=True)
class Test:
    feature: int
    op: str
    value: float

    def __call__(self, x) -> bool:
        return OPS[self.op](x[self.feature], self.value)

    def __str__(self) -> str:
        return f"x{self.feature} {self.op} {self.value}"


def candidate_tests(X) -> list[Test]:
    tests = []
    for j, column in enumerate(zip(*X)):
        values = sorted(set(column))
        if isinstance(values[0], str):
            tests += [Test(j, "==", v) for v in values]
        else:
            for a, b in zip(values, values[1:]):
                cut = (a + b) / 2
                tests += [Test(j, "<=", cut), Test(j, ">", cut)]
    return tests


def foil_gain(test, pos, neg):
    p0, n0 = len(pos), len(neg)
    p1 = sum(map(test, pos))
    n1 = sum(map(test, neg))
    if p1 == 0:
        return 0.0
    return p1 * (math.log2(p1 / (p1 + n1)) - math.log2(p0 / (p0 + n0)))


class Learner:
    max_tests = 3

    def fit(self, X, y):
        tests = candidate_tests(X)
        pos = [x for x, label in zip(X, y) if label]
        neg = [x for x, label in zip(X, y) if not label]
        self.rules: list[list[Test]] = []
        while pos and tests:
            rule, p, n = [], pos, neg
            while n and len(rule) < self.max_tests:
                best = max(tests, key=lambda t: foil_gain(t, p, n))
                if foil_gain(best, p, n) <= 0:
                    break
                rule.append(best)
                p, n = list(filter(best, p)), list(filter(best, n))
            if not rule or len(n) >= len(p):
                break
            self.rules.append(rule)
            pos = [x for x in pos if not all(t(x) for t in rule)]
        return self

    def explain(self, x):
        for rule in self.rules:
            if all(t(x) for t in rule):
                return " and ".join(map(str, rule))
        return None

    def predict(self, X):
        return [(reason is not None, reason) for reason in map(self.explain, X)]


CASES = [
    ([[1, 7], [2, 6], [3, 2], [6, 6], [7, 1], [8, 7]], [1, 1, 0, 0, 0, 0], [[1, 9], [9, 9], [2, 1]]),
    ([["red", 3], ["red", 1], ["blue", 3], ["green", 2]], [1, 0, 1, 0], [["red", 5], ["green", 5], ["blue", 0]]),
    ([[1], [2], [3], [4], [5]], [1, 0, 1, 0, 1], [[1], [2], [3], [5]]),
]
