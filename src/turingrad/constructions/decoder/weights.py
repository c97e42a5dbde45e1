"""From a program to the weights of a Llama: matrices as the runtimes hold them, (out, in), float64.

Every row of the key matrix holds weights of one magnitude, and products are split between queries and keys, so that
float16 and bfloat16 hold all of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from turingrad.arrays import F64
from turingrad.constructions.decoder.features import HEAD_SIZE, Features
from turingrad.constructions.decoder.program import ONE, Block, Lookup, Program, Unit
from turingrad.constructions.decoder.scaling import GAIN, LOGIT, PAIRS, SPLIT_BITS, Scaling, content_slots, scaling_of
from turingrad.errors import LimitError


@dataclass(frozen=True)
class BlockWeights:
    """Attention (width, width) each; units (units, width), written back by `down` (width, units)."""

    name: str
    q: F64
    k: F64
    v: F64
    o: F64
    gate: F64
    up: F64
    down: F64


@dataclass(frozen=True)
class Weights:
    """The matrices of a decoder in float64, before they are written in a dtype."""

    embedding: F64  # (tokens, width)
    blocks: tuple[BlockWeights, ...]
    head: F64  # (tokens, width)


def weights_of(program: Program) -> Weights:
    """The matrices of a program: named features become columns."""
    features = program.features
    units = max(len(block.units) for block in program.blocks)
    units = HEAD_SIZE * -(-units // HEAD_SIZE)  # some kernels want rows of 32 or 64
    blocks = tuple(block_weights(block, program, units) for block in program.blocks)
    return Weights(program.vocabulary.embedding(features), blocks, head_rows(program, features))


def head_rows(program: Program, features: Features) -> F64:
    """The unembedding, (tokens, width)."""
    head = np.zeros((len(program.vocabulary), features.width))
    for token, row in enumerate(program.logits):
        for name, weight in row:
            head[token, features[name]] += LOGIT * weight
    return head


def block_weights(block: Block, program: Program, units: int) -> BlockWeights:
    features = program.features
    width = features.width
    q, k, v, o = (np.zeros((width, width)) for _ in range(4))
    for head, lookup in enumerate(block.lookups):
        rows = slice(HEAD_SIZE * head, HEAD_SIZE * (head + 1))
        scaling = scaling_of(program.options, lookup.null is not None)
        rotary_head(lookup, features, scaling, q[rows], k[rows])
        copy_values(lookup, features, v[rows], o[:, rows])
    gate, down = unit_weights(block.units, features, units)
    up = np.zeros((units, width))
    up[:, features[ONE]] = 1.0
    return BlockWeights(block.name, q, k, v, o, gate, up, down)


def unit_weights(units: tuple[Unit, ...], features: Features, count: int) -> tuple[F64, F64]:
    """gate = GAIN (sum s x - (k - 1)), whose silu is GAIN or 0; `down` turns that into +-2 on feature and mirror."""
    gate, down = np.zeros((count, features.width)), np.zeros((features.width, count))
    for row, unit in enumerate(units):
        for name, sign in unit.literals:
            gate[row, features[name]] += GAIN * sign
        gate[row, features[ONE]] -= GAIN * (len(unit.literals) - 1)
        for name, sign in unit.writes:
            write(down[:, row], features, name, sign * 2.0 / GAIN)
    return gate, down


def write(column: F64, features: Features, name: str, value: float) -> None:
    column[features[name]] += value
    column[features.half + features[name]] -= value


def copy_values(lookup: Lookup, features: Features, v: F64, o: F64) -> None:
    """v = x + one is 0 or 2: what the target, at -1, lacks."""
    for slot, (source, target) in enumerate(lookup.copies):
        v[slot, features[source]] += 1.0
        v[slot, features[ONE]] += 1.0
        write(o[:, slot], features, target, 1.0)


def rotary_head(lookup: Lookup, features: Features, scaling: Scaling, q: F64, k: F64) -> None:
    """Queries and keys of one head, (64, width) each, whose score is that of `scaling`.

    Up to `SPLIT_BITS` bits, a bit has two coordinates, for a query of +1 and for one of -1, each -S where the key
    differs and 0 elsewhere, at the null too (its key bits are all -1): no partial sum of a match is larger than its
    distance and C, so that kernels may even sum in float16. More bits have one coordinate each, S/2 (q k - 1), and one
    for the constant; a coordinate with the sum of the query bits cancels them at the null.
    """
    one = features[ONE]
    slots = iter(content_slots(scaling.pair))
    null = None if lookup.null is None else features[lookup.null]
    Q, K = factors(scaling.gap / scaling.omega)
    q[scaling.pair, one] = Q
    present(k[PAIRS + scaling.pair], -K, one, null)
    if len(lookup.match) <= SPLIT_BITS:
        split_bits(lookup, features, scaling, q, k, slots)
    else:
        whole_bits(lookup, features, scaling, q, k, slots)
    if null is not None:
        slot = next(slots)
        q[slot, one], B = factors(scaling.null)
        absent(k[slot], B, one, null)
        slot = next(slots)
        q[slot, one], C = factors(scaling.centre)
        present(k[slot], C, one, null)


def split_bits(lookup: Lookup, features: Features, scaling: Scaling, q: F64, k: F64, slots: Iterator[int]) -> None:
    """-S (1 + q)/2 times (1 - k)/2, off at the null, and -S (1 - q)/2 times (1 + k)/2."""
    one, (Q, K) = features[ONE], factors(-scaling.mismatch)
    for query, key in lookup.match:
        on, off = next(slots), next(slots)
        q[on, one] += Q / 2
        q[on, features[query]] += Q / 2
        k[on, features[key]] = -K / 2
        k[on, one if lookup.null is None else features[lookup.null]] = K / 2 if lookup.null is None else -K / 2
        q[off, one] += Q / 2
        q[off, features[query]] -= Q / 2
        k[off, one] = k[off, features[key]] = K / 2


def whole_bits(lookup: Lookup, features: Features, scaling: Scaling, q: F64, k: F64, slots: Iterator[int]) -> None:
    one, null = features[ONE], None if lookup.null is None else features[lookup.null]
    most = len(content_slots(scaling.pair)) - 4
    if len(lookup.match) > most:
        raise LimitError(f"an attention head compares at most {most} bits")
    Q, K = factors(scaling.mismatch / 2)
    for query, key in lookup.match:
        slot = next(slots)
        q[slot, features[query]] = Q
        k[slot, features[key]] = K
    if null is not None:
        slot = next(slots)
        for query, _ in lookup.match:
            q[slot, features[query]] += Q
        absent(k[slot], K, one, null)
    slot = next(slots)
    q[slot, one], constant = factors(-scaling.mismatch / 2 * len(lookup.match))
    present(k[slot], constant, one, null)


def present(row: F64, value: float, one: int, null: int | None) -> None:
    """`value` at every token but the null."""
    row[one] = value if null is None else value / 2
    if null is not None:
        row[null] = -value / 2


def absent(row: F64, value: float, one: int, null: int) -> None:
    """`value` at the null, 0 elsewhere."""
    row[one] = row[null] = value / 2


def factors(product: float) -> tuple[float, float]:
    """(a power of two, the rest), about equal: their product is exact, and both need no more bits than the product."""
    power = 2.0 ** math.ceil(math.log2(abs(product)) / 2) if product else 1.0
    return power, product / power
