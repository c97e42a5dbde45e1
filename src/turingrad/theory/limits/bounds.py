"""What noisy gradient descent cannot learn: Theorem 3, Corollary 2, Theorem 6, as numbers with their range.

Descent is W_t = W_{t-1} - E_{X in S_t} G_{t-1}(W_{t-1}(X), F(X)) + Z_t, Z Gaussian with standard deviation sigma on
every edge; G contains the learning rate. By Pinsker's inequality a step on F and the same step on random labels differ
by at most |difference of the means| / (2 sigma) in total variation (22), and the mean over F of that difference is
small where CP is small. Summed over the steps,

    accuracy <= 1/2 + (1/sigma) JF_T CP_m^(1/4)            (Theorem 3),

where (15)'s 1/2 is the accuracy of a net that learned from labels that mean nothing. It is 1/2 only for classes whose
mean over F vanishes: whoever knows the class answers sign E_F F(x) without any sample, and is right with probability
1/2 + (1/2) E_X |E_F F(X)|. The bounds here carry that term, the *bias* of the class:

    E_X |E_F F(X)| <= (E_{F,F'} E_X F F')^(1/2) <= CP_inf^(1/4) <= CP_m^(1/4)

by Jensen twice, so that without a known bias half of CP_m^(1/4) is added. Uniform parities have bias 2^-n exactly.

(22) has 1/(2 sigma), (37) and the theorem 1/sigma: the printed bound is weaker than the proof by a factor of 2. Both
are given: `proved=True` takes the proof's.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import finite, whole
from turingrad.errors import InputError
from turingrad.theory.limits.cross_predictability import cp_of_batch, log2_of

Number = float | Fraction


@dataclass(frozen=True)
class AccuracyBound:
    """accuracy <= 1/2 + 2^log2_excess, of which 2^log2_bias / 2 needs no sample. It is vacuous from 1 on."""

    theorem: str
    log2_excess: float
    log2_bias: float = -math.inf

    @property
    def excess(self) -> float:
        return 2.0**self.log2_excess if self.log2_excess < 1000 else math.inf

    @property
    def accuracy(self) -> float:
        """The largest accuracy that the bound leaves possible."""
        return min(1.0, 0.5 + self.excess)

    @property
    def says_something(self) -> bool:
        return self.log2_excess < -1

    def __str__(self) -> str:
        if not self.says_something:
            return f"{self.theorem}: nothing (the excess over 1/2 would be up to 2^{self.log2_excess:.1f})"
        return f"{self.theorem}: accuracy <= 1/2 + 2^{self.log2_excess:.1f}"


MAX_BITS = 1 << 20  # of a parity: 2^-n is kept as an exact fraction


def _fraction(cp: Number) -> Fraction:
    return cp if isinstance(cp, Fraction) else Fraction(finite(cp, "the cross-predictability", 0, 1))


@validate_arguments
def theorem_3(
    junk_flow: float, sigma: float, cp: Number, *, bias: Number | None = None, proved: bool = False
) -> AccuracyBound:
    """Compute Theorem 3: accuracy <= 1/2 + bias/2 + (1/sigma) JF_T CP_m^(1/4).

    Args:
        junk_flow: JF_T.
        sigma: Standard deviation of the noise.
        cp: CP_m of the batch that descent uses.
        bias: The class's E_X |E_F F(X)| (`FunctionClass.bias`); by default its bound CP_m^(1/4).
        proved: Use the constants of the proof instead of the statement's.

    Returns:
        The bound on the accuracy, and its terms.

    Example:
        >>> tg.theory.limits.theorem_3(junk_flow=1.0, sigma=10.0, cp=2**-40).accuracy < 0.51
        True
    """
    return _bound("Theorem 3", _flow(junk_flow, sigma, proved) + log2_of(cp) / 4, bias, cp)


@validate_arguments
def corollary_2(
    overflow: float,
    edges: int,
    steps: int,
    sigma: float,
    cp_inf: Number,
    m: int | None,
    *,
    rate: float = 1.0,
    bias: Number | None = None,
    proved: bool = False,
) -> AccuracyBound:
    """Compute the bound (48): with partial derivatives within ±A (the overflow range), JF_T <= rate A sqrt(E) T.

    Args:
        overflow: A, the range of a partial derivative.
        edges: E, the number of weights.
        steps: T.
        sigma: Standard deviation of the noise.
        cp_inf: CP_inf of the class.
        m: The batch size; None is m = inf.
        rate: The step size.
        bias: As in `theorem_3`.
        proved: Use the constants of the proof instead of the statement's.

    Returns:
        The bound on the accuracy, and its terms.

    Example:
        >>> tg.theory.limits.corollary_2(1.0, 100, 10, 10.0, 2**-80, None, rate=0.01).accuracy < 0.51
        True
    """
    exact = _fraction(cp_inf)
    cp = exact if m is None else cp_of_batch(exact, whole(m, "the batch", 1))
    flow = worst_junk_flow(overflow, edges, steps, rate)
    return _bound("Corollary 2", _flow(flow, sigma, proved) + log2_of(cp) / 4, bias, cp)


@validate_arguments
def corollary_2_least_batch(
    overflow: float,
    edges: int,
    steps: int,
    sigma: float,
    cp_inf: Number,
    *,
    rate: float = 1.0,
    proved: bool = False,
) -> int | None:
    """Compute the least m for which Corollary 2 is not vacuous, for a class without bias; None if there is none.

    1/m + (1 - 1/m) CP_inf < c with c = (sigma / (2 A sqrt(E) T))^4 means m > (1 - CP_inf) / (c - CP_inf).

    Args:
        overflow: A, the range of a partial derivative.
        edges: E, the number of weights.
        steps: T.
        sigma: Standard deviation of the noise.
        cp_inf: CP_inf of the class.
        rate: The step size.
        proved: Use the constants of the proof instead of the statement's.

    Returns:
        The batch size.

    Example:
        >>> tg.theory.limits.corollary_2_least_batch(1.0, 100, 10, 1.0, 2**-80, rate=0.01)
        17
    """
    flow = worst_junk_flow(overflow, edges, steps, rate)
    allowed = Fraction(_positive("sigma", sigma)) / (Fraction(flow) * (1 if proved else 2))
    exact = _fraction(cp_inf)
    room = allowed**4 - exact
    if room <= 0:
        return None
    return math.floor((1 - exact) / room) + 1


@validate_arguments
def theorem_6(n: int, junk_flow: float, sigma: float, *, proved: bool = False) -> AccuracyBound:
    """Compute Theorem 6 for uniform parities and m = inf: accuracy <= 1/2 + 2^(-n-1) + (1/sigma) JF_T 2^(-n/2).

    Lemma 7 replaces the Cauchy-Schwarz step (30), which cost half of CP's exponent. It needs the exact mean over all
    points: (59) is for m = inf, so that for SGD on batches only Theorem 3 is left.

    Args:
        n: Bits of a parity.
        junk_flow: JF_T.
        sigma: Standard deviation of the noise.
        proved: Use the constants of the proof instead of the statement's.

    Returns:
        The bound on the accuracy, and its terms.

    Example:
        >>> tg.theory.limits.theorem_6(20, junk_flow=1.0, sigma=1.0).accuracy < 0.51
        True
    """
    return _bound("Theorem 6", _flow(junk_flow, sigma, proved) - whole(n, "n", 1, MAX_BITS) / 2, Fraction(1, 1 << n))


@validate_arguments
def theorem_6_as_stated(n: int, edges: int, *, proved: bool = False) -> AccuracyBound:
    """Compute Theorem 6 at its limits: 2^(n/10) steps, learning rate and overflow range, noise of variance 2^(-n/10):
    1/2 + 2^(-n-1) + sqrt(E) 2^(3n/10 + n/20 - n/2) = 1/2 + 2^(-n-1) + sqrt(E) 2^(-3n/20).

    Args:
        n: Bits of a parity.
        edges: E, the number of weights.
        proved: Use the constants of the proof instead of the statement's.

    Returns:
        The bound on the accuracy, and its terms.

    Example:
        >>> tg.theory.limits.theorem_6_as_stated(200, edges=10**4).accuracy < 0.51
        True
    """
    edges = whole(edges, "the number of edges", 1)
    learned = math.log2(edges) / 2 - 3 * whole(n, "n", 1, MAX_BITS) / 20 - (1 if proved else 0)
    return _bound("Theorem 6", learned, Fraction(1, 1 << n))


@validate_arguments
def theorem_6_least_n(edges: int | Callable[[int], int], *, proved: bool = False, most: int = 1 << 14) -> int | None:
    """Compute the least n from which on (up to `most`) Theorem 6 keeps its promise, an accuracy below 1/2 + 2^(-n/10).

    For E edges that is sqrt(E) < 2^(n/20), n > 10 log2 E.

    Args:
        edges: E, or a function of n such as lambda n: n**3.
        proved: Use the constants of the proof instead of the statement's.
        most: The largest n that is looked at.

    Returns:
        The number of bits; None if there is none up to `most`.

    Example:
        >>> tg.theory.limits.theorem_6_least_n(10**4)
        133
    """
    least = None
    for n in range(1, most + 1):
        size = edges(n) if callable(edges) else edges
        if theorem_6_as_stated(n, size, proved=proved).log2_excess < -n / 10:
            least = n if least is None else least
            if not callable(edges):
                return least
        else:
            least = None
    return least


@validate_arguments
def worst_junk_flow(overflow: float, edges: int, steps: int, rate: float = 1.0) -> float:
    """Compute rate A sqrt(E) T: every partial derivative at the end of its range at every step.

    Args:
        overflow: A, the range of a partial derivative.
        edges: E, the number of weights.
        steps: T.
        rate: The step size.

    Returns:
        The junk flow.

    Example:
        >>> tg.theory.limits.worst_junk_flow(1.0, edges=100, steps=3, rate=0.5)
        15.0
    """
    size = math.sqrt(whole(edges, "the number of edges", 1)) * whole(steps, "the number of steps", 1)
    return _positive("the learning rate", rate) * _positive("the overflow range", overflow) * size


def total_variation(distance: float, sigma: float) -> float:
    """Between N(a, sigma^2 I) and N(b, sigma^2 I), |a - b| = distance: 2 Phi(distance / 2 sigma) - 1, exactly.

    Pinsker's bound in (22) is distance / (2 sigma); the tangent is sqrt(2/pi) of that, which is what is left of
    footnote 18's "1/pi".
    """
    return math.erf(distance / (2 * math.sqrt(2) * _positive("sigma", sigma)))


def _bound(theorem: str, learned: float, bias: Number | None, cp: Number | None = None) -> AccuracyBound:
    """The bound whose learned part is 2^learned; without a known bias that of `cp` is taken."""
    if bias is not None and not 0 <= bias <= 1:
        raise InputError(f"the bias of a class must be between 0 and 1, not {bias}")
    known = log2_of(cp) / 4 if bias is None and cp is not None else log2_of(bias or 0)
    high, low = max(learned, known - 1), min(learned, known - 1)
    total = high if low == -math.inf else high + math.log2(1 + 2.0 ** (low - high))
    return AccuracyBound(theorem, total, known)


def _flow(junk_flow: float, sigma: float, proved: bool) -> float:
    """log2 of JF / sigma, or of JF / (2 sigma)."""
    if not (math.isfinite(junk_flow) and junk_flow >= 0):
        raise InputError(f"the junk flow is {junk_flow}; it must be finite and not negative")
    return log2_of(junk_flow) - math.log2(_positive("sigma", sigma)) - (1 if proved else 0)


def _positive(what: str, value: float) -> float:
    if not (math.isfinite(value) and value > 0):
        raise InputError(f"{what} is {value}; it must be positive and finite")
    return value
