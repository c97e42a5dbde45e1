"""Learning algorithms as plain Python classes: what a user would write, compiled like any user's.

A class is made with the number of features; x is a tuple of -1 and +1, y is -1 or +1. Written without annotations, as
the documentation shows them.
"""
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from turingrad.library.learners.circuits import MAX_FEATURES, MAX_PARITY, checked_features
from turingrad.machine.learner import Learner
from turingrad.python import clamp, learner


class Parity:
    """Parity of an unknown subset, by online elimination over GF(2).

    With -1 as the bit 1, y = prod x_i over S is the linear form sum x_i over S. `row[j]` has its first one at j, where
    `used[j]`, and `label[j]` is its label. A sample is reduced by the rows from the left; if ones are left that met no
    row, what is left becomes the row of the first of them. Once all rows are used, any x reduces to zero, and the
    labels on the way add up to its answer. 2n + n(n-1)/2 bits.
    """

    def __init__(self, features):
        self.n = features
        self.used = [False] * features
        self.label = [False] * features
        self.row = [[False] * features for _ in range(features)]

    def reduce(self, x):
        """The labels of the rows used, added up, and what is left of the sample: ones that met no row."""
        left, label = [v < 0 for v in x], False
        for j in range(self.n):
            use = left[j] & self.used[j]
            label ^= use & self.label[j]
            for k in range(j + 1, self.n):
                left[k] ^= use & self.row[j][k]
            left[j] &= not self.used[j]
        return label, left

    def predict(self, x):
        return -1 if self.reduce(x)[0] else 1

    def update(self, x, y):
        label, left = self.reduce(x)
        free = True
        for j in range(self.n):
            first = free & left[j]
            free &= not left[j]
            self.used[j] |= first
            self.label[j] |= first & (label ^ (y < 0))
            for k in range(j + 1, self.n):
                self.row[j][k] |= first & left[k]

    def done(self):
        return all(self.used)


class Perceptron:
    """The perceptron with small integer weights that saturate."""

    def __init__(self, features, limit=7):
        self.limit = limit
        self.w = [0] * (features + 1)

    def predict(self, x):
        return 1 if sum(w * v for w, v in zip(self.w, (*x, 1), strict=True)) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for j, v in enumerate((*x, 1)):
                self.w[j] = clamp(self.w[j] + y * v, -self.limit, self.limit)


class Winnow:
    """Littlestone's Winnow for disjunctions: weights double and halve on mistakes, as exponents of two."""

    def __init__(self, features, most=4):
        self.most = most
        self.exponent = [0] * features

    def predict(self, x):
        total = sum(1 << e for e, v in zip(self.exponent, x, strict=True) if v > 0)
        return 1 if total >= len(x) else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for j, v in enumerate(x):
                if v > 0:
                    self.exponent[j] = clamp(self.exponent[j] + y, 0, self.most)


class DecisionList:
    """Decision lists over single literals: a rule that misled goes down a level, and the highest that applies decides.

    Rule (j, s, c): where x_j = s answer c. At the beginning all rules are on level 0; on a list of r levels, those of
    level i are right from level i on and are never sent further down (Nevo and El-Yaniv's online scheme).
    """

    def __init__(self, features, levels=4):
        self.levels = levels
        self.level = [[[0, 0], [0, 0]] for _ in range(features)]

    def best(self, x):
        """The least level of a rule that applies, and whether any rule on it says +1."""
        least, says = self.levels, False
        for j, v in enumerate(x):
            for c in range(2):
                here = self.level[j][v > 0][c]
                if here < least or (here == least and c == 1):
                    least, says = here, c == 1
        return least, says

    def predict(self, x):
        return 1 if self.best(x)[1] else -1

    def update(self, x, y):
        if self.predict(x) != y:
            least = self.best(x)[0]
            for j, v in enumerate(x):
                wrong = self.level[j][v > 0]
                c = 0 if y > 0 else 1
                if wrong[c] == least:
                    wrong[c] = min(least + 1, self.levels)


class Majority:
    """Majority of some features with unknown signs, by counting agreements."""

    def __init__(self, features, samples=32):
        self.samples = samples
        self.count = [0] * features
        self.seen = 0

    def predict(self, x):
        enough = self.samples // 4
        votes = sum(v * ((c >= enough) - (c <= -enough)) for c, v in zip(self.count, x, strict=True))
        return 1 if votes > 0 else -1

    def update(self, x, y):
        for j, v in enumerate(x):
            self.count[j] = clamp(self.count[j] + v * y, -self.samples, self.samples)
        self.seen = min(self.seen + 1, self.samples)

    def done(self):
        return self.seen == self.samples


class Conjunction:
    """Conjunction by elimination: a positive sample that was answered -1 strikes out the literals that it falsifies."""

    def __init__(self, features):
        self.struck = [[False, False] for _ in range(features)]  # the literals that -1 and +1 falsify

    def predict(self, x):
        return 1 if all(s[v > 0] for s, v in zip(self.struck, x, strict=True)) else -1

    def update(self, x, y):
        if self.predict(x) < y:
            for s, v in zip(self.struck, x, strict=True):
                s[v > 0] = True


class NearestNeighbours:
    """The nearest of the last few samples, in a ring buffer; the newest of those at the same distance."""

    def __init__(self, features, stored=8):
        self.rows = [(1,) * features for _ in range(stored)]
        self.labels = [-1] * stored
        self.full = [False] * stored
        self.next = 0

    def predict(self, x):
        best, answer = -len(x) - 1, -1
        for row, label, full in zip(self.rows, self.labels, self.full, strict=True):
            near = sum(a * b for a, b in zip(row, x, strict=True))
            if full and near >= best:
                best, answer = near, label
        return answer

    def update(self, x, y):
        self.rows[self.next] = x
        self.labels[self.next] = y
        self.full[self.next] = True
        self.next = (self.next + 1) % len(self.rows)


class NaiveBayes:
    """Naive Bayes with counters: votes of features by how often they agreed with the label, up to a limit."""

    def __init__(self, features, most=15):
        self.most = most
        self.agree = [0] * features
        self.positive = 0

    def predict(self, x):
        return 1 if sum(a * v for a, v in zip(self.agree, x, strict=True)) + self.positive > 0 else -1

    def update(self, x, y):
        self.positive = clamp(self.positive + y, -self.most, self.most)
        for j, v in enumerate(x):
            self.agree[j] = clamp(self.agree[j] + v * y, -self.most, self.most)


ALL = {
    "parity": Parity,
    "perceptron": Perceptron,
    "winnow": Winnow,
    "decision-list": DecisionList,
    "majority": Majority,
    "conjunction": Conjunction,
    "nearest-neighbours": NearestNeighbours,
    "naive-bayes": NaiveBayes,
}
"""The classes by their names in the library."""


def builder(name: str, kind: type) -> Callable[[int], Learner]:
    """A function of the number of features; its docstring is the class's."""

    def build(features: int) -> Learner:
        largest = MAX_PARITY if kind is Parity else MAX_FEATURES
        made = learner(kind(checked_features(name, features, largest)), features)
        return replace(made, name=name)

    build.__doc__ = kind.__doc__
    return build


BUILDERS: Mapping[str, Callable[[int], Learner]] = MappingProxyType({n: builder(n, kind) for n, kind in ALL.items()})
