"""The kernel of the packed executor: hidden vectors of all layers as words of bits, attention from one table.

Last-write lemma. Let t be the last time at which the target cell was written, the current pass included. The bucket
(cell, the first j bits of t, next bit 1) of search layer j is not empty exactly where bit j of t is 1: the write at t
is in it if the bit is 1; if it is 0, a member would be a write to the same cell with the same prefix and a larger bit,
so later than t. With no write to the cell all buckets are empty. So `last[cell]` answers every search layer, and the
read layer's bucket (cell, t) holds what was written there at t.

Coordinate x of a hidden vector is bit 63 - x % 64 of word x // 64, so that a position field, most significant bit
first, is its number shifted into place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from turingrad.arrays import I32, I64, U8, U64

RUNNING, HALTED, EDGE = 0, 1, 2


class Layout(NamedTuple):
    """First coordinates of the position fields (edge: -1 without a hard left end), and their number of bits."""

    pos1: int
    pos2: int
    pos3: int
    inc: int
    dec: int
    scr3: int
    edge: int
    bits: int


class Words(NamedTuple):
    """The one-hot parts of hidden vectors by entry = state * symbols + symbol, and the transition function by entry."""

    start: U64  # (entries, words): st[z], sym1[a]
    pair: U64  # pair[z, a]
    outcome: U64  # st[z'], sym2[u]
    state: U64  # (states, words): st[z]
    history: U64  # (symbols, words): scr1[a]
    input: U64  # or2[a]
    blank: U64  # bl, for every symbol
    next: I64
    write: U8
    move: I64
    halts: npt.NDArray[np.bool_]
    blank_symbol: int


class TapeTable(NamedTuple):
    """By cell, from machine cell -origin on: time of the last write plus 1 (0: never), and the symbol written."""

    last: I32
    symbol: U8
    input: U8


@njit(cache=True)
def put(row: U64, start: int, width: int, value: int) -> None:
    """OR a number of `width` bits into the coordinates start .. start + width - 1."""
    word, past = start >> 6, (start & 63) + width
    number = np.uint64(value)
    if past <= 64:
        row[word] |= number << np.uint64(64 - past)
    else:
        row[word] |= number >> np.uint64(past - 64)
        row[word + 1] |= number << np.uint64(128 - past)


@njit(cache=True)
def ones_from(cell: int, bits: int) -> int:
    """How many of the lowest bits are 1 before the first 0."""
    count = 0
    while count < bits and (cell >> count) & 1:
        count += 1
    return count


@njit(cache=True)
def advance_packed(
    layout: Layout,
    words: Words,
    prefixes: U64,
    tape: TapeTable,
    origin: int,
    entry: int,
    head: int,
    first_pass: int,
    passes: int,
    hidden: U64,
) -> tuple[int, int, int, int]:
    """Passes until halt, an edge of the table, or `passes`: (entry, head, passes done, why it ended).

    hidden (ring, words, layers + 1) receives all hidden vectors of pass i in row i % ring. prefixes (words, searches)
    masks the time bits that a search layer has found. `head` is the machine's cell; the network's is (head + 1) modulo
    2^bits.
    """
    ring, count = hidden.shape[0], hidden.shape[1]
    bits = layout.bits
    modulo = (1 << bits) - 1
    symbols = words.history.shape[0]
    searches = prefixes.shape[1]
    read, end = 4 + searches, 5 + searches
    place, adder = np.empty(count, np.uint64), np.empty(count, np.uint64)
    target_word, found = np.empty(count, np.uint64), np.empty(count, np.uint64)
    row = first_pass % ring - 1
    cells = len(tape.last)
    for i in range(passes):
        time = first_pass + i
        here = head + origin
        if here < 1 or here >= cells - 1:
            return entry, head, i, EDGE
        row = row + 1 if row + 1 < ring else 0
        h = hidden[row]
        cell = (head + 1) & modulo
        move = words.move[entry]
        for x in range(count):
            place[x] = adder[x] = target_word[x] = found[x] = np.uint64(0)
        put(place, layout.pos1, bits, time)
        put(place, layout.pos2, bits, cell)
        if move > 0:
            ones = ones_from(cell, bits) + 1
            put(adder, layout.inc, bits + 1, ((1 << ones) - 1) << (bits + 1 - ones))
        elif move < 0:
            zeros = ones_from(~cell, bits) + 1
            put(adder, layout.dec, bits + 1, ((1 << zeros) - 1) << (bits + 1 - zeros))
            if layout.edge >= 0 and cell == 1:
                put(adder, layout.edge, 1, 1)
                move = 0
        symbol = words.write[entry]
        tape.last[here] = time + 1
        tape.symbol[here] = symbol
        head += move
        here += move
        target = (head + 1) & modulo
        put(target_word, layout.pos3, bits, target)
        written = tape.last[here]
        if written > 1:
            put(found, layout.scr3, bits, written - 1)
        state = words.next[entry]
        if written > 0:
            symbol, source = tape.symbol[here], words.history
        elif 0 <= head < len(tape.input):
            symbol, source = tape.input[head], words.input
        else:
            symbol, source = np.uint8(words.blank_symbol), words.blank
        following = state * symbols + symbol
        for x in range(count):
            outcome = words.outcome[entry, x] | place[x]
            h[x, 0] = words.start[entry, x] | place[x]
            h[x, 1] = words.pair[entry, x] | place[x]
            h[x, 2] = outcome | adder[x]
            h[x, 3] = outcome | target_word[x]
            for s in range(searches):
                h[x, 4 + s] = outcome | target_word[x] | (found[x] & prefixes[x, s])
            h[x, read] = words.state[state, x] | target_word[x] | source[symbol, x]
            h[x, end] = words.start[following, x]
            found[x] = np.uint64(0)
        put(found, layout.pos2, bits, target)
        for x in range(count):
            h[x, end] |= found[x]
        entry = following
        if words.halts[entry]:
            return entry, head, i + 1, HALTED
    return entry, head, passes, RUNNING
