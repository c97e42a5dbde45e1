"""The constants b, gamma, c, W of the loss (21), and the thresholds that tell running from halting.

Every quantity of the loss and of its gradient is gamma times a small integer, so gamma is a power of two. With
D the largest squared distance of two symbols' codes (4 for the paper's ±1) and d tapes, the three least-squares terms
are at most

    R gamma,  R = (1/2) D d + 2 b^2 D d + d      (for D = 4 the 8 b^2 d + 3 d of (23)).

A running configuration has loss in [c, c + R gamma]; a halting one at most h = c - W gamma + R gamma, with W = b^3 in
the paper. The thresholds are a quarter and three quarters of the way from h to c, and B_stop is the lower one.

The directed hat traces with any b above the encoding's least b (`Encoding.least_b`) and any W > 0; b = 2. The paper's
hat needs W > (b^3 + b m)/2, and (18); there b is the least power of two above 2 D d, hence b^3 > R, which for two
symbols is 16, 32, 32, 64 for 1, 2, 3, 4 tapes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, frexp, isfinite, log2

from turingrad.constructions.descent.encoding import Encoding
from turingrad.errors import CertificateError, InputError

DIRECTED_B = 2
PLAIN_HALT = 4  # W of a plain run under the directed hat: any W > 0 traces


@dataclass(frozen=True)
class Constants:
    """What the loss is built with. `halt_weight` is W, `lift` is L of the directed hat, `reading_most` is R."""

    hat: str
    b: float
    gamma: float
    c: float
    halt_weight: float
    lift: float
    reading_most: float

    @property
    def running_least(self) -> float:
        return self.c

    @property
    def running_most(self) -> float:
        return self.c + self.reading_most * self.gamma

    @property
    def halting_most(self) -> float:
        """h: no halting configuration has a larger loss, whatever stands on a read-only tape."""
        return self.c + (self.reading_most - self.halt_weight) * self.gamma

    @property
    def lower(self) -> float:
        return self.halting_most + (self.c - self.halting_most) / 4

    @property
    def upper(self) -> float:
        return self.halting_most + 3 * (self.c - self.halting_most) / 4

    @property
    def b_stop(self) -> float:
        return self.lower

    @property
    def separates(self) -> bool:
        """True if every halting loss lies below every running loss."""
        return self.halting_most < self.c


def power_of_two_at_least(value: float) -> float:
    return 2.0 ** ceil(log2(value))


def reading_most(b: float, encoding: Encoding, tapes: int) -> float:
    """R: the largest value of the three least-squares terms, over gamma."""
    return (2 * b * b + 0.5) * encoding.spread * tapes + tapes


def default_b(hat: str, encoding: Encoding, tapes: int) -> float:
    if hat == "directed":
        return DIRECTED_B
    return power_of_two_at_least(2 * encoding.spread * tapes + 1)


def choose_constants(
    hat: str,
    encoding: Encoding,
    tapes: int,
    *,
    b: float | None = None,
    stop_above: float | None = None,
) -> Constants:
    """The constants for a hat. `stop_above` is sup 1/2 |f - y|^2 of an extended network: B_stop is then above it, and
    gamma is the least power of two for which it is; halting is distinguished from running whatever a read-only tape
    holds.
    """
    given = default_b(hat, encoding, tapes) if b is None else float(b)
    if not isfinite(given) or given <= 0:
        raise InputError(f"b = {given} must be a positive number")
    most = reading_most(given, encoding, tapes)
    # L: the weights K = 4 A / L of the directed hat are then at most 1/4
    lift = power_of_two_at_least(16 * (given**3 + given * encoding.most_agreements * tapes))
    weight = given**3
    if hat == "directed":
        weight = PLAIN_HALT if stop_above is None else power_of_two_at_least(2 * most)
    if stop_above is None:
        return Constants(hat, given, 1.0, 2 * weight, weight, lift, most)
    if not isfinite(stop_above) or stop_above < 0:
        raise InputError(f"the bound on the primary network's loss is {stop_above}; it must be finite and 0 or more")
    gamma = power_of_two_at_least(max(stop_above, 1.0) / weight) / 8
    while True:
        constants = Constants(hat, given, gamma, square_root_scale(2 * weight * gamma), weight, lift, most)
        if not constants.separates:
            raise CertificateError(f"b = {given} is too small: a halting loss may exceed a running one")
        if constants.lower > stop_above:
            return constants
        gamma *= 2


def square_root_scale(least: float) -> float:
    """The least 2^(2e+1) that is at least `least`: as c it makes sqrt(2 c)/2 a power of two.

    The running losses lie in [c, 4c), so sqrt(2 l)/2 stays in one binade [2^e, 2^(e+1)), and sqrt(2 l)/2 ± 1 is exact:
    the gradient through sqrt(2 l) (y1, -y2, y3, -y4)/2 then has no rounding for labels ±1.
    """
    exponent = frexp(power_of_two_at_least(least))[1] - 1
    return 2.0 ** (exponent if exponent % 2 else exponent + 1)
