"""The truth, executed: heads and gates as lookups and rectified sums over bits, without weights or floating point.

This is the second opinion on every model here: its stream must say at every site and place what these bits say. It also
answers counterfactuals, since a changed bit is followed through the same lookups and gates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from turingrad._support.arrays import F64, I64, Mask
from turingrad.errors import InputError
from turingrad.truth.value import Gate, Head, Truth

MOST_KEYS = 62  # bits of a key that one number holds


@dataclass(frozen=True, eq=False)
class Lookup:
    """A head with its features as column numbers. A key that lacks a flag never matches; the null never does."""

    query: I64
    key: I64
    reads: I64
    writes: I64
    null: int | None
    flags: I64
    when: I64

    def sources(self, queries: Mask, keys: Mask) -> I64:
        """The place from which each of the last places, `queries`, copies; `keys` are all places up to the last."""
        powers = np.left_shift(1, np.arange(len(self.query), dtype=np.int64))
        asked, held = queries[:, self.query] @ powers, keys[:, self.key] @ powers
        usable = np.all(keys[:, self.flags], axis=1)
        if self.null is not None:
            usable = usable & ~keys[:, self.null]
        count, first = len(keys), len(keys) - len(queries)
        match = (asked[:, None] == held) & usable & np.all(queries[:, self.when], axis=1)[:, None]  # (queries, places)
        match &= np.arange(count) <= np.arange(first, count)[:, None]
        last = count - 1 - match[:, ::-1].argmax(axis=1)
        # without a match: the null, or, of heads that have none, the token itself
        other = np.arange(first, count) if self.null is None else np.full(len(queries), keys[:, self.null].argmax())
        found: I64 = np.where(match.any(axis=1), last, other)
        return found


@dataclass(frozen=True, eq=False)
class Block:
    """The lookups and gates of one block; gates as matrices, whose values are relu(bits @ terms + constants) [when]."""

    lookups: tuple[Lookup, ...]
    terms: F64  # (features, gates); whole numbers, as floats since those are multiplied fast and exactly
    constants: F64
    when: I64  # the column of each gate's own gate; of the constant feature if it has none
    effects: F64  # (gates, features)


@dataclass(frozen=True, eq=False)
class Meaning:
    """What a truth says, as a program over bits. `names` are the columns; `embedding` (tokens, features)."""

    names: tuple[str, ...]
    embedding: Mask
    unembedding: F64  # (tokens, features): what a feature adds to a logit when it is turned on
    floor: F64  # (tokens,) the logits if every feature is off
    blocks: tuple[Block, ...]

    @cached_property
    def column(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    @property
    def sites(self) -> int:
        return 1 + 2 * len(self.blocks)

    def stream(self, tokens: Sequence[int]) -> Mask:
        """The bits at every site and place: (sites, places, features)."""
        row = self.embedding[list(tokens)]
        return np.concatenate([row[None], *self.halves(row, 1, None)])

    def halves(self, row: Mask, site: int, earlier: Mask | None) -> Iterator[Mask]:
        """What each site from number `site` on holds at the last places, which hold `row` before it; `earlier` are the
        bits of the places before them, at every site."""
        for number in range(site, self.sites):
            block = self.blocks[(number - 1) // 2]
            if number % 2:
                keys = row if earlier is None else np.concatenate([earlier[number - 1], row])
                row = attend(block, row, keys)
            else:
                row = compute(block, row)
            yield row[None]

    def values(self, block: int, bits: Mask) -> F64:
        """How strongly each gate of a block fires: (places, gates)."""
        return gate_values(self.blocks[block], bits)

    def logits_after(self, stream: Mask, site: int, changes: Sequence[tuple[str, int]]) -> F64:
        """The logits at the last place of a stream, if these features there are given these signs at a site."""
        row = stream[site, -1:].copy()
        for name, sign in changes:
            row[0, self.column[name]] = sign > 0
        for after in self.halves(row, site + 1, stream[:, :-1]):
            row = after[0]
        found: F64 = self.logits(row)[0]
        return found

    def logits(self, bits: Mask) -> F64:
        found: F64 = bits @ self.unembedding.T + self.floor
        return found


def gate_values(block: Block, bits: Mask) -> F64:
    sums = bits.astype(np.float64) @ block.terms + block.constants
    found: F64 = np.maximum(sums, 0) * bits[:, block.when]
    return found


def attend(block: Block, queries: Mask, keys: Mask) -> Mask:
    after = queries.copy()
    for lookup in block.lookups:
        after[:, lookup.writes] |= keys[lookup.sources(queries, keys)][:, lookup.reads]
    return after


def compute(block: Block, bits: Mask) -> Mask:
    total = bits + gate_values(block, bits) @ block.effects
    if total.min(initial=0) < 0 or total.max(initial=0) > 1:
        raise InputError("the gates of a block turn a feature on twice: these bits are of no run")
    return total > 0


def interpret(truth: Truth) -> Meaning:
    """The program of a truth whose basis is orthogonal: every level but the superposed ones."""
    names = tuple(truth.features)
    read = np.stack([truth.features[name].read for name in names], axis=1)  # (width, features)
    write = np.stack([truth.features[name].write for name in names], axis=1)
    embedding = truth.weights["model.embed_tokens.weight"].double().numpy()
    head = truth.weights["lm_head.weight"].double().numpy()
    bits = embedding @ read > 0
    unembedding = 2 * head @ write
    # one token's stream gives the logits with every feature off, filling included
    floor = head @ embedding[0] - unembedding @ bits[0]
    column = {name: number for number, name in enumerate(names)}
    blocks = tuple(
        block_of(
            [head for head in truth.heads.values() if head.block == number],
            [gate for gate in truth.gates.values() if gate.block == number],
            column,
        )
        for number in range(truth.depth)
    )
    return Meaning(names, bits, unembedding, floor, blocks)


def block_of(heads: Sequence[Head], gates: Sequence[Gate], column: dict[str, int]) -> Block:
    terms, effects = np.zeros((len(column), len(gates))), np.zeros((len(gates), len(column)))
    for number, gate in enumerate(gates):
        for name, coefficient in gate.terms:
            terms[column[name], number] += coefficient
        for name, amount in gate.effects:
            effects[number, column[name]] += amount
    when = np.array([column[gate.gate or "one"] for gate in gates], np.int64)
    constants = np.array([gate.constant for gate in gates], np.float64)
    return Block(tuple(lookup_of(head, column) for head in heads), terms, constants, when, effects)


def lookup_of(head: Head, column: dict[str, int]) -> Lookup:
    def columns(names: Sequence[str]) -> I64:
        return np.array([column[name] for name in names], np.int64)

    if len(head.query) > MOST_KEYS:
        raise InputError(f"{head.name} compares {len(head.query)} bits, at most {MOST_KEYS} are followed")
    null = None if head.null is None else column[head.null]
    return Lookup(
        query=columns(head.query),
        key=columns(head.key),
        reads=columns(head.reads),
        writes=columns(head.writes),
        null=null,
        flags=columns(head.flags),
        when=columns(head.when),
    )
