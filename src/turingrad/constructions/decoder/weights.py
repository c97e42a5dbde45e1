"""From a blueprint to the weights of a Llama: matrices as the runtimes hold them, (out, in), float64.

Every row of the key matrix holds weights of one magnitude, and products are split between queries and keys, so that
float16 and bfloat16 hold all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.decoder.blueprint import ONE, Block, Blueprint, Lookup, Unit
from turingrad.constructions.decoder.features import HEAD_SIZE, Features
from turingrad.constructions.decoder.heads import rotary_head, shared_heads
from turingrad.constructions.decoder.scaling import GAIN, LOGIT, scaling_of
from turingrad.errors import LimitError


@dataclass(frozen=True)
class BlockWeights:
    """Attention: q (heads * 64, width), k and v (key-value heads * 64, width), o (width, heads * 64).

    Units: gate and up (units, width), written back by `down` (width, units).
    """

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


def unit_count(blueprint: Blueprint) -> int:
    """Rows of every block's units: some kernels want multiples of 32 or 64."""
    return HEAD_SIZE * -(-max(len(block.units) for block in blueprint.blocks) // HEAD_SIZE)


def is_shared(blueprint: Blueprint) -> bool:
    """Whether all lookups of a block share one key-value head."""
    return any(block.shared for block in blueprint.blocks)


def weight_count(blueprint: Blueprint) -> int:
    """How many weights `weights_of` makes, before it makes any."""
    width = blueprint.features.width
    keys = HEAD_SIZE if is_shared(blueprint) else width
    block = 2 * width * width + 2 * keys * width + 3 * unit_count(blueprint) * width
    return len(blueprint.blocks) * block + 2 * len(blueprint.vocabulary) * width


def weights_of(blueprint: Blueprint) -> Weights:
    """Make the matrices of a blueprint: named features become columns.

    Args:
        blueprint: Features, blocks and tokens.

    Returns:
        The matrices, by name.

    Example:
        >>> from turingrad.constructions.decoder import blueprint_of, weights_of
        >>> weights = weights_of(blueprint_of(tg.read("busy-beaver-2"), {"cells": 16, "context": 32}))
        >>> weights.embedding.shape[1] % 64
        0
    """
    features, units = blueprint.features, unit_count(blueprint)
    blocks = tuple(block_weights(block, blueprint, units) for block in blueprint.blocks)
    return Weights(blueprint.vocabulary.embedding(features), blocks, head_rows(blueprint, features))


def head_rows(blueprint: Blueprint, features: Features) -> F64:
    """The unembedding, (tokens, width)."""
    head = np.zeros((len(blueprint.vocabulary), features.width))
    for token, row in enumerate(blueprint.logits):
        for name, weight in row:
            head[token, features[name]] += LOGIT * weight
    return head


def block_weights(block: Block, blueprint: Blueprint, units: int) -> BlockWeights:
    attention = shared_attention if is_shared(blueprint) else own_attention
    q, k, v, o = attention(block, blueprint)
    gate, up, down = unit_weights(block.units, blueprint.features, units)
    return BlockWeights(block.name, q, k, v, o, gate, up, down)


def own_attention(block: Block, blueprint: Blueprint) -> tuple[F64, F64, F64, F64]:
    """Each lookup has a head with keys and values of its own; the other heads of the width are idle."""
    features = blueprint.features
    q, k, v, o = (np.zeros((features.width, features.width)) for _ in range(4))
    for head, lookup in enumerate(block.lookups):
        rows = slice(HEAD_SIZE * head, HEAD_SIZE * (head + 1))
        rotary_head(lookup, features, scaling_of(blueprint.options, lookup.null is not None), q[rows], k[rows])
        copy_values(lookup, features, v[rows], o[:, rows])
    return q, k, v, o


def shared_attention(block: Block, blueprint: Blueprint) -> tuple[F64, F64, F64, F64]:
    """One key-value head for all lookups of the block, a query head each; the other heads of the width are idle, as
    loaders want a width of 64 per head."""
    features = blueprint.features
    q, o = np.zeros((features.width, features.width)), np.zeros((features.width, features.width))
    k, v = np.zeros((HEAD_SIZE, features.width)), np.zeros((HEAD_SIZE, features.width))
    if block.lookups:
        queries = [q[HEAD_SIZE * head : HEAD_SIZE * (head + 1)] for head in range(len(block.lookups))]
        shared_heads(block.lookups, features, scaling_of(blueprint.options, True), queries, k)
        copy_shared_values(block.lookups, features, v, o)
    return q, k, v, o


def unit_weights(units: tuple[Unit, ...], features: Features, count: int) -> tuple[F64, F64, F64]:
    """gate = GAIN (constant + sum coefficient (1 + x)/2), whose silu is GAIN times the rectified sum; up = 1, or
    (1 + x)/2 of the unit's gate; `down` turns the product into multiples of 2 on the features that it writes."""
    gate, up, down = (np.zeros(shape) for shape in ((count, features.width),) * 2 + ((features.width, count),))
    one = features[ONE]
    up[:, one] = 1.0
    for row, unit in enumerate(units):
        gate[row, one] += GAIN * unit.constant
        for name, coefficient in unit.terms:
            gate[row, features[name]] += GAIN * coefficient / 2
            gate[row, one] += GAIN * coefficient / 2
        if unit.gate is not None:
            up[row, one] = up[row, features[unit.gate]] = 0.5
        for name, sign in unit.writes:
            write(down[:, row], features, name, sign * 2.0 / GAIN)
    return gate, up, down


def write(column: F64, features: Features, name: str, value: float) -> None:
    for coordinate, sign in features.coordinates(name):
        column[coordinate] += sign * value


def copy_values(lookup: Lookup, features: Features, v: F64, o: F64) -> None:
    """v = x + one is 0 or 2: what the target, at -1, lacks."""
    for slot, (source, target) in enumerate(lookup.copies):
        v[slot, features[source]] += 1.0
        v[slot, features[ONE]] += 1.0
        write(o[:, slot], features, target, 1.0)


def copy_shared_values(lookups: Sequence[Lookup], features: Features, v: F64, o: F64) -> None:
    """The same with one row of v for each feature that any of the lookups copies."""
    sources = dict.fromkeys(source for lookup in lookups for source, _ in lookup.copies)
    if len(sources) > HEAD_SIZE:
        raise LimitError(
            f"{lookups[0].name} and its neighbours copy {len(sources)} features; a head can copy at most {HEAD_SIZE}"
        )
    rows = {source: row for row, source in enumerate(sources)}
    for source, row in rows.items():
        v[row, [features[source], features[ONE]]] = 1.0
    for head, lookup in enumerate(lookups):
        for source, target in lookup.copies:
            write(o[:, HEAD_SIZE * head + rows[source]], features, target, 1.0)
