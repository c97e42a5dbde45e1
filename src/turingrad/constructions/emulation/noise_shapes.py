"""How large noise of each shape may be, proven: from `noise_proof`'s bounds on what an edge is off by.

There are two: D, if the absolute noise on an edge adds up to D at most, and a smaller D' if only its *partial sums* S_t
stay within ±D'. With E edges and T steps of size |delta|, the total T |delta| may be

    fixed-sign, adversarial   the absolute values add up to T |delta|: the total is D.
    uniform in ±delta         E exp(l S_T) <= exp(l^2 T delta^2 / 6), and exp(l S_t) is a submartingale: by Doob's
                              inequality P(max |S_t| >= D') <= 2 exp(-3 D'^2 / (2 T delta^2)). Over all edges the
                              failure is at most `failure` for delta = D' sqrt(3 / (2 T ln(2 E / failure))).
    gaussian                  of standard deviation delta: the same with 1 instead of 3.
    rounding                  to a grid of step g, |delta| = g/2. A weight on the grid stays where no gradient moves it,
                              and each edge is moved in one step at most: two roundings of g/2, so g = D.

For uniform noise the adversary's bound D holds as well, with certainty; the larger of the two is given.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from turingrad._support.text import name_alternatives
from turingrad.constructions.emulation.noise_proof import proven_noise
from turingrad.errors import InputError

Pattern = Literal["adversarial", "fixed-sign", "uniform", "gaussian", "rounding"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
FAILURE = 0.01
SUB_GAUSSIAN = {"uniform": 1 / 3, "gaussian": 1.0}  # variance proxies, in units of delta^2


@dataclass(frozen=True)
class ProvenTotal:
    """The largest proven T |delta|; `certain` where no chance is left."""

    pattern: Pattern
    total: float
    certain: bool


def proven_total(
    pattern: Pattern, features: int, steps: int, edges: int, *, kappa: float = 0.6, failure: float = FAILURE
) -> ProvenTotal:
    """The largest total T |delta| of noise of this shape that is proven to be tolerated, by all edges, for any
    learner."""
    if pattern not in PATTERNS:
        raise InputError(f"no noise {pattern!r}{name_alternatives(pattern, PATTERNS)}")
    if steps < 1 or edges < 1 or not 0 < failure < 1:
        raise InputError(
            f"{steps} steps, {edges} edges, failure probability {failure}: there must be at least one step and one "
            "edge, and the probability must be between 0 and 1"
        )
    D = proven_noise(features, kappa).total
    if pattern == "rounding":
        return ProvenTotal(pattern, steps * D / 2, True)
    if pattern not in SUB_GAUSSIAN:
        return ProvenTotal(pattern, D, True)
    walk = proven_noise(features, kappa, partial_sums=True).total
    likely = walk * math.sqrt(steps / (2 * SUB_GAUSSIAN[pattern] * math.log(2 * edges / failure)))
    if pattern == "uniform" and likely <= D:
        return ProvenTotal(pattern, D, True)
    return ProvenTotal(pattern, likely, False)
