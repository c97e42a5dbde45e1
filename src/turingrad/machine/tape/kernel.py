"""The compiled interpreter of tape machines.

A machine becomes three flat tables, indexed by `state * |symbols|^k + reads` with the reads as digits: the next state's
row offset (or -1 where the machine halts), and for each tape the symbol to write and the move. Tapes are byte arrays
that grow on the side where a head runs out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from turingrad._support.arrays import I64, U8, Array, Signs
from turingrad._support.jit import njit
from turingrad.errors import LimitError, MachineError
from turingrad.machine.tape import HARD, Tape, TapeConfiguration, TapeMachine

FIRST_CELLS = 1 << 12
MAX_CELLS = 1 << 31  # one byte per cell: refuse before memory is exhausted
MAX_ENTRIES = 1 << 26  # entries of the dense transition table
HALT = -1


@njit(cache=True)
def advance_one(
    next_row: I64, write: U8, move: Signs, tape: U8, row: int, head: int, floor: int, steps: int
) -> tuple[int, int, int]:
    """Steps on one tape until halt, an edge of the array, or `steps`: (row, head, steps taken).

    The head is always inside the array on entry; the run leaves as soon as it stands on the first or last cell, so
    that the array can grow before the next move. No head goes below `floor`, the first cell of a hard left end.
    """
    last = tape.size - 1
    for taken in range(steps):
        entry = row + tape[head]
        following = next_row[entry]
        if following == HALT or head == 0 or head == last:
            return row, head, taken
        tape[head] = write[entry]
        head = max(floor, head + move[entry])
        row = following
    return row, head, steps


@njit(cache=True)
def advance_many(
    next_row: I64, write: U8, move: Signs, tapes: U8, heads: I64, row: int, symbols: int, floor: int, steps: int
) -> tuple[int, int]:
    """The same for several tapes, rows of one array: (row, steps taken); `heads` is changed in place."""
    count, cells = tapes.shape
    for taken in range(steps):
        entry = 0
        edge = False
        for t in range(count):
            entry = entry * symbols + tapes[t, heads[t]]
            edge = edge or heads[t] == 0 or heads[t] == cells - 1
        entry += row
        following = next_row[entry]
        if following == HALT or edge:
            return row, taken
        for t in range(count):
            tapes[t, heads[t]] = write[entry, t]
            heads[t] = max(floor, heads[t] + move[entry, t])
        row = following
    return row, steps


class CompiledTape:
    """A stepper over the kernels above."""

    def __init__(self, machine: TapeMachine, rows: Sequence[Sequence[str]]) -> None:
        symbols = len(machine.symbols)
        if symbols > 256:
            raise MachineError(f"the compiled interpreter takes at most 256 symbols; this machine has {symbols}")
        self.reads: int = symbols**machine.tapes
        if self.reads * len(machine.states) > MAX_ENTRIES:
            raise MachineError(
                f"{len(machine.states)} states x {symbols} symbols ^ {machine.tapes} tapes is more than the compiled "
                f"interpreter's {MAX_ENTRIES:,} table entries; use executor 'python'"
            )
        self.machine = machine
        self.symbol_number = {symbol: i for i, symbol in enumerate(machine.symbols)}
        self.blank = self.symbol_number[machine.blank]
        self.next_row, self.write, self.move = transition_tables(machine)
        self.step = 0
        self.row: int = machine.states.index(machine.start) * self.reads
        self.tapes, self.origin = self._tapes(rows)
        self.heads = np.full(machine.tapes, self.origin, np.int64)
        self._advance(0)  # the kernel is loaded, or compiled, before a clock runs

    def _tapes(self, rows: Sequence[Sequence[str]]) -> tuple[U8, int]:
        longest = max(len(row) for row in rows)
        cells = FIRST_CELLS
        while cells < 4 * longest:
            cells *= 2
        tapes = np.full((self.machine.tapes, cells), self.blank, np.uint8)
        origin = cells // 4
        for t, row in enumerate(rows):
            tapes[t, origin : origin + len(row)] = [self.symbol_number[symbol] for symbol in row]
        return tapes, origin

    def advance(self, steps: int) -> int:
        taken = 0
        while taken < steps:
            taken += self._advance(steps - taken)
            if taken < steps:
                if self.halted():
                    break
                self._grow()
        return taken

    def _advance(self, steps: int) -> int:
        floor = self.origin if self.machine.left_end == HARD else 0
        if self.machine.tapes == 1:
            row, head, taken = advance_one(
                self.next_row,
                self.write[:, 0],
                self.move[:, 0],
                self.tapes[0],
                self.row,
                int(self.heads[0]),
                floor,
                steps,
            )
            self.heads[0] = head
        else:
            row, taken = advance_many(
                self.next_row,
                self.write,
                self.move,
                self.tapes,
                self.heads,
                self.row,
                len(self.machine.symbols),
                floor,
                steps,
            )
        self.row = int(row)
        self.step += int(taken)
        return int(taken)

    def _grow(self) -> None:
        count, cells = self.tapes.shape
        if 2 * cells * count > MAX_CELLS:
            raise LimitError(f"the tape is longer than {cells:,} cells after {self.step:,} steps")
        grown = np.full((count, 2 * cells), self.blank, np.uint8)
        shift = cells // 2
        grown[:, shift : shift + cells] = self.tapes
        self.tapes = grown
        self.origin += shift
        self.heads += shift

    def halted(self) -> bool:
        entry = 0
        for t in range(self.machine.tapes):
            entry = entry * len(self.machine.symbols) + int(self.tapes[t, self.heads[t]])
        return bool(self.next_row[self.row + entry] == HALT)

    def configuration(self) -> TapeConfiguration:
        return TapeConfiguration(
            self.step,
            self.machine.states[self.row // self.reads],
            tuple(int(head) - self.origin for head in self.heads),
            tuple(tape_of(row, self.blank, self.origin, self.machine.symbols) for row in self.tapes),
        )


def tape_of(cells: Array, blank: int, origin: int, names: Sequence[str]) -> Tape:
    """An array of symbol numbers, cell 0 at `origin`, without the blanks at its ends."""
    filled = np.flatnonzero(cells != blank)
    if not filled.size:
        return Tape(0, ())
    first, last = int(filled[0]), int(filled[-1])
    return Tape(first - origin, tuple([names[number] for number in cells[first : last + 1].tolist()]))


def transition_tables(machine: TapeMachine) -> tuple[I64, U8, Signs]:
    """(next row offset or HALT, symbol to write, move) by entry; the latter two have one column per tape."""
    symbols = len(machine.symbols)
    reads = symbols**machine.tapes
    state_number = {state: i for i, state in enumerate(machine.states)}
    symbol_number = {symbol: i for i, symbol in enumerate(machine.symbols)}
    entries = len(machine.states) * reads
    next_row = np.full(entries, HALT, np.int64)
    write = np.zeros((entries, machine.tapes), np.uint8, order="F")
    move = np.zeros((entries, machine.tapes), np.int8, order="F")
    for rule in machine.rules:
        entry = 0
        for symbol in rule.read:
            entry = entry * symbols + symbol_number[symbol]
        entry += state_number[rule.state] * reads
        next_row[entry] = state_number[rule.next] * reads
        write[entry] = [symbol_number[symbol] for symbol in rule.write]
        move[entry] = rule.move
    return next_row, write, move
