"""The proof that a disguised model computes what its base does, bit for bit, from the weights of both.

Let b be the features of the base's stream, -1 and +1 each. The base's stream is s = D (b, 1): one column per feature (a
feature and its mirror), and one for the coordinates that never change. The model's is x = X (b, 1) with X = basis D.

Claim: if a site of the model holds x = X (b, 1) for the b that the base has there, exactly, so does the next site, in
whatever order sums are computed. The embedding is compared entry by entry; induction over sites and tokens does the
rest, and the last site gives the base's logits.

- *Why every number is dyadic.* Entries of X are multiples of 2^-j: a Hadamard matrix of size 4^j has entries +-2^-j,
  and a second stage of size 4^i makes them multiples of 2^-(i+j). Since each b is odd, x_c is a constant plus twice a
  sum of entries X_cf over the features that are on: a multiple of 2^(1-i-j) above that constant, of magnitude at most
  m_c = sum_f |X_cf| + |X_c0|. The base's weights are dyadic; the model's are sums of a few products of these and
  entries of X, so that they are dyadic, too.
- *Why every partial sum fits.* A unit sums w_c x_c. Each term is a multiple of g, the least of grid(w_c) grid(x_c). So
  is every partial sum, in any order and with any grouping, and its magnitude is at most B = sum |w_c| m_c. If B / g <=
  2^24, all of them are exact in float32, in which matrix kernels add whatever the dtype is. This is `Accumulated`, one
  bound per matrix, from every row of it. What is stored afterwards has a smaller bound: the value itself.
- *Norms.* The columns of X are orthogonal, so that |x|^2 is the sum of their squares, which is the width: the mean
  square is 1, and its partial sums are multiples of the squared grid, at most the width. RMSNorm is the identity.
- *Heads.* Queries and keys are the base's up to quarter turns of rotary pairs and powers of two, so that a score is the
  same sum of the same products, times 4. The base's winner leads by L (its certificate); here 4 L >= 104, and exp(-104)
  is below half of float32's least number: softmax is 0 and 1, and what is copied is one token's values, not nearly so.
  Without that, exp(-32) of another token's value would stay in a coordinate of x that happens to be 0. Heads with the
  same winner are added up: sum o v = basis (o v of the base).
- *Mixed slow pairs.* The coordinates of pairs that turn by t <= 2^-24 over the context may be in another basis: the
  bilinear form q' . k' over the features is compared with the base's, exactly. With M the sum of the magnitudes of all
  products of a score and m the number of those that are not 0, summing in float32 errs by m 2^-24 M at most, in any
  order. The cosine of such a pair rounds to 1; its sine adds at most t times the partner to a coordinate, and rounding
  that sum errs by no more than the smaller operand: 2 t |partner|. In products that is 4 t (|q_p| + |q_p'|) (|k_p| +
  |k_p'|) for each pair. Two scores are compared: 2 m 2^-24 M and 8 times the leak are taken off the lead.
- *Units.* Every gate is a multiple of 128, where silu is 0 or the identity. Units with the same gate and the same
  factor are added up: their sum writes basis (what the base's unit writes), or nothing if the base has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch

from turingrad._support.arrays import F64, I64
from turingrad._support.text import at_least
from turingrad.constructions.decoder.certificate import FLOAT32_BITS, Lead, Vanishing
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.scaling import GAIN, SOFTMAX_FACTOR
from turingrad.constructions.decoder.shared_lead import SharedLead
from turingrad.exact import Bound, Certificate, precision
from turingrad.exact.sums import NO_GRID, bound_units, grid_exponents
from turingrad.truth.blocks import Block, Parts, take_apart
from turingrad.truth.same import Scores, compare
from turingrad.truth.value import Truth

FLOAT32 = "float32"
UNDERFLOWS = 104.0  # exp(-104) is below 2^-150: float32 rounds it to 0


@dataclass(frozen=True, slots=True)
class Accumulated(Bound):
    """Sums that are added up in float32, or in a wider dtype; the bound `held` is of what is then stored."""

    held: Bound

    def exact_in(self, dtype: str | torch.dtype) -> bool:
        wide = dtype if precision(dtype).bits >= precision(FLOAT32).bits else FLOAT32
        return Bound.exact_in(self, wide) and self.held.exact_in(dtype)

    def __str__(self) -> str:
        return f"{Bound.__str__(self)}; stored: {self.held}"


@dataclass(frozen=True, slots=True)
class Winner(Bound):
    """By how much a head's winner leads, in softmax's exponent: the base's lead times what its scores are scaled by,
    less what mixed slow pairs take off."""

    base: Lead | SharedLead
    scores: Scores

    def lead(self, dtype: str | torch.dtype) -> float:
        """At least; see the derivation above. Nothing is proven of mixed pairs in heads that share keys."""
        lead = self.base.lead(dtype) * self.scores.factor
        if not self.scores.terms:
            return lead
        if isinstance(self.base, SharedLead):
            return 0.0
        terms = self.base.terms + self.scores.terms
        summed = terms * 2.0**-FLOAT32_BITS * (self.base.magnitude * self.scores.factor + self.scores.magnitude)
        return lead - (2 * summed + 8 * self.scores.leak) / SOFTMAX_FACTOR

    def exact_in(self, dtype: str | torch.dtype) -> bool:
        return self.lead(dtype) >= UNDERFLOWS

    def __str__(self) -> str:
        lead = self.lead(FLOAT32)
        return f"{self.name}: the winning score must lead by {UNDERFLOWS:g}, and leads by {at_least(lead)} in float32"


@dataclass(frozen=True, slots=True)
class Different(Bound):
    """A part of the model that does not compute what the base's does: exact in no dtype."""

    reason: str

    def exact_in(self, dtype: str | torch.dtype) -> bool:  # noqa: ARG002
        return False

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


@dataclass(frozen=True, eq=False)
class Stream:
    """x = columns @ (b, 1): (width, features + 1); the first feature is `one`, always on."""

    columns: F64

    def affine(self, rows: F64) -> tuple[F64, I64]:
        """(largest magnitude, grid) of each row's value over all b."""
        return affine(rows @ self.columns)

    @cached_property
    def own(self) -> tuple[F64, I64]:
        """Of each coordinate."""
        return affine(self.columns)

    def sums(self, name: str, rows: F64) -> Accumulated:
        """The sums rows @ x, and their values."""
        most, grid = self.own
        products = np.where(rows != 0, grid_exponents(rows) + grid, NO_GRID)
        partial = bound_units(name, np.abs(rows) @ most, products.min(axis=1, initial=NO_GRID))
        return Accumulated(name, partial.magnitude, partial.grid, partial.ratio, bound_units(name, *self.affine(rows)))


def affine(rows: F64) -> tuple[F64, I64]:
    """Values of rows @ (b, 1) for b of -1 and +1 whose first is +1: a constant plus twice what is on."""
    varying, constant = rows[:, 1:-1], rows[:, 0] + rows[:, -1] - rows[:, 1:-1].sum(axis=1)
    grid = np.minimum(grid_exponents(2 * varying).min(axis=1, initial=NO_GRID), grid_exponents(constant))
    return np.abs(rows).sum(axis=1), grid


def certificate_of(truth: Truth, plain: Truth, base: Certificate) -> Certificate:
    """The certificate of a disguised model, from its weights, its base's truth and the base's certificate."""
    parts, originals = take_apart(truth), take_apart(plain)
    found = compare(truth, plain, parts, originals)
    if found.problems:
        return Certificate.of([Different(where, 0.0, 0, 0.0, reason) for where, reason in found.problems])
    stream = Stream(found.columns)
    bounds = [bound for bound in base.bounds if bound.name == "positions" or isinstance(bound, Vanishing)]
    bounds += stream_bounds(stream, truth.width, parts)
    leads = [bound for bound in base.bounds if isinstance(bound, Lead | SharedLead)]
    bounds += [
        Winner(lead.name, lead.magnitude, lead.grid, lead.ratio, lead, scores)
        for lead, scores in zip(leads, found.scores, strict=True)
    ]
    for number, block in enumerate(parts.blocks):
        bounds += block_bounds(f"block {number}", block, stream)
    return Certificate.of(bounds)


def stream_bounds(stream: Stream, width: int, parts: Parts) -> Iterator[Bound]:
    most, grid = stream.own
    yield bound_units("stream", most, grid)
    finest = int(grid.min())
    squares = bound_units("mean square", float(width), 2 * finest)
    yield Accumulated("mean square", squares.magnitude, squares.grid, squares.ratio, Bound("mean square", 1.0, 0, 1.0))
    yield weight_bound("embedding", parts.embedding)
    yield weight_bound("logits", parts.head)
    yield stream.sums("logits", parts.head)


def weight_bound(name: str, matrix: F64) -> Bound:
    """Weights must fit the dtype, each by itself."""
    return bound_units(f"{name}, weights", np.abs(matrix).ravel(), grid_exponents(matrix).ravel())


def block_bounds(name: str, block: Block, stream: Stream) -> Iterator[Bound]:
    width = stream.columns.shape[0]
    for kind in ("q", "k", "v", "gate", "up"):
        rows = getattr(block, kind).reshape(-1, width)
        yield weight_bound(f"{name} {kind}", rows)
        yield stream.sums(f"{name} {kind}", rows)
    most, _ = stream.own
    change = bound_units(f"{name}, what is added", 2 * most, grid_exponents(2 * stream.columns).min(axis=1))
    if len(block.q):
        values = block.v if not block.shared else np.repeat(block.v, len(block.q), axis=0)
        copied, steps = stream.affine(values.reshape(-1, width))
        o = block.o.transpose(1, 0, 2).reshape(width, len(block.q) * HEAD_SIZE)
        yield from sum_bounds(f"{name} o", o, copied, steps, change)
    if len(block.gate):
        gates, gate_grid = stream.affine(block.gate)
        factors, factor_grid = stream.affine(block.up)
        yield bound_units(f"{name} units", gates * factors, gate_grid + factor_grid)
        yield saturation(f"{name} gates", gate_grid)
        # a factor is 0 or a power of two: silu(gate) times it is not rounded
        yield Bound(f"{name} factors", 0.0, 0, float(np.ldexp(factors, -factor_grid).max(initial=0.0)))
        yield from sum_bounds(f"{name} down", block.down.T, gates * factors, gate_grid + factor_grid, change)


def saturation(name: str, grids: I64) -> Bound:
    """Gates must be multiples of GAIN."""
    least = int(grids.min(initial=NO_GRID))
    if least < np.log2(GAIN):
        return Different(name, 0.0, 0, 0.0, f"a gate is a multiple of 2^{least}, not of {GAIN:g}: silu is not exact")
    return Bound(name, 0.0, 0, 0.0)


def sum_bounds(name: str, rows: F64, most: F64, grid: I64, change: Bound) -> Iterator[Bound]:
    """Sums of what heads or units write, (width, inputs), and the change of the stream that they make together."""
    yield weight_bound(name, rows)
    products = np.where((rows != 0) & (most > 0), grid_exponents(rows) + grid, NO_GRID)
    partial = bound_units(name, np.abs(rows) @ most, products.min(axis=1, initial=NO_GRID))
    yield Accumulated(name, partial.magnitude, partial.grid, partial.ratio, change)
