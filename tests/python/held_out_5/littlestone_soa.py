# ruff: noqa
"""The standard optimal algorithm: predicts the label whose version space has the larger Littlestone dimension."""

from functools import lru_cache

DOMAIN = range(6)


def thresholds():
    return [tuple(int(x >= t) for x in DOMAIN) for t in range(len(DOMAIN) + 1)]


def singletons():
    return [tuple(int(x == c) for x in DOMAIN) for c in DOMAIN]


@lru_cache(maxsize=None)
def ldim(hypotheses):
    """Littlestone dimension of a frozenset of hypotheses, -1 for the empty class."""
    if not hypotheses:
        return -1
    if len(hypotheses) == 1:
        return 0
    best = 0
    for x in DOMAIN:
        zero = frozenset(h for h in hypotheses if h[x] == 0)
        one = hypotheses - zero
        if zero and one:
            best = max(best, 1 + min(ldim(zero), ldim(one)))
    return best


class Learner:
    def __init__(self):
        self.space = frozenset(thresholds())
        self.mistakes = 0

    def split(self, x):
        zero = frozenset(h for h in self.space if h[x] == 0)
        return zero, self.space - zero

    def predict(self, x):
        zero, one = self.split(x)
        return 1 if ldim(one) > ldim(zero) else 0

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes += 1
        consistent = self.split(x)[y]
        if consistent:
            self.space = consistent
        else:  # the target is no threshold: start again with the singletons
            self.space = frozenset(singletons())


CASES = [
    ([0, 5, 2, 3], [0, 1, 0, 1], [0, 1, 2, 3, 4, 5]),
    ([2, 4, 1], [1, 0, 0], list(DOMAIN)),
    ([5, 1], [1, 0], list(DOMAIN)),
]
