"""Example 1 of Abbe and Sandon to the letter: a parity from samples that are memorised as they are.

"The memory component would have n(n + 1) bits designated for remembering samples, and log2(n + 1) bits to keep a
count." For an input x the samples (x_1, y_1), ..., (x_r, y_r) in memory are looked at: if x is a linear combination of
x_1, ..., x_r, the answer is that combination of y_1, ..., y_r. Otherwise a random bit y' is taken, (x, y') is to be
memorised, and the answer is NOT y': where y' was right, the answer is wrong, and the net learns; else nothing changes.

So it answers from the first sample on, always right where x is in the span of what it saw, and never changes its memory
there. The random bit is a further feature, the last one, as the paper appends it to the net's input: samples of n
features are to be given with a column of fair coins (`with_coins`). It updates on errors only (Lemma 3).
"""
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from dataclasses import replace

import numpy as np

from turingrad._support.arrays import Signs
from turingrad.errors import InputError
from turingrad.machine.learner import Learner
from turingrad.machine.learner.run import random_bits
from turingrad.python import learner

MAX_FEATURES = 12  # elimination anew for every input: of the order of n^3 gates


class Span:
    """Parity of an unknown subset, answered in the span of the memorised samples (Example 1)."""

    def __init__(self, features):
        self.n = features - 1
        self.x = [[False] * self.n for _ in range(self.n)]
        self.y = [False] * self.n
        self.count = 0

    def combination(self, x):
        """Whether x is in the span of the memorised samples, and the combination of their labels."""
        n = self.n
        used, label, row = [False] * n, [False] * n, [[False] * n for _ in range(n)]
        for i in range(n):  # each memorised sample is reduced by the rows before it, and becomes a row
            left, value = self.reduce([v & (i < self.count) for v in self.x[i]], self.y[i], used, label, row)
            free = True
            for j in range(n):
                first = free & left[j]
                free &= not left[j]
                used[j] |= first
                label[j] |= first & value
                row[j] = [v | (first & w) for v, w in zip(row[j], left, strict=True)]
        left, value = self.reduce([v < 0 for v in x[:n]], False, used, label, row)
        return not any(left), value

    def reduce(self, left, value, used, label, row):
        """What the rows leave of a sample and of its label."""
        for j in range(self.n):
            use = left[j] & used[j]
            value ^= use & label[j]
            left = [v ^ (use & w) for v, w in zip(left, row[j], strict=True)]
        return left, value

    def predict(self, x):
        inside, value = self.combination(x)
        coin = x[self.n] < 0
        return (-1 if value else 1) if inside else (1 if coin else -1)

    def update(self, x, y):
        inside, _ = self.combination(x)
        if not inside and self.predict(x) != y and self.count < self.n:
            for i in range(self.n):
                if i == self.count:
                    self.x[i] = [v < 0 for v in x[: self.n]]
                    self.y[i] = y < 0
            self.count = min(self.count + 1, self.n)


def example_1(features: int) -> Learner:
    """Compile `Span`, the learner of Abbe and Sandon's Example 1.

    Args:
        features: Features per sample, besides the coin.

    Returns:
        The learner; its last feature is a coin.

    Example:
        >>> tg.library.example_1(3).features
        4
    """
    if not 1 <= features <= MAX_FEATURES:
        raise InputError(f"Example 1's learner takes 1 to {MAX_FEATURES} features, not {features}")
    made = learner(Span(features + 1), features + 1)
    return replace(made, on_error=True, name="example-1")


def with_coins(X: Signs, seed: int = 0) -> Signs:
    """Add a column of fair coins to samples: the paper's random input.

    Args:
        X: The samples.
        seed: Fixes the coins.

    Returns:
        The samples with one more column.

    Example:
        >>> tg.library.with_coins(np.ones((2, 3), int)).shape
        (2, 4)
    """
    coins = (2 * random_bits(seed, len(X), 1).astype(np.int8) - 1).astype(np.int8)
    return np.hstack([X, coins])
