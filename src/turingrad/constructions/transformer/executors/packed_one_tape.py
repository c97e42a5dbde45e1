"""The packed executor's kernel for one tape: a pass without branches on its data.

Hidden vectors are rows of words, LANES words to a vector register. A pass looks its one-hot fields up in the tables of
`packed_words`, shifts its numbers into their fields, and stores a row for each layer: a few vector instructions a
layer, written in the compiler's own language, as numba's compiler finds none by itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad._support.arrays import I64, U64
from turingrad._support.jit import Generated, njit
from turingrad.constructions.transformer.executors.packed_kernel import (
    EDGE,
    HALTED,
    LEFT_EDGE,
    NO_FIELD,
    RUNNING,
    Layout,
    TapeTable,
)
from turingrad.constructions.transformer.executors.packed_words import DE_BRUIJN, PLACED_DEC, PLACED_INC, Words

store_words: Any = Generated("turingrad.constructions.transformer.executors.packed_code", "words_of_a_pass")


@njit(cache=True)
def advance_one_tape(
    layout: Layout,
    words: Words,
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
    """`advance_packed` for one tape that is written: the same hidden vectors."""
    ring, groups, size = hidden.shape[0], hidden.shape[1], layout.bits
    modulo = np.uint64((1 << size) - 1)
    radix, cells, length = words.radix, tape.last.shape[1], tape.lengths[0]
    last, cell_symbols, given_symbols = tape.last[0], tape.symbol[0], tape.input[0]
    walled = layout.starts[0, LEFT_EDGE] != NO_FIELD
    row = first_pass % ring - 1
    head, symbol = heads[0], symbols[0]
    place = state * radix + symbol
    why, taken = RUNNING, passes
    for i in range(passes):
        here = head + origin
        if here < 1 or here >= cells - 1:
            why, taken = EDGE, i
            break
        row = row + 1 if row + 1 < ring else 0
        time = first_pass + i
        state, move = words.next[place], words.move[place]
        cell = np.uint64(head + 1) & modulo
        # A carry runs over the lowest ones, a borrow over the lowest zeros.
        run = (cell if move > 0 else ~cell) & modulo
        lowest = ~run & (run + np.uint64(1))
        carried = words.carries[(lowest * DE_BRUIJN) >> np.uint64(58)] if move != 0 else np.uint64(0)
        adder_field = PLACED_INC if move > 0 else PLACED_DEC
        at_wall = walled and move < 0 and cell == np.uint64(1)
        if at_wall:
            move = 0
        last[here] = time + 1
        cell_symbols[here] = words.write[place]
        head += move
        target = np.uint64(head + 1) & modulo
        written = last[here + move]
        given = radix
        if head >= 0 and head < length:
            given = int(given_symbols[head])
        read = words.blank
        if written > 0:
            read = int(cell_symbols[here + move])
        elif given < radix:
            read = given
        outcome = ((1 if written > 0 else 0) * (radix + 1) + given) * radix + read
        earlier = np.uint64(written - 1 if written > 0 else 0)
        numbers = np.uint64(time), cell, target, carried, earlier
        for group in range(groups):
            store_words(hidden, row, group, words, found_by, numbers, (place, outcome), adder_field, at_wall)
        symbol = read
        place = state * radix + symbol
        if words.next[place] < 0:
            why, taken = HALTED, i + 1
            break
    heads[0], symbols[0] = head, symbol
    return state, taken, why
