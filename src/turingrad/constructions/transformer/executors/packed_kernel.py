"""The kernel of the packed executor: hidden vectors of all layers as words of bits, attention from one table.

Last-write lemma. Let t be the last time at which the target cell was written, the current pass included. The bucket
(cell, the first j bits of t, next bit 1) of search layer j is not empty exactly where bit j of t is 1: the write at t
is in it if the bit is 1; if it is 0, a member would be a write to the same cell with the same prefix and a larger bit,
so later than t. With no write to the cell all buckets are empty. So `last[cell]` answers every search layer, and the
read layer's bucket (cell, t) holds what was written there at t. Each tape has its own table.

Coordinate x of a hidden vector is bit 63 - x % 64 of word x // 64, so that a position field, most significant bit
first, is its number shifted into place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from turingrad._support.arrays import I32, I64, U16, U64
from turingrad._support.jit import njit

RUNNING, HALTED, EDGE = 0, 1, 2
NO_FIELD = -1

# columns of Layout.starts, one row per tape
SYM1, SYM2, POS2, POS3, INC, DEC, SCR1, SCR2, SCR3, SCR4, OR2, BL, LEFT_EDGE = range(13)
TAPE_FIELDS = ("sym1", "sym2", "pos2", "pos3", "inc", "dec", "scr1", "scr2", "scr3", "scr4", "or2", "bl", "edge")


class Layout(NamedTuple):
    """First coordinates: of the shared fields, and of each tape's fields, NO_FIELD where it has none."""

    st: int
    pair: int
    pos1: int
    bits: int
    starts: I64  # (tapes, fields)


class Rules(NamedTuple):
    """The transition function: rule_of[place] is a rule's number or -1, place = state and symbols in mixed radix. The
    number of a tape's alphabet stands for any symbol outside of it."""

    rule_of: I32
    radices: I64  # (tapes,)
    blanks: I64
    next: I64  # (units,)
    write: I64  # (units, tapes); negative: leave it
    move: I64
    keeps: bool  # L1 copies state and symbols


class TapeTable(NamedTuple):
    """By tape and cell, from machine cell -origin on: time of the last write plus 1 (0: never), and the symbol."""

    last: I32
    symbol: U16
    input: U16  # (tapes, longest)
    lengths: I64


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
def put_bit(row: U64, coordinate: int) -> None:
    row[coordinate >> 6] |= np.uint64(1) << np.uint64(63 - (coordinate & 63))


@njit(cache=True)
def ones_from(cell: int, bits: int) -> int:
    """How many of the lowest bits are 1 before the first 0."""
    count = 0
    while count < bits and (cell >> count) & 1:
        count += 1
    return count


# rows of a pass's parts, from which the hidden vectors are put together
BEFORE, PLACE, AFTER, ADDER, TARGET, FOUND, READ, OUTPUT = range(8)
PARTS = 8


@njit(cache=True)
def advance_packed(
    layout: Layout,
    rules: Rules,
    found_by: U64,
    tape: TapeTable,
    origin: int,
    state: int,
    symbols: I64,
    heads: I64,
    first_pass: int,
    passes: int,
    hidden: U64,
) -> tuple[int, int, int]:
    """Passes until halt, an edge of the table, or `passes`: (state, passes done, why it ended); `symbols` and `heads`
    are changed in place.

    hidden (ring, groups, layers + 1, lanes) receives all hidden vectors of pass i in row i % ring, the words in groups
    of lanes. found_by (groups, searches, lanes) masks what each search layer but the last has found. `heads` are the
    machine's cells; the network's are (head + 1) modulo 2^bits.
    """
    ring, lanes = hidden.shape[0], hidden.shape[3]
    count = hidden.shape[1] * lanes
    bits, tapes = layout.bits, len(heads)
    modulo = (1 << bits) - 1
    searches = found_by.shape[1]
    parts = np.zeros((PARTS, count), np.uint64)
    row = first_pass % ring - 1
    cells = tape.last.shape[1]
    place = place_of(rules, state, symbols)
    for i in range(passes):
        time, rule = first_pass + i, rules.rule_of[place]
        for t in range(tapes):
            if heads[t] + origin < 1 or heads[t] + origin >= cells - 1:
                return state, i, EDGE
        row = row + 1 if row + 1 < ring else 0
        parts[:] = np.uint64(0)
        put_bit(parts[BEFORE], layout.st + state)
        state = rules.next[rule]
        put_bit(parts[AFTER], layout.st + state)
        put_bit(parts[READ], layout.st + state)
        put_bit(parts[OUTPUT], layout.st + state)
        put(parts[PLACE], layout.pos1, bits, time)
        put(parts[AFTER], layout.pos1, bits, time)
        for t in range(tapes):
            start = layout.starts[t]
            here, cell, move = heads[t] + origin, (heads[t] + 1) & modulo, rules.move[rule, t]
            if symbols[t] < rules.radices[t] - 1:
                put_bit(parts[BEFORE], start[SYM1] + symbols[t])
            put(parts[PLACE], start[POS2], bits, cell)
            if move > 0:
                ones = ones_from(cell, bits) + 1
                put(parts[ADDER], start[INC], bits + 1, ((1 << ones) - 1) << (bits + 1 - ones))
            elif move < 0:
                zeros = ones_from(~cell, bits) + 1
                put(parts[ADDER], start[DEC], bits + 1, ((1 << zeros) - 1) << (bits + 1 - zeros))
                if start[LEFT_EDGE] != NO_FIELD and cell == 1:
                    put_bit(parts[ADDER], start[LEFT_EDGE])
                    move = 0
            written = 0
            head = heads[t] + move
            if start[SYM2] == NO_FIELD:
                put(parts[ADDER], start[POS2], bits, cell)  # a read-only tape's cell is not carried further
            else:
                put(parts[AFTER], start[POS2], bits, cell)
                wrote = rules.write[rule, t] if rules.write[rule, t] >= 0 else symbols[t]
                if wrote < rules.radices[t] - 1:
                    put_bit(parts[AFTER], start[SYM2] + wrote)
                tape.last[t, here] = time + 1
                tape.symbol[t, here] = wrote
                written = tape.last[t, here + move]
            target = (head + 1) & modulo
            heads[t] = head
            put(parts[TARGET], start[POS3], bits, target)
            put(parts[READ], start[POS3], bits, target)
            put(parts[OUTPUT], start[POS2], bits, target)
            symbols[t] = read_symbol(layout, rules, tape, parts, t, head, here + move, written)
        place = place_of(rules, state, symbols)
        for x in range(count):
            h = hidden[row, x // lanes, :, x % lanes]
            h[0] = parts[BEFORE, x] | parts[PLACE, x]
            h[1] = h[0] if rules.keeps else parts[PLACE, x]
            h[2] = parts[AFTER, x] | parts[ADDER, x]
            h[3] = parts[AFTER, x] | parts[TARGET, x]
            for s in range(searches):
                h[4 + s] = h[3] | (parts[FOUND, x] & found_by[x // lanes, s, x % lanes])
            h[4 + searches] = parts[READ, x]
            h[5 + searches :] = parts[OUTPUT, x]  # the output, and identity layers
        pair = layout.pair + rule
        word = pair >> 6
        hidden[row, word // lanes, 1, word % lanes] |= np.uint64(1) << np.uint64(63 - (pair & 63))
        if rules.rule_of[place] < 0:
            return state, i + 1, HALTED
    return state, passes, RUNNING


@njit(cache=True)
def place_of(rules: Rules, state: int, symbols: I64) -> int:
    place = state
    for t in range(len(symbols)):
        place = place * rules.radices[t] + symbols[t]
    return place


@njit(cache=True)
def read_symbol(
    layout: Layout, rules: Rules, tape: TapeTable, parts: U64, t: int, head: int, here: int, written: int
) -> int:
    """The symbol in a tape's target cell, with what the searches find and what the last one makes of it."""
    start = layout.starts[t]
    known = rules.radices[t] - 1
    in_input = 0 <= head < tape.lengths[t]
    given = known
    if in_input:
        given = int(tape.input[t, head])
        put_bit(parts[FOUND], start[SCR4] + 1)
        if given < known:
            put_bit(parts[FOUND], start[SCR2] + given)
    if written > 0:
        symbol, field = int(tape.symbol[t, here]), start[SCR1]
        put_bit(parts[FOUND], start[SCR4])
        if symbol < known:
            put_bit(parts[FOUND], start[SCR1] + symbol)
        if written > 1:
            put(parts[FOUND], start[SCR3], layout.bits, written - 1)
    elif in_input:
        symbol, field = given, start[SCR2] if start[OR2] == NO_FIELD else start[OR2]
    else:
        symbol, field = rules.blanks[t], NO_FIELD
        put_bit(parts[READ], start[BL])
    if symbol < known:
        put_bit(parts[OUTPUT], start[SYM1] + symbol)
        if field != NO_FIELD:
            put_bit(parts[READ], field + symbol)
    return symbol
