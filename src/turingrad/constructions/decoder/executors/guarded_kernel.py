"""Generation token by token, with all blocks' plans in flat arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad._support.arrays import I32, I64, U32, U64
from turingrad._support.jit import njit
from turingrad.constructions.decoder.executors.bit_kernels import answer, looked_up, pack, run_one, unpack


@njit(cache=True, nogil=True)
def evaluate_token(
    token: int,
    bits: U64,
    features: int,
    embedded: I32,
    words: U64,
    blocks: I64,
    rows: I32,
    heads: U64,
    tables: I64,
    table: U64,
    groups: I32,
    operations: U32,
) -> None:
    """The stream of one token through all blocks, in `bits`: 0 or all ones for each feature."""
    bits[1:features] = np.uint64(0)  # feature 0 is `one`
    unpack(bits, embedded, words[token])
    for block in range(len(blocks)):
        packed, copied, written, first, last, group, end = blocks[block]
        if last > first:
            word = pack(bits, rows[packed:copied])
            found = looked_up(word, heads[first:last], tables[first:last], table)
            unpack(bits, rows[copied:written], found)
        for number in range(group, end):
            guard = groups[number, 0]
            if guard < 0 or bits[guard]:
                run_one(bits, operations, groups[number, 1], groups[number, 2])


@njit(cache=True, nogil=True)
def generate_tokens(
    fed: I32,
    said: I32,
    ends: I32,
    boundary: int,
    records: int,
    reserve: int,
    bits: U64,
    features: int,
    embedded: I32,
    words: U64,
    blocks: I64,
    rows: I32,
    heads: U64,
    tables: I64,
    table: U64,
    groups: I32,
    operations: U32,
    answers: I32,
    kinds: Any,
    ranges: I64,
    told: U64,
    tokens: I32,
) -> int:
    """Feeds tokens, then says tokens until an end, or until `records` of them from `boundary` on, or until one of those
    leaves fewer than `reserve` places. Returns how many were said; the last one is not fed. A token of -1 says that the
    stream names none."""
    parts = (embedded, words, blocks, rows, heads, tables, table, groups, operations)
    for at in range(len(fed)):
        evaluate_token(fed[at], bits, features, *parts)
    for at in range(len(said)):
        token = answer(pack(bits, answers), kinds, ranges, told, tokens)
        said[at] = token
        if token < 0:
            return at + 1
        if token >= boundary:
            records -= 1
            if records == 0 or len(said) - at - 1 < reserve:
                return at + 1
        for end in ends:
            if token == end:
                return at + 1
        if at + 1 < len(said):
            evaluate_token(token, bits, features, *parts)
    return len(said)
