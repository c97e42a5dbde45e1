"""Cross-predictability: how much one function of a class tells about another.

    CP_inf = E_{F,F'} (E_X F(X) F'(X))^2
    CP_m   = E_{F,F'} E_S (1/m sum over X in S of F(X) F'(X))^2,        S: m fresh points,

and, expanding the square into m equal and m (m - 1) unequal pairs of points,

    CP_m = (1/m) E F(X)^2 F'(X)^2 + (1 - 1/m) CP_inf.

(47) prints 1/m for the first term: that is right for values ±1 only. With the values of mean 0 that 6.3 asks for, the
factor is not 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from turingrad.errors import InputError, LimitError
from turingrad.theory.limits.function_classes import FunctionClass

MAX_WORK = 1 << 32  # pairs times points


@dataclass(frozen=True)
class Estimate:
    """A number: exact, or a mean over `pairs` random pairs of functions with its standard error."""

    value: float
    error: float = 0.0
    exact: Fraction | None = None
    pairs: int = 0

    @property
    def log2(self) -> float:
        """The exact number's, however small; -inf where an estimate is not positive."""
        return log2_of(self.value if self.exact is None else self.exact)

    def __str__(self) -> str:
        if self.exact is None:
            return f"{self.value:.4g} ± {self.error:.2g}"
        return f"{self.value:.6g}" if self.value > 1e-300 else f"2^{self.log2:.6g}"


def cross_predictability(
    functions: FunctionClass,
    m: int | None = None,
    *,
    sampled: bool = False,
    pairs: int = 1000,
    points: int = 1000,
    seed: int = 0,
) -> Estimate:
    """Compute the cross-predictability of a class: exactly if the class knows its moments, else by Monte Carlo.

    Args:
        functions: The class of functions.
        m: The batch size of CP_m; None for CP_inf.
        sampled: Use Monte Carlo in any case.
        pairs: Pairs of functions that are drawn.
        points: Points per pair, for CP_inf.
        seed: Fixes the draws.

    Returns:
        The number, exact as a fraction or with its standard error.

    Example:
        >>> from turingrad.theory import Parities, cross_predictability
        >>> cross_predictability(Parities(10)).exact
        Fraction(1, 1024)
    """
    if m is not None and m < 1:
        raise InputError(f"a batch must have at least one sample, not {m}")
    moments = None if sampled else functions.moments()
    if moments is not None:
        value = moments[0] if m is None else cp_of_batch(moments[0], m, moments[1])
        return Estimate(float(value), exact=value)
    return estimate_cp(functions, m, pairs, points, seed)


def cp_of_batch(cp_inf: Fraction, m: int, second: Fraction = Fraction(1)) -> Fraction:
    """CP_m from CP_inf; `second` is E F^2 F'^2."""
    return second / m + (1 - Fraction(1, m)) * cp_inf


def estimate_cp(functions: FunctionClass, m: int | None, pairs: int, points: int, seed: int) -> Estimate:
    """Monte Carlo. CP_inf is estimated without bias: of the square of a mean over points, only pairs of different
    points are kept. Its standard error only knows the pairs that were drawn: a class whose correlations are all in rare
    pairs, such as parities, needs more pairs than 1 / CP_inf."""
    size = points if m is None else m
    if pairs < 2 or size < (2 if m is None else 1):
        raise InputError("an estimate needs at least two pairs of functions and two points")
    if pairs * size > MAX_WORK:
        raise LimitError(f"{pairs} pairs of functions on {size} points are more than {MAX_WORK:,} values")
    rng = np.random.default_rng(seed)
    found = np.zeros(pairs)
    for k in range(pairs):
        first, second = functions.draw(rng), functions.draw(rng)
        X = functions.points(rng, size)
        product = first(X) * second(X)
        total = product.sum() ** 2
        found[k] = (total - (product**2).sum()) / (size * (size - 1)) if m is None else total / size**2
    return Estimate(float(found.mean()), float(found.std(ddof=1) / math.sqrt(pairs)), None, pairs)


def log2_of(value: float | Fraction) -> float:
    """The logarithm of a number that may be below the smallest float; -inf for what is not positive."""
    if value <= 0:
        return -math.inf
    if isinstance(value, Fraction):
        return math.log2(value.numerator) - math.log2(value.denominator)
    return math.log2(value)
