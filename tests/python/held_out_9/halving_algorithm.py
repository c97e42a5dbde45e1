# ruff: noqa
"""Halving algorithm over a finite class of conjunctions with negations."""

from itertools import product


class Conjunction:
    """Each literal is 1 (positive), 0 (negated) or None (absent)."""

    def __init__(self, literals):
        self.literals = tuple(literals)

    def __call__(self, x):
        return all(l is None or l == v for l, v in zip(self.literals, x))

    def __str__(self):
        names = [("" if l else "~") + f"x{i}" for i, l in enumerate(self.literals) if l is not None]
        return " & ".join(names) or "true"

    def __eq__(self, other):
        return isinstance(other, Conjunction) and self.literals == other.literals

    def __hash__(self):
        return hash(self.literals)


class Learner:
    def __init__(self, features):
        self.version_space = [Conjunction(c) for c in product((None, 1, 0), repeat=features)]
        self.mistakes = 0
        self.history = []

    def predict(self, x):
        yes = sum(1 for h in self.version_space if h(x))
        return yes * 2 > len(self.version_space)

    def update(self, x, y):
        if self.predict(x) != bool(y):
            self.mistakes += 1
        survivors = [h for h in self.version_space if h(x) == bool(y)]
        if survivors:  # keep the old version space if the data is not realizable
            self.version_space = survivors
        self.history.append(len(self.version_space))

    def consistent(self):
        return [str(h) for h in self.version_space]


def label(conj, xs):
    return [conj(x) for x in xs]


cube4 = list(product([0, 1], repeat=4))
target = Conjunction((1, None, 0, None))
order = sorted(cube4, key=lambda x: (sum(x) % 3, x))

CASES = [
    (order[:8], label(target, order[:8]), order[8:]),
    (cube4[:4], label(Conjunction([None] * 4), cube4[:4]), cube4),
    ([(0, 1, 1), (0, 1, 1), (1, 1, 1)], [True, False, True], [(0, 0, 0), (1, 1, 1), (0, 1, 1)]),
]
