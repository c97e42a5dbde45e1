# ruff: noqa
"""Separate-and-conquer rules: conjunctions grown until they cover no negatives."""

from typing import NamedTuple


class Condition(NamedTuple):
    feature: int
    op: str
    value: object

    def holds(self, x):
        v = x[self.feature]
        if self.op == "==":
            return v == self.value
        if self.op == "<=":
            return v <= self.value
        return v > self.value


def conditions(X):
    for j in range(len(X[0])):
        for v in sorted({x[j] for x in X}):
            if isinstance(v, str):
                yield Condition(j, "==", v)
            else:
                yield Condition(j, "<=", v)
                yield Condition(j, ">", v)


class Learner:
    def fit(self, X, y):
        pool = list(conditions(X))
        positives = [x for x, t in zip(X, y) if t]
        negatives = [x for x, t in zip(X, y) if not t]
        self.rules = []
        while positives and len(self.rules) < 5:
            rule, pos, neg = [], positives, negatives
            while neg and len(rule) < 4:

                def precision(c, pos=pos, neg=neg):
                    p = sum(map(c.holds, pos))
                    n = sum(map(c.holds, neg))
                    return (p + 1) / (p + n + 2) if p else 0.0

                c = max(pool, key=precision)
                rule.append(c)
                pos = [x for x in pos if c.holds(x)]
                neg = [x for x in neg if c.holds(x)]
            if not pos:
                break
            self.rules.append(rule)
            positives = [x for x in positives if not all(c.holds(x) for c in rule)]

    def predict(self, X):
        return [any(all(c.holds(x) for c in rule) for rule in self.rules) for x in X]


CASES = [
    (
        [("a", 1), ("a", 5), ("b", 3), ("b", 8), ("c", 2), ("c", 9), ("a", 7), ("b", 1), ("c", 6), ("a", 2)],
        [True, True, False, True, False, True, True, False, False, True],
        [("a", 9), ("b", 2), ("c", 10), ("d", 7)],
    ),
    ([(i % 5, i % 3) for i in range(15)], [i % 5 > 2 and i % 3 < 2 for i in range(15)], [(4, 0), (4, 2), (0, 0)]),
    ([("x", "y")] * 10, [False] * 10, [("x", "y")]),
]
