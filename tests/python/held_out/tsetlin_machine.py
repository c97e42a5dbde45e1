# ruff: noqa
"""A tiny Tsetlin machine: clauses of automata that include or exclude literals."""

import random


class Clause:
    def __init__(self, features, sign):
        self.states = [0] * (2 * features)
        self.sign = sign

    def output(self, literals, training):
        included = [v for s, v in zip(self.states, literals) if s > 0]
        if not included:
            return training
        return all(included)

    def reinforce(self, literals, rng):
        fires = self.output(literals, True)
        for k, v in enumerate(literals):
            if fires and v:
                self.states[k] = min(10, self.states[k] + 1)
            elif rng.random() < 0.3:
                self.states[k] = max(-10, self.states[k] - 1)

    def reject(self, literals):
        if self.output(literals, True):
            for k, v in enumerate(literals):
                if not v and self.states[k] <= 0:
                    self.states[k] += 1


class Learner:
    def __init__(self, clauses=8, threshold=3, seed=9):
        self.n, self.threshold = clauses, threshold
        self.rng = random.Random(seed)
        self.clauses = None

    @staticmethod
    def literals(x):
        return [bool(v) for v in x] + [not v for v in x]

    def vote(self, literals, training=False):
        return sum(c.sign * c.output(literals, training) for c in self.clauses)

    def update(self, x, y):
        if self.clauses is None:
            self.clauses = [Clause(len(x), 1 if k % 2 == 0 else -1) for k in range(self.n)]
        literals = self.literals(x)
        total = max(-self.threshold, min(self.threshold, self.vote(literals, True)))
        chance = (self.threshold - total if y else self.threshold + total) / (2 * self.threshold)
        for c in self.clauses:
            if self.rng.random() < chance:
                if (c.sign > 0) == bool(y):
                    c.reinforce(literals, self.rng)
                else:
                    c.reject(literals)

    def predict(self, x):
        return int(self.clauses is not None and self.vote(self.literals(x)) > 0)


TABLE = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]

CASES = [
    (TABLE * 3, [a & b for a, b, _ in TABLE] * 3, TABLE),
    (TABLE * 3, [a ^ b for a, b, _ in TABLE] * 3, TABLE[::2]),
]
