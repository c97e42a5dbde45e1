"""The numbers of the rotary heads: how scores are spread so that softmax is a hard maximum in every format.

A head finds the last token whose key equals the query. Before the runtime's factor 1/8 its score is, for a key at
distance d of which m bits differ,

    C - G d - S m          C = G floor(n/2),  S = G N,  N the power of two from n up (at least 64)
    B = C - G (n - 2)      for the null

with n the context, whose last token is said but not fed, so that d <= n - 3. A match leads the null by G at least, the
null leads every mismatch (C - S at most) by G at least, and of two matches the later leads by G. Up to 64 tokens G is
twice as large, and B higher by G/2: a runtime that counts one token too far then lets the null win. The scores of
matches and of the null lie within G n / 2 of zero: multiples of the lead that need as many significant bits as n, or
one more up to 64 tokens. (Lookups without a null, of digits and steps, find their match within 2 D + 1 tokens: they
have C = 0 and N = 64, so that no row of scores is all out of range.)

Distance comes from rotary pair p, which turns by omega = 2^(-2p) a token (theta = 2^64, heads of 64): a query (Q, 0)
and a key (0, -K) give  -Q K sin((i - j) omega),  with Q K omega = G. The pair is chosen so that n omega <= 2^-7: then
in half precision the cosine rounds to 1 and the sine of i omega to i omega, and everywhere the sine is i omega up to
n (n omega)^2 / 6 <= 1/16 of a step. Key bits are in pairs from 31 down, which turn by less than 2^-41 per token.

Heads of the processor have other numbers, see `processor_scaling`.

G / 8 is what parts two scores: 32 (128 beyond 2,048 tokens, where float32 rounds the scores themselves); `narrow` parts
the tape's lookup by 4, so that scores up to 1,365 tokens fit float16's range.
"""

from __future__ import annotations

from dataclasses import dataclass

from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.options import Options
from turingrad.constructions.decoder.processor.options import ProcessorOptions
from turingrad.errors import LimitError

PAIRS = HEAD_SIZE // 2
THETA_BITS = 64  # rope_theta = 2^64, so that pair p turns by 2^(-2p): exact in every format
THETA = 2.0**THETA_BITS
WIDE, LONG, NARROW = 256, 1024, 32  # G
SPLIT_BITS = 9  # of a key: two coordinates each
TIGHT_CONTEXT = 64  # up to here the null lies half a gap higher
SHORT_CONTEXT = 2048
NEAR = 64  # more than 2 D + 1 tokens, for the most digits that a cell has
SOFTMAX_FACTOR = 8  # 1 / sqrt(64)
GAIN = 128.0  # of units: silu and gelu of +-128 are 128 and 0 in every format
NORM_EPSILON = 2.0**-40  # vanishes beside a mean square of 1 in float32
LOGIT = 32.0  # a unit of the logits: the right token leads by 2 of them, and has probability 1 in float32
TURN_BITS = 7  # n omega <= 2^-7
PROCESSOR_THETA_BITS = 96
PROCESSOR_TURN = 2.0**-4
HALF_CONTEXT = 1 << 11  # up to here a processor's keys are exact in float16, too
PROCESSOR_LONG, PROCESSOR_SHORT_CONTEXT = 4096, 1 << 17  # G beyond that context; LONG up to it
FASTEST_CONTENT = 15  # of a processor's heads: turns by 2^-45 per token where theta is 2^96


@dataclass(frozen=True, slots=True)
class Scaling:
    """The numbers of one head."""

    gap: int  # G
    context: int  # n
    pair: int  # p
    span: int  # N
    theta_bits: int = THETA_BITS
    centred: bool = True  # if not, C = 0 and B = -G (n + 2)

    @property
    def mismatch(self) -> int:
        """S."""
        return self.gap * self.span

    @property
    def centre(self) -> int:
        """C."""
        return self.gap * (self.context // 2) if self.centred else 0

    @property
    def null(self) -> int:
        """B."""
        if not self.centred:
            return -self.gap * (self.context + 2)
        return self.centre - self.gap * (self.context - 2) + self.gap // 2 * self.tight

    @property
    def tight(self) -> bool:
        return self.centred and self.gap == 2 * WIDE

    @property
    def lead(self) -> int:
        """By how much the winning score leads, before rounding."""
        return self.gap // 2 if self.tight else self.gap

    @property
    def omega(self) -> float:
        return turn(self.pair, self.theta_bits)

    def slots(self) -> list[int]:
        """Coordinates of a head for key bits and constants, the slowest pairs first: (31, 63, 30, 62, ...)."""
        slowest = PAIRS - 12 if self.centred else FASTEST_CONTENT - 1
        return [slot for p in range(PAIRS - 1, max(self.pair, slowest), -1) for slot in (p, p + PAIRS)]


def turn(pair: int, theta_bits: float) -> float:
    """By how much a rotary pair turns per token."""
    return float(2.0 ** (-theta_bits * pair / PAIRS))


def scaling_of(options: Options | ProcessorOptions, has_null: bool) -> Scaling:
    """The numbers of a head of a decoder with these options."""
    if isinstance(options, ProcessorOptions):
        return processor_scaling(options.context)
    gap = LONG if options.context > SHORT_CONTEXT else WIDE
    if has_null and options.context <= TIGHT_CONTEXT:
        gap = 2 * WIDE
    if has_null and options.scores == "narrow":
        gap = NARROW
    span = max(NEAR, 1 << (options.context - 1).bit_length()) if has_null else NEAR
    return Scaling(gap, options.context, distance_pair(options.context), span)


def processor_scaling(context: int) -> Scaling:
    """theta = 2^96, so that pair p turns by 2^(-3p) per token. Scores of matches are -G d, the null's is -G (n + 2), a
    mismatch takes off S = G N with N >= 2 n + 4. The distance has the fastest pair that turns by at most 1/16 over the
    context, by 2^-7 up to 2,048 tokens, so that float16 holds rotated queries and keys; key bits are in pairs 31 to 15,
    which turn by 2^-45 per token at most."""
    most = 2.0**-TURN_BITS if context <= HALF_CONTEXT else PROCESSOR_TURN
    pairs = (p for p in range(1, FASTEST_CONTENT) if context * turn(p, PROCESSOR_THETA_BITS) <= most)
    gap = PROCESSOR_LONG if context > PROCESSOR_SHORT_CONTEXT else LONG
    span = 1 << (2 * context + 3).bit_length()
    return Scaling(gap, context, next(pairs), span, PROCESSOR_THETA_BITS, centred=False)


def distance_pair(context: int) -> int:
    """The fastest pair that is linear enough over the context."""
    for pair in range(1, PAIRS // 2):
        turn = context * 2.0 ** (-THETA_BITS * pair / PAIRS)
        if turn <= 2.0**-TURN_BITS and context * turn**2 / 6 <= 1 / 16:
            return pair
    raise LimitError(f"no rotary pair is linear over {context:,} tokens")
