# ruff: noqa
"""Rivest's greedy learner for 1-decision lists."""

import itertools


class Rule:
    __slots__ = ("index", "value", "output")

    def __init__(self, index, value, output):
        self.index, self.value, self.output = index, value, output

    def matches(self, x):
        return x[self.index] == self.value

    def __repr__(self):
        return f"if x[{self.index}] == {self.value!r} then {self.output!r}"

    def __eq__(self, other):
        if not isinstance(other, Rule):
            return NotImplemented
        return (self.index, self.value, self.output) == (other.index, other.value, other.output)

    def __hash__(self):
        return hash((self.index, self.value, self.output))


class Learner:
    def __init__(self):
        self.rules = []
        self.default = None

    def fit(self, X, y):
        remaining = list(zip(X, y))
        n = len(X[0])
        while remaining:
            labels = {label for _, label in remaining}
            if len(labels) == 1:
                self.default = labels.pop()
                return self
            for i, v in itertools.product(range(n), (0, 1)):
                covered = {label for x, label in remaining if x[i] == v}
                if len(covered) == 1:
                    rule = Rule(i, v, covered.pop())
                    break
            else:
                # not a 1-DL: fall back to the majority of what remains
                ones = [label for _, label in remaining]
                self.default = max(sorted(set(ones)), key=ones.count)
                return self
            self.rules.append(rule)
            remaining = [(x, label) for x, label in remaining if not rule.matches(x)]
        return self

    def predict_one(self, x):
        for rule in self.rules:
            if rule.matches(x):
                return rule.output
        return self.default

    def predict(self, X):
        return [self.predict_one(x) for x in X]


cube = list(itertools.product((0, 1), repeat=4))


def target(x):
    if x[2]:
        return "b"
    elif not x[0]:
        return "a"
    elif x[3]:
        return "b"
    return "a"


CASES = [
    (cube, [target(x) for x in cube], cube),
    (cube[::3], [target(x) for x in cube[::3]], cube),
    (cube, [sum(x) % 2 for x in cube], cube[:6]),
]
