"""From a program to the weights of a Llama: matrices as the runtimes hold them, (out, in), float64.

Every row of the key matrix holds weights of one magnitude, and products are split between queries and keys, so that
float16 and bfloat16 hold all of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from turingrad.arrays import F64
from turingrad.constructions.decoder.features import HEAD_SIZE, Features
from turingrad.constructions.decoder.program import ONE, Block, Lookup, Program, Unit
from turingrad.constructions.decoder.scaling import GAIN, LOGIT, PAIRS, Scaling, content_slots, scaling_of
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
    embedding: F64  # (tokens, width)
    blocks: tuple[BlockWeights, ...]
    head: F64  # (tokens, width)


def weights_of(program: Program) -> Weights:
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

    S/2 (q . k - m) counts the differing bits. Where the null is on, its key bits are all -1: a coordinate with the sum
    of the query bits cancels them, its distance and constants are off, and B takes their place.
    """
    one = features[ONE]
    slots = iter(content_slots(scaling.pair))
    if len(lookup.match) + 4 > len(content_slots(scaling.pair)):
        raise LimitError(f"an attention head compares at most {len(content_slots(scaling.pair)) - 4} bits")
    null = None if lookup.null is None else features[lookup.null]
    Q, K = factors(scaling.gap / scaling.omega)
    q[scaling.pair, one] = Q
    present(k[PAIRS + scaling.pair], -K, one, null)
    Q, K = factors(scaling.mismatch / 2)
    for query, key in lookup.match:
        slot = next(slots)
        q[slot, features[query]] = Q
        k[slot, features[key]] = K
    constants = [-scaling.mismatch / 2 * len(lookup.match)]
    if null is not None:
        slot = next(slots)
        for query, _ in lookup.match:
            q[slot, features[query]] += Q
        absent(k[slot], K, one, null)
        constants.append(scaling.centre)
        slot = next(slots)
        q[slot, one], B = factors(scaling.null)
        absent(k[slot], B, one, null)
    for constant in constants:
        slot = next(slots)
        q[slot, one], value = factors(constant)
        present(k[slot], value, one, null)


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
