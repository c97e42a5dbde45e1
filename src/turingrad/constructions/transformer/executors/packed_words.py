"""The words of a pass of the packed executor as tables, for machines of one tape.

What `packed_kernel` puts together bit by bit is here looked up or shifted. The one-hot fields of a pass depend on the
rule and on what the searches find, so their words are tables. A number of the machine (time, cells, the last write) in
a field that begins at coordinate s adds to word x its bits ((n << left) >> right) & kept, which depend on s and x only.
The adder's fields follow from the lowest 0 (or 1) of the cell.
"""

from __future__ import annotations

import math
from itertools import product
from typing import NamedTuple

import numpy as np

from turingrad._support.arrays import I64, U64
from turingrad.constructions.transformer.executors.packed_kernel import (
    BL,
    DEC,
    INC,
    LEFT_EDGE,
    NO_FIELD,
    OR2,
    POS2,
    POS3,
    SCR1,
    SCR2,
    SCR3,
    SCR4,
    SYM1,
    SYM2,
    Layout,
    Rules,
)

LANES = 4  # words of a vector register
LINE = 8  # words of a cache line
BEFORE, PAIR, AFTER, REACHED = range(4)  # rows of a place
FOUND, READ, OUTPUT = range(3)  # rows of an outcome
PLACED_INC, PLACED_DEC, EDGE_ROW = 4, 5, 18  # of `Words.fields`
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)  # times 2^k, its six highest bits tell k


class Words(NamedTuple):
    """Tables of words. `place` is state and symbol in mixed radix; `outcome` says what the searches found: written
    before or not, the input's symbol there (radix: no input), the symbol that is read, in mixed radix."""

    next: I64  # (places,); -1 where no rule is
    write: I64  # (places,)
    move: I64  # (places,)
    by_place: U64  # (groups, 4 places, LANES): the pass's input, the rule's unit, next state and write, next state
    by_outcome: U64  # (groups, 3 outcomes, LANES): what is found, what the read layer keeps of it, the symbol
    fields: U64  # (groups, 19, LANES): to shift left, right, to keep: pos1, pos2, pos3, scr3, inc, dec; the left edge
    carries: U64  # (64,): the adder's field by the lowest bit that stops the carry, hashed
    radix: int
    blank: int
    keeps: bool


def words_of(layout: Layout, rules: Rules, count: int) -> Words:
    """The tables of a machine of one tape that writes."""
    start, radix = layout.starts[0], int(rules.radices[0])
    known = radix - 1

    def bits(*coordinates: int) -> list[int]:
        row = [0] * count
        for coordinate in coordinates:
            row[coordinate >> 6] |= 1 << (63 - (coordinate & 63))
        return row

    def one_hot(field: int, symbol: int) -> tuple[int, ...]:
        return (int(start[field]) + symbol,) if symbol < known else ()

    by_place, by_outcome, following, wrote, move = [], [], [], [], []
    for place, rule in enumerate(rules.rule_of.tolist()):
        state, symbol = divmod(place, radix)
        following.append(-1 if rule < 0 else int(rules.next[rule]))
        wrote.append(symbol if rule < 0 or rules.write[rule, 0] < 0 else int(rules.write[rule, 0]))
        move.append(0 if rule < 0 else int(rules.move[rule, 0]))
        reached = layout.st + max(following[-1], 0)
        by_place.append(bits(layout.st + state, *one_hot(SYM1, symbol)))
        by_place.append(bits(*(() if rule < 0 else (layout.pair + rule,))))
        by_place.append(bits(reached, *one_hot(SYM2, wrote[-1])))
        by_place.append(bits(reached))
    for earlier, given, symbol in product((False, True), range(radix + 1), range(radix)):
        inside = (int(start[SCR4]) + 1, *one_hot(SCR2, given)) if given < radix else ()
        before = (int(start[SCR4]), *one_hot(SCR1, symbol)) if earlier else ()
        by_outcome.append(bits(*inside, *before))
        kept = SCR1 if earlier else SCR2 if start[OR2] == NO_FIELD else OR2
        by_outcome.append(bits(*(one_hot(kept, symbol) if earlier or given < radix else (int(start[BL]),))))
        by_outcome.append(bits(*one_hot(SYM1, symbol)))
    sizes = [(layout.pos1, layout.bits)]
    sizes += [(int(start[field]), layout.bits + (field in (INC, DEC))) for field in (POS2, POS3, SCR3, INC, DEC)]
    fields = [row for begin, size in sizes for row in zip(*shifts(begin, size, count), strict=True)]
    fields.append(tuple(bits(*(() if start[LEFT_EDGE] == NO_FIELD else (int(start[LEFT_EDGE]),)))))
    return Words(
        next=np.array(following, np.int64),
        write=np.array(wrote, np.int64),
        move=np.array(move, np.int64),
        by_place=group_words(np.array(by_place, np.uint64)),
        by_outcome=group_words(np.array(by_outcome, np.uint64)),
        fields=group_words(np.array(fields, np.uint64)),
        carries=carries(layout.bits + 1),
        radix=radix,
        blank=int(rules.blanks[0]),
        keeps=rules.keeps,
    )


def group_words(rows: U64) -> U64:
    """(rows, words) to (groups, rows, LANES): a register after another, each group of words for itself."""
    parts = rows.reshape(len(rows), rows.shape[1] // LANES, LANES).transpose(1, 0, 2)
    placed = aligned_zeros(parts.shape)
    placed[:] = parts
    return placed


def aligned_zeros(shape: tuple[int, ...]) -> U64:
    """At an address that is a multiple of a cache line, so that no register lies in two."""
    size = math.prod(shape)
    buffer = np.zeros(size + LINE, np.uint64)
    skipped = -buffer.ctypes.data // 8 % LINE
    zeros: U64 = buffer[skipped : skipped + size].reshape(shape)
    return zeros


def carries(size: int) -> U64:
    """A carry that stops at bit k has made k + 1 ones at the top of a field of `size` bits."""
    table = np.zeros(64, np.uint64)
    for k in range(size):
        table[(int(DE_BRUIJN) << k) % 2**64 >> 58] = ((1 << (k + 1)) - 1) << (size - 1 - k)
    return table


def shifts(begin: int, size: int, count: int) -> list[tuple[int, int, int]]:
    """For each word, how a number of `size` bits comes into the coordinates begin .. begin + size - 1 of it."""
    found = []
    for word in range(count):
        left = 64 * (word + 1) - begin - size  # from bit 0 to its place, counted from this word's end
        inside = [x for x in range(begin, begin + size) if x >> 6 == word]
        kept = sum(1 << (63 - (x & 63)) for x in inside)
        found.append((max(left, 0), max(-left, 0), kept) if kept else (0, 0, 0))
    return found
