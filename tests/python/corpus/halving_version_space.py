# ruff: noqa
"""The halving algorithm over an explicit class of conjunctions."""

from itertools import product


def satisfies(hypothesis, x):
    return all(h == "?" or h == v for h, v in zip(hypothesis, x))


class Learner:
    def __init__(self, features):
        self.space = list(product("?01", repeat=features))
        self.fallback = self.space

    def predict(self, x):
        votes = sum(1 if satisfies(h, x) else -1 for h in self.space)
        return votes > 0

    def update(self, x, y):
        consistent = [h for h in self.space if satisfies(h, x) == y]
        if consistent:
            self.space = consistent


def strings(n):
    return ["".join(p) for p in product("01", repeat=n)]


CASES = [
    (
        [list(s) for s in strings(4)[::-1]],
        [s[0] == "1" and s[2] == "0" for s in strings(4)[::-1]],
        [list(s) for s in strings(4)[3::2]],
    ),
    (strings(3) * 2, [s == "101" for s in strings(3)] * 2, strings(3)),
    (strings(4)[:10], [s[0] == "0" for s in strings(4)[:10]], ["1111", "0000", "1010"]),
]
