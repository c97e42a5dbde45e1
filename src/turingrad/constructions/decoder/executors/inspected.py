"""Which token each head reads, and what each block writes, for chosen tokens of a sequence.

By the executor `sliced`, which evaluates every head and unit. A head reads the last token with its flags and with the
query's key; if there is none, or the query does not ask, the null, which is the first token.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import I32, I64, U8, U64, Mask
from turingrad.constructions.decoder.blueprint import Blueprint, Lookup
from turingrad.constructions.decoder.executors.sliced import CHUNK, Sliced, SlicedPlan

WORD = 64


@dataclass(frozen=True)
class Inspected:
    """Of each chosen token: the tokens that its heads read, (tokens, heads), and the stream after the heads and after
    the units of each block, (tokens, 2 blocks, features). `said`: what the network says after every token."""

    said: I32
    reads: I64
    stream: Mask


class Reads:
    """The last token by key of one head, as a sequence goes on."""

    def __init__(self, lookup: Lookup, number: dict[str, int]) -> None:
        self.lookup, self.number = lookup, number
        self.last = np.zeros(1 << len(lookup.match), dtype=np.int64)  # 0 is the null

    def all_on(self, rows: U64, names: Sequence[str]) -> Mask:
        found = np.ones(WORD * rows.shape[1], dtype=np.bool_)
        for name in names:
            found &= token_bits(rows[self.number[name]]) != 0
        return found

    def keys(self, rows: U64, names: Sequence[str]) -> I64:
        found = np.zeros(WORD * rows.shape[1], dtype=np.int64)
        for place, name in enumerate(names):
            found |= token_bits(rows[self.number[name]]).astype(np.int64) << place
        return found

    def follow(self, rows: U64, begin: int, count: int, wanted: Sequence[int]) -> list[int]:
        """Go on by a chunk that begins at a token: what the wanted ones of its tokens read."""
        match = self.lookup.match
        held, asks = self.all_on(rows, self.lookup.flags)[:count], self.all_on(rows, self.lookup.when)
        keys = self.keys(rows, [key for _, key in match])[:count]
        queries = self.keys(rows, [query for query, _ in match])
        found = []
        for token in wanted:
            at = token - begin
            inside = np.flatnonzero(held[: at + 1] & (keys[: at + 1] == queries[at]))
            there = begin + int(inside[-1]) if len(inside) else int(self.last[queries[at]])
            found.append(there if asks[at] else 0)
        self.last[keys[held]] = begin + np.flatnonzero(held)  # of equal keys the last one stays
        return found


def token_bits(row: U64) -> U8:
    """The bits of a row, one per token."""
    return np.unpackbits(np.ascontiguousarray(row).view(np.uint8), bitorder="little")


def inspect_tokens(blueprint: Blueprint, plan: SlicedPlan, tokens: I32, wanted: Sequence[int]) -> Inspected:
    """The chosen tokens, in ascending order, of a sequence that begins with `<bos>`."""
    number, sliced = dict(blueprint.features.number), Sliced(plan)
    heads = [[Reads(lookup, number) for lookup in block.lookups] for block in blueprint.blocks]
    said, reads, streams = [], [], []
    chosen = np.array(wanted, dtype=np.int64)
    for begin in range(0, len(tokens), CHUNK):
        given = tokens[begin : begin + CHUNK]
        trace: list[U64] = []
        said.append(sliced.chunk(given, trace))
        here = chosen[(chosen >= begin) & (chosen < begin + len(given))]
        found = [
            head.follow(trace[2 * block], begin, len(given), here.tolist())
            for block, inside in enumerate(heads)
            for head in inside
        ]
        reads.append(np.array(found, dtype=np.int64).reshape(len(found), len(here)).T)
        words, shifts = (here - begin) // WORD, ((here - begin) % WORD).astype(np.uint64)
        stages = [(rows[:, words] >> shifts & np.uint64(1)).T for rows in trace]
        streams.append(np.stack(stages, axis=1).astype(np.bool_))
    return Inspected(np.concatenate(said), np.concatenate(reads), np.concatenate(streams))
