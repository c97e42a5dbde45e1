"""By how much the winner of a shared head leads, in float32: the derivation behind the processor's context.

Let n be the context, u = 2^-24, G the gap. The distance of a key at j from a query at i comes from one rotary pair
with Q K omega = G:

    score = Q cos(i omega) K sin(j omega) - Q sin(i omega) K cos(j omega) = -(G / omega) sin((i - j) omega)

Q and K are powers of two, so that rotated queries and keys are the table's sines and cosines, exactly scaled. Compare
two matches j' < j, at least `apart` tokens from each other, under one query:

- Exactly, the later leads by (G / omega) (sin((i - j') omega) - sin((i - j) omega)) >= G apart cos(n omega).
- *Sines.* A table's sine is within one unit of the last place, 2 u of its value, and its angle is rounded, u more: for
  each of the two keys G n (2 u + u). The query's own sine and cosine are the same in both scores: their errors only
  multiply the difference of the keys', by 1 + 4 u, which cos(n omega) covers.
- *Cosines* are within one unit, u: for each of the two keys G n u.
- *Products* are rounded: two for each key, G n u each. (Fused multiply-adds round less.)
- *The sum.* All other products of a match are 0 but for leaks (below). Rounding an addition errs by at most the smaller
  operand, as the other operand is representable itself. So of all additions, in whatever order, one has two large
  operands (G n u for each key), and the others err by no more than the sum of the leaks.

Together 14 n u G, and leaks. *Leaks*: the pairs of key bits turn, too, by n omega_p at most, and mix a query's
coordinate with its partner's key: |q_p k_(p+32)| + |q_(p+32) k_p| times n omega_p. They count four times: in both
scores, and as rounding in both.

A match leads the null, whose score -G (n + 2) is exact (its key is at position 0, and alone in its slot), by
5 G - 14 n u G / 2 and leaks at least, since d <= n - 3. The null leads a mismatch: that scores -S at most, and rounding
64 additions takes no more than 64 u of the sum of all products off it.

*Keys in half precision* (`exact_with_keys`): a cache in float16, or flash attention in llama.cpp, which casts a float32
cache to float16, rounds rotated queries and keys to p bits and sums in float32. Let n <= 2^p and n omega <= 2^-7. Then
cos(i omega) >= 1 - 2^-15 rounds to 1; sin(i omega) is i omega up to a factor 1 - 2^-16, and rounds to i omega, whose
i has at most p bits. All scores of matches are then multiples of G below 2^24 G / G: exact, and the later leads by G.
So float16 is proven up to 2,048 tokens, bfloat16 up to 256.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch

from turingrad._support.arrays import F64
from turingrad._support.text import at_least
from turingrad.constructions.decoder.blueprint import Lookup
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.heads import factors
from turingrad.constructions.decoder.scaling import PAIRS, SOFTMAX_FACTOR, TURN_BITS, Scaling, turn
from turingrad.exact import Bound, precision

FLOAT32_BITS = 24
ROUNDINGS = 14  # of the distance, in units of n u G, see above
LEAST_LEAD = 20.0  # of softmax's exponent: the others' weights, 4 exp(-20) together, round away beside 1


@dataclass(frozen=True, slots=True)
class SharedLead(Bound):
    """By how much a lookup's winner leads, at least.

    `leak` is what slow pairs can add to a score, `mismatching` the sum of all products of a key that does not match.
    """

    scaling: Scaling
    apart: int
    leak: float
    mismatching: float

    def lead(self, dtype: str | torch.dtype) -> float:
        """In the units of softmax's exponent; 0 in formats narrower than float32, for which nothing is proven."""
        if precision(dtype).bits < FLOAT32_BITS:
            return 0.0
        s, unit = self.scaling, 2.0**-FLOAT32_BITS  # tables are float32's in every format
        rounding = ROUNDINGS * s.context * unit * s.gap
        later = s.gap * self.apart * math.cos(s.context * s.omega) - rounding - 4 * self.leak
        over_null = 5 * s.gap - rounding / 2 - 2 * self.leak
        under_null = s.mismatch + s.null - HEAD_SIZE * unit * self.mismatching - 2 * self.leak
        return min(later, over_null, under_null) / SOFTMAX_FACTOR

    def exact_in(self, dtype: str | torch.dtype) -> bool:
        return self.lead(dtype) >= LEAST_LEAD

    def exact_with_keys(self, dtype: str | torch.dtype) -> bool:
        """Whether rotated queries and keys may be rounded to a format, all else in float32."""
        form, s = precision(dtype), self.scaling
        if form.bits >= FLOAT32_BITS:
            return self.exact_in(dtype)
        constants = [abs(x) for product in (s.gap / s.omega, s.mismatch, s.null) for x in factors(product)]
        turning, distance, *_ = constants
        held = all(x <= form.largest and in_format(x, form.bits) for x in constants)
        fine = min(turning, distance) * s.omega >= 2.0**form.smallest
        linear = s.context <= 1 << form.bits and s.context * s.omega <= 2.0**-TURN_BITS
        stray = HEAD_SIZE * max(constants) * 2.0 ** (form.smallest - form.bits)  # leaks that round to subnormal numbers
        return held and fine and linear and (s.gap - 8 * self.leak - 4 * stray) / SOFTMAX_FACTOR >= LEAST_LEAD

    def __str__(self) -> str:
        lead = self.lead("float32")
        held = [name for name in ("float32", "float16", "bfloat16") if self.exact_with_keys(name)]
        return (
            f"{self.name}: the winning score must lead by {LEAST_LEAD:g}, and leads by {at_least(lead)} in float32; "
            f"for {self.scaling.context:,} tokens keys may be in {' or '.join(held) or 'no format'}"
        )


def in_format(number: float, bits: int) -> bool:
    """Whether a number has at most so many significant bits."""
    return (math.frexp(number)[0] * 2.0**bits).is_integer()


def shared_lead(block: str, lookup: Lookup, scaling: Scaling, q: F64, k: F64) -> SharedLead:
    """From the queries (64, width) of a lookup and the keys (64, width) of its block."""
    queries, keys = np.abs(q).sum(axis=1), np.abs(k).sum(axis=1)  # the largest values over -1 and +1
    leak = 0.0
    for pair in range(PAIRS):
        if pair != scaling.pair:
            crossed = queries[pair] * keys[pair + PAIRS] + queries[pair + PAIRS] * keys[pair]
            leak += float(crossed) * scaling.context * turn(pair, scaling.theta_bits)
    mismatching = float(queries @ keys) + 2.0 * scaling.gap * scaling.context
    grid = round(math.log2(scaling.gap))
    ratio = scaling.gap * scaling.context / scaling.gap
    return SharedLead(f"{block}, {lookup.name}", mismatching, grid, ratio, scaling, lookup.apart, leak, mismatching)
