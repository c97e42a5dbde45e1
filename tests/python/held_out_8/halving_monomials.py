# ruff: noqa
"""The Halving algorithm over all monomials (conjunctions of literals)."""

from itertools import product


def all_monomials(n):
    """Each hypothesis: tuple of 1 (positive), 0 (negated), None (absent)."""
    return list(product((1, 0, None), repeat=n))


def satisfies(h, x):
    return all(lit is None or lit == bit for lit, bit in zip(h, x))


class Learner:
    def __init__(self, features):
        self.version_space = all_monomials(features)
        self.mistakes = 0
        self.history = [len(self.version_space)]

    def predict(self, x):
        yes = sum(satisfies(h, x) for h in self.version_space)
        return 2 * yes > len(self.version_space)

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes += 1
        survivors = [h for h in self.version_space if satisfies(h, x) == bool(y)]
        if survivors:
            self.version_space = survivors
        self.history.append(len(self.version_space))

    def __str__(self):
        def show(h):
            lits = [("" if v else "~") + f"x{i}" for i, v in enumerate(h) if v is not None]
            return " & ".join(lits) or "true"

        return " | ".join(show(h) for h in self.version_space[:5])


cube4 = list(product((0, 1), repeat=4))
cube3 = list(product([False, True], repeat=3))


def target(x):
    return bool(x[0] and not x[2])


train = cube4[::-2] + cube4[::4]

CASES = [
    (train, [target(x) for x in train], cube4),
    (cube3, [all(x) for x in cube3], cube3),
    (cube3[:2], [True, True], cube3),
]
