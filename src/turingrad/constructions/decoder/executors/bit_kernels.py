"""The loops of the bit executors: 64 tokens per word (`sliced`), or one token with its units guarded (`guarded`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad._support.arrays import I32, I64, U32, U64
from turingrad._support.jit import njit

AND, AND_NOT, NOR, XOR, COPY, NOT, OR, OR_NOT = range(8)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
NOTHING, ONE_BIT = np.uint64(0), np.uint64(1)
# AND, AND_NOT, NOR, XOR, COPY and NOT, whose operands are equal: which operand is inverted, and which kind is XOR.
FIRST = np.where([0, 0, 1, 0, 0, 1], ALL, NOTHING)
SECOND = np.where([0, 1, 1, 0, 0, 1], ALL, NOTHING)
EXCLUSIVE = np.where([0, 0, 0, 1, 0, 0], ALL, NOTHING)
# The place of a single bit: products with this number differ in their upper six bits (de Bruijn).
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
PLACES = np.zeros(64, dtype=np.int64)
PLACES[[(0x03F79D71B4CB0A89 << place & 0xFFFFFFFFFFFFFFFF) >> 58 for place in range(64)]] = np.arange(64)


@njit(cache=True, nogil=True, inline="always")
def transpose(rows: U64) -> None:
    """64 words of 64 bits: bit c of word r becomes bit r of word c."""
    mask = np.uint64(0x00000000FFFFFFFF)
    width = 32
    while width:
        shift = np.uint64(width)
        start = 0
        while start < 64:
            for k in range(start, start + width):
                changed = ((rows[k] >> shift) ^ rows[k + width]) & mask
                rows[k] ^= changed << shift
                rows[k + width] ^= changed
            start += 2 * width
        width >>= 1
        mask ^= mask << np.uint64(width)


@njit(cache=True, nogil=True)
def pick_bits(word: Any, segments: U64, begin: int, end: int) -> Any:
    found = NOTHING
    for run in range(begin, end):
        found |= ((word >> segments[run, 0]) & segments[run, 1]) << segments[run, 2]
    return found


@njit(cache=True, nogil=True)
def looked_up(word: Any, heads: U64, tables: I64, table: U64) -> Any:
    """What all heads of a block copy for a token with this packed word, which is the last of their tables then."""
    found = NOTHING
    for head in range(len(heads)):
        flags, when, key, key_mask, query, query_mask, copy, copy_mask, goal = heads[head]
        if word & flags == flags:
            table[tables[head] + np.int64((word >> key) & key_mask)] = word
        if word & when == when:
            there = table[tables[head] + np.int64((word >> query) & query_mask)]
            found |= ((there >> copy) & copy_mask) << goal
    return found


@njit(cache=True, nogil=True)
def look_up_slice(words: U64, found: U64, count: int, heads: U64, tables: I64, table: U64) -> None:
    """The same for up to 64 tokens, head by head: `found` takes what they copy."""
    found[:] = NOTHING
    for head in range(len(heads)):
        flags, when, key, key_mask, query, query_mask, copy, copy_mask, goal = heads[head]
        base = np.uint64(tables[head])
        for t in range(np.uint64(count)):
            word = words[t]
            if word & flags == flags:
                table[base + ((word >> key) & key_mask)] = word
            if word & when == when:
                there = table[base + ((word >> query) & query_mask)]
                found[t] |= ((there >> copy) & copy_mask) << goal


@njit(cache=True, nogil=True)
def embed_slices(rows: U64, tokens: I32, packed: I32, words: U64, slices: int) -> None:
    held = np.empty(64, dtype=np.uint64)
    for w in range(slices):
        for t in range(64):
            held[t] = words[tokens[64 * w + t]] if 64 * w + t < len(tokens) else NOTHING
        transpose(held)
        for i in range(len(packed)):
            rows[packed[i], w] = held[i]


@njit(cache=True, nogil=True)
def attend_slices(
    rows: U64, count: int, packed: I32, written: I32, heads: U64, tables: I64, table: U64, slices: int
) -> None:
    held, found = np.zeros(64, dtype=np.uint64), np.empty(64, dtype=np.uint64)
    for w in range(slices):
        for i in range(len(packed)):
            held[i] = rows[packed[i], w]
        held[len(packed) :] = NOTHING
        transpose(held)
        look_up_slice(held, found, min(64, count - 64 * w), heads, tables, table)
        transpose(found)
        for i in range(len(written)):
            rows[written[i], w] = found[i]


@njit(cache=True, nogil=True)
def hold_slices(rows: U64, flags: I32, begins: I32, copies: I32, last: U64, slices: int) -> None:
    """Heads that copy from the last token with a flag, without looking at tokens one by one. In a word, let f_k(t) say
    that one of the 2^k tokens up to t has the flag, and v_k(t) be the bit of the last of them, or 0: then
    v_(k+1)(t) = v_k(t), or v_k(t - 2^k) if f_k(t) is off. `last` carries the bit of each copy to the next word."""
    free = np.empty((7, slices), dtype=np.uint64)  # not f_0 to not f_6
    for head in range(len(flags)):
        flag = rows[flags[head]]
        for w in range(slices):
            near = flag[w]
            for k in range(6):
                free[k, w] = ~near
                near |= near << np.uint64(1 << k)
            free[6, w] = ~near
        for copy in range(begins[head], begins[head + 1]):
            source, target = rows[copies[copy, 0]], rows[copies[copy, 1]]
            for w in range(slices):
                value = source[w] & flag[w]
                value |= (value << np.uint64(1)) & free[0, w]
                value |= (value << np.uint64(2)) & free[1, w]
                value |= (value << np.uint64(4)) & free[2, w]
                value |= (value << np.uint64(8)) & free[3, w]
                value |= (value << np.uint64(16)) & free[4, w]
                target[w] = value | ((value << np.uint64(32)) & free[5, w])
            held = last[copy]
            for w in range(slices):
                target[w] |= held & free[6, w]
                held = NOTHING - (target[w] >> np.uint64(63))
            last[copy] = held


@njit(cache=True, nogil=True)
def run_slices(rows: U64, operations: I32, slices: int) -> None:
    for at in range(len(operations)):
        kind, goal, a, b = operations[at]
        target, first, second = rows[goal], rows[a], rows[b]
        if kind == AND:
            for w in range(slices):
                target[w] = first[w] & second[w]
        elif kind == AND_NOT:
            for w in range(slices):
                target[w] = first[w] & ~second[w]
        elif kind == NOR:
            for w in range(slices):
                target[w] = ~(first[w] | second[w])
        elif kind == XOR:
            for w in range(slices):
                target[w] = first[w] ^ second[w]
        elif kind == COPY:
            for w in range(slices):
                target[w] = first[w]
        elif kind == NOT:
            for w in range(slices):
                target[w] = ~first[w]
        elif kind == OR:
            for w in range(slices):
                target[w] |= first[w]
        else:
            for w in range(slices):
                target[w] |= ~first[w]


@njit(cache=True, nogil=True)
def answer(word: Any, kinds: Any, ranges: I64, segments: U64, table: I32) -> Any:
    """The token that a packed last stream says, or -1 if it says none, or several."""
    said = word & kinds
    if said == NOTHING or said & (said - ONE_BIT) != NOTHING:
        return -1
    kind = PLACES[(said * DE_BRUIJN) >> np.uint64(58)]
    index = pick_bits(word, segments, ranges[kind, 0], ranges[kind, 1])
    return table[ranges[kind, 2] + np.int64(index)]


@njit(cache=True, nogil=True)
def answer_slices(
    rows: U64, packed: I32, kinds: Any, ranges: I64, segments: U64, table: I32, said: I32, slices: int
) -> None:
    """`said[t]` becomes the token that the stream of token t says."""
    held = np.empty(64, dtype=np.uint64)
    for w in range(slices):
        for i in range(64):
            held[i] = rows[packed[i], w] if i < len(packed) else NOTHING
        transpose(held)
        for t in range(64):
            if 64 * w + t < len(said):
                said[64 * w + t] = answer(held[t], kinds, ranges, segments, table)


@njit(cache=True, nogil=True)
def run_one(bits: U64, operations: U32, begin: int, end: int) -> None:
    """The operations of a group on one token, without branches, which could not be predicted: with the masks of its
    kind, an operation is (a ^ first) & (b ^ second), or a ^ b where `EXCLUSIVE` is on. Indices are unsigned, since
    negative ones would count from the end, which costs three times as much as the operation itself."""
    for at in range(np.uint64(begin), np.uint64(end)):
        kind = operations[at, 0]
        a, b, exclusive = bits[operations[at, 2]], bits[operations[at, 3]], EXCLUSIVE[kind]
        product = (a ^ FIRST[kind]) & (b ^ SECOND[kind])
        bits[operations[at, 1]] = (product & ~exclusive) | ((a ^ b) & exclusive)


@njit(cache=True, nogil=True)
def pack(bits: U64, packed: I32) -> Any:
    word = NOTHING
    for i in range(len(packed)):
        word |= (bits[packed[i]] & ONE_BIT) << np.uint64(i)
    return word


@njit(cache=True, nogil=True)
def unpack(bits: U64, packed: I32, word: Any) -> None:
    for i in range(len(packed)):
        bits[packed[i]] = NOTHING - ((word >> np.uint64(i)) & ONE_BIT)
