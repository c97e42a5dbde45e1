"""Lemma 7 and Corollary 3: what all parities together tell about any function f(x, y), exactly.

With g(x) = f(x, 1) - f(x, 0), and y and the parities p_s as bits,

    E f(X, Y) - E f(X, p_s(X)) = 2^(-n-1) sum_x g(x) (-1)^(p_s(x)),

a Walsh-Hadamard coefficient of g. By Parseval the sum of their squares over all s is 2^(-n-2) sum_x g(x)^2 exactly,
which is at most E f(X, Y)^2 since (a - b)^2 <= 2 a^2 + 2 b^2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import I64
from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError, LimitError

MAX_BITS = 20
MAX_VALUE = 1 << 20  # sums of 2^20 of them stay below 2^53


@dataclass(frozen=True)
class Gaps:
    """E f(X, Y) - E f(X, p_s(X)) for every s (bit i of its index is whether i is in s), and the sums around them."""

    n: int
    gaps: tuple[Fraction, ...]
    identity: Fraction
    bound: Fraction

    @property
    def squares(self) -> Fraction:
        """Lemma 7's left side, from the gaps."""
        return sum((gap * gap for gap in self.gaps), Fraction(0))

    @property
    def magnitudes(self) -> Fraction:
        """Corollary 3's left side; its right side is 2^(n/2) sqrt(bound)."""
        return sum((abs(gap) for gap in self.gaps), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Var_F E_X f(X, F(X)), which (58) bounds by 2^-n times `bound`."""
        mean = sum(self.gaps, Fraction(0)) / len(self.gaps)
        return self.squares / len(self.gaps) - mean * mean


@validate_arguments
def lemma_7(f: npt.ArrayLike) -> Gaps:
    """Compute both sides of Lemma 7.

    Args:
        f: Whole numbers of shape (2^n, 2): row x (bit i of its number is x_i), column y.

    Returns:
        The gaps, the identity behind them and the bound, as fractions.

    Example:
        >>> from turingrad.theory.limits import lemma_7
        >>> lemma_7([[1, -1], [-1, 1]]).n
        1
    """
    table = np.asarray(f)
    n = int(table.shape[0]).bit_length() - 1 if table.ndim == 2 else -1
    if n < 0 or table.shape != (1 << n, 2) or table.dtype.kind not in "iu":
        raise InputError(
            "f must be a table of integers with a row for each of the 2^n points and a column for each label"
        )
    if n > MAX_BITS or np.abs(table).max() > MAX_VALUE:
        raise LimitError(f"at most {MAX_BITS} bits and values up to {MAX_VALUE:,}")
    values = table.astype(np.int64)
    g = values[:, 1] - values[:, 0]
    gaps = tuple(Fraction(int(c), 1 << (n + 1)) for c in walsh_hadamard(g))
    identity = Fraction(sum(int(v) ** 2 for v in g), 1 << (n + 2))
    bound = Fraction(sum(int(v) ** 2 for v in values.ravel()), 1 << (n + 1))
    return Gaps(n, gaps, identity, bound)


def walsh_hadamard(values: I64) -> I64:
    """sum_x values[x] (-1)^(s.x) for every s, in n 2^n additions."""
    found = values.astype(np.int64)
    size = 1
    while size < len(found):
        pairs = found.reshape(-1, 2, size)
        found = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        size *= 2
    return found


def corollary_3_bound(gaps: Gaps) -> float:
    """2^(n/2) sqrt(E f(X, Y)^2)."""
    return math.sqrt((1 << gaps.n) * float(gaps.bound))
