"""The proof that a compiled decoder's arithmetic gives the machine's run, from its weights.

Claim: if the stream that enters a block is -1 and +1 with mirrors, so is the stream that leaves it. Induction over
blocks and tokens then gives the run, whatever the order of summation.

- Norms: the mean is 0 and the mean square 1, both exactly; an epsilon below 2^-24 vanishes. The identity.
- Matrices: rows over -1 and +1, whose partial sums `Sum` bounds. At most one of the units of a group is on.
- Units: GAIN times a whole number; silu and gelu map GAIN x to GAIN x if x >= 1 and to 0 if x <= 0 (exp(-128) is below
  float32's least number; added to a stream of ones it vanishes in float64 too).
- Heads: `Lead`, and `SharedLead` for heads that share keys. A winner that leads every other score by L has softmax
  weight 1 - t with t <= 4 exp(-L) (of tokens that match, of tokens that do not, scores fall by L a token; the null is
  one more). Values are 0 and 2. Where L >= 20, 2 t < 2^-25: sums of weights round to 1, and a stream of ones plus a sum
  of values to what the winner's value makes of it, in float32. `narrow` has L = 4, in the last block only: the symbol
  read is right by at least 0.75, the others are wrong by as much, and the order of the logits is that of exact ones.
- Logits: integers times 32; the right token leads by 64, so that its probability is 1 in float32.

Distance in half precision: sin(i omega) rounds to i omega and cos to 1 (`scaling`), i omega needs the bits of i. So the
formats' lengths are 2^8 = 256 tokens in bfloat16, 2^11 = 2,048 in float16. In float32 sines and sums of scores are
rounded: `Lead` bounds what that takes off.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch

from turingrad._support.arrays import F64
from turingrad._support.text import at_least
from turingrad.constructions.decoder.blueprint import Blueprint, Lookup, Unit
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.scaling import (
    GAIN,
    NARROW,
    NEAR,
    NORM_EPSILON,
    PAIRS,
    SOFTMAX_FACTOR,
    SPLIT_BITS,
    THETA_BITS,
    Scaling,
    scaling_of,
)
from turingrad.constructions.decoder.shared_lead import shared_lead
from turingrad.constructions.decoder.weights import BlockWeights, Weights
from turingrad.exact import Bound, Certificate, Sum, precision

LEAST_LEAD, LEAST_NARROW_LEAD = 20.0, 3.5
FLOAT32_BITS = 24


@dataclass(frozen=True, slots=True)
class Lead(Bound):
    """By how much a head's winner leads, at least: `leads` less what rounding can take off, scores summed in float32.

    `terms` is the number of products in a score, `magnitude` the sum of their absolute values.
    """

    leads: float
    terms: int
    scaling: Scaling
    slowest: float  # how far the fastest content pair turns over the context
    least: float

    def lead(self, dtype: str | torch.dtype) -> float:
        """In the units of softmax's exponent."""
        form, s = precision(dtype), self.scaling
        if form.bits < FLOAT32_BITS:  # every product is a multiple of it: exact where their sum fits float32
            return self.leads / SOFTMAX_FACTOR if self.magnitude / self.leads <= 2.0**FLOAT32_BITS else 0.0
        unit = 2.0**-form.bits
        turn = s.context * s.omega
        bent = s.context * turn**2 / 6  # sin x against x, in steps
        sines = 4 * s.context * unit  # each sine and each product of it rounded, in steps
        summed = self.terms * unit * self.magnitude + self.magnitude * self.slowest
        return (self.leads - 2 * (s.gap * (bent + sines) + summed)) / SOFTMAX_FACTOR

    def exact_in(self, dtype: str | torch.dtype) -> bool:
        return self.lead(dtype) >= self.least

    def __str__(self) -> str:
        lead = self.lead("float32")
        return f"{self.name}: the winning score must lead by {self.least:g}, and leads by {at_least(lead)} in float32"


@dataclass(frozen=True, slots=True)
class Vanishing(Bound):
    """An addend of `magnitude` beside 1, rounded away in formats of few enough bits: the norms' epsilon."""

    def exact_in(self, dtype: str | torch.dtype) -> bool:
        return self.magnitude < 2.0 ** -(precision(dtype).bits + 1)

    def __str__(self) -> str:
        return f"{self.name}: {self.magnitude:g} beside 1 does not round away"


def certificate_of(blueprint: Blueprint, weights: Weights) -> Certificate:
    """Weights, stream and cache in a dtype, scores summed in float32."""
    n = blueprint.options.context
    bounds = [
        Bound("positions", float(n), 0, float(n)),
        Sum("logits", weights.head, None, (-1.0, 1.0)).bound(),
        Vanishing("the norms' epsilon", NORM_EPSILON, 0, 0.0),
    ]
    for block, matrices in zip(blueprint.blocks, weights.blocks, strict=True):
        bounds += matrix_bounds(block.units, matrices)
        for head, lookup in enumerate(block.lookups):
            if block.shared:
                queries = matrices.q[HEAD_SIZE * head : HEAD_SIZE * (head + 1)]
                bounds.append(shared_lead(block.name, lookup, scaling_of(blueprint.options, True), queries, matrices.k))
            else:
                bounds.append(lead_of(block.name, lookup, blueprint))
    return Certificate.of(bounds)


def score_certificate_of(blueprint: Blueprint, certificate: Certificate) -> Certificate:
    """The same, from that certificate, with scores summed and held in the dtype, as attention without a fused kernel
    may do. Of a match or the null all partial sums are multiples of the lead within G n + C of zero (`split_bits`), and
    so are the scores of future keys, which must stay in range until the mask hides them; mismatches may round, or
    overflow to minus infinity, below. Where bits have one coordinate each, their sums count too."""
    bounds = list(certificate.bounds)
    for block in blueprint.blocks:
        for lookup in block.lookups:
            s = scaling_of(blueprint.options, lookup.null is not None)
            if block.shared:  # sums of a match are rounded: nothing is proven of scores that are held
                bounds.append(Bound(f"{block.name}, {lookup.name}: scores", float(s.gap * s.context), 0, 2.0**24))
                continue
            most = float(s.gap * s.context + s.centre) if lookup.null is not None else float(s.mismatch + s.gap * NEAR)
            if len(lookup.match) > SPLIT_BITS:
                most += s.mismatch * len(lookup.match)
            grid = round(math.log2(s.lead))
            held = float(max(abs(s.centre), abs(s.null))) if lookup.null is not None else s.gap * NEAR / 2
            bounds.append(Bound(f"{block.name}, {lookup.name}: scores", most, grid, held / s.lead))
    return Certificate.of(bounds)


def matrix_bounds(units: tuple[Unit, ...], weights: BlockWeights) -> Iterator[Bound]:
    for name in ("q", "k", "v", "gate", "up"):
        yield Sum(f"{weights.name} {name}", getattr(weights, name), None, (-1.0, 1.0)).bound()
    yield Sum(f"{weights.name} o", weights.o, None, (0.0, 2.0), 1).bound()
    yield down_bound(f"{weights.name} down", units, weights.down)


def down_bound(label: str, units: tuple[Unit, ...], down: F64) -> Bound:
    """Sums of what the groups add, one unit of each at most; units without a group count each at their largest."""
    groups: dict[str, F64] = {}
    for column, unit in enumerate(units):
        added = np.abs(down[:, column]) * GAIN * max(0, unit.most)
        group = unit.group or f"unit {column}"
        groups[group] = np.maximum(groups.get(group, np.zeros(len(down))), added)
    if not groups:
        return Bound(label, 0.0, 0, 0.0)
    most = float(np.sum(list(groups.values()), axis=0).max()) + 1  # beside the feature's own value
    return Bound(label, most, 0, most)


def lead_of(block: str, lookup: Lookup, blueprint: Blueprint) -> Lead:
    s = scaling_of(blueprint.options, lookup.null is not None)
    bits = len(lookup.match)
    # of one key: the distance's two products, the bits, the constant that subtracts them, and C (or, at the null, the
    # cancelling sum and B)
    magnitude = 2.0 * s.gap * s.context + s.mismatch * bits + s.centre
    used = s.slots()[: 2 * bits + 2 if bits <= SPLIT_BITS else bits + 4]
    fastest = min(slot % PAIRS for slot in used)
    turn = s.context * 2.0 ** (-THETA_BITS * fastest / PAIRS)
    least = LEAST_NARROW_LEAD if s.gap == NARROW else LEAST_LEAD
    return Lead(
        name=f"{block}, {lookup.name}",
        magnitude=magnitude,
        grid=round(math.log2(s.lead)),
        ratio=magnitude / s.lead,
        leads=float(s.lead),
        terms=bits + 6,  # that are not 0: of a split bit one
        scaling=s,
        slowest=turn,
        least=least,
    )
