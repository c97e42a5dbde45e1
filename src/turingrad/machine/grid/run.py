"""The reference interpreters of grid machines: `python`, short enough to check by eye, and `compiled`, equal and fast.

Both are steppers: an object that advances by a number of steps and shows its configuration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from turingrad._support.arrays import I64, Integers
from turingrad._support.jit import njit
from turingrad._support.text import name_alternatives
from turingrad.errors import InputError
from turingrad.machine.grid import MOVES, WALL, GridConfiguration, GridMachine
from turingrad.machine.run import Clock, Run, StartedRun, Stepper, run_to_end, stream

EXECUTORS = ("compiled", "python")

GivenGrid = Sequence[str] | Sequence[Sequence[str]]


class PythonInterpreter:
    """The definition of the wall model, a dictionary look-up a step."""

    def __init__(self, machine: GridMachine, first: GridConfiguration) -> None:
        self.machine, self.step, self.state, self.head, self.bumped = machine, 0, first.state, first.head, first.bumped
        self.grid = [list(row) for row in first.grid]

    def read(self) -> str:
        row, column = self.head
        return WALL if self.bumped else self.grid[row][column]

    def halted(self) -> bool:
        return self.machine.rule(self.state, self.read()) is None

    def advance(self, steps: int) -> int:
        for taken in range(steps):
            rule = self.machine.rule(self.state, self.read())
            if rule is None:
                return taken
            row, column = self.head
            down, right = MOVES[rule.move]
            inside = 0 <= row + down < len(self.grid) and 0 <= column + right < len(self.grid[0])
            if rule.write is not None:
                self.grid[row][column] = rule.write
            if inside:
                self.head = (row + down, column + right)
            self.step, self.state, self.bumped = self.step + 1, rule.next, not inside
        return steps

    def configuration(self) -> GridConfiguration:
        return GridConfiguration(self.step, self.state, self.head, self.bumped, tuple(map(tuple, self.grid)))


# A rule packed into one integer: bits 0-1 the row's change + 1, bits 2-3 the column's change + 1, bits 4-19 the
# symbol written, bits 20 on the row of the table of the next state. A missing rule is -1.
NEXT_SHIFT = 20
MAX_SYMBOLS = 1 << 15  # symbols and the wall are numbered in int16, within 16 bits of a packed rule


def packed_table(machine: GridMachine) -> I64:
    """The rules as one array: entry `state * (symbols + 1) + read`, the wall being read number `symbols`."""
    states = {state: i for i, state in enumerate(machine.states)}
    symbols = {symbol: i for i, symbol in enumerate((*machine.symbols, WALL))}
    if len(symbols) > MAX_SYMBOLS:
        raise InputError(f"the compiled interpreter takes machines of fewer than {MAX_SYMBOLS} symbols")
    table = np.full(len(states) * len(symbols), -1, dtype=np.int64)
    for rule in machine.rules:
        down, right = MOVES[rule.move]
        write = 0 if rule.write is None else symbols[rule.write]
        entry = (states[rule.next] * len(symbols)) << NEXT_SHIFT | write << 4 | (right + 1) << 2 | (down + 1)
        table[states[rule.state] * len(symbols) + symbols[rule.read]] = entry
    return table


def cell_type(machine: GridMachine) -> type[np.signedinteger[Any]]:
    """int8 cells wherever the symbols and the wall fit into them."""
    return np.int8 if len(machine.symbols) <= 127 else np.int16


@njit(cache=True, nogil=True)
def advance_kernel(table: I64, cells: Integers, width: int, wall: int, registers: I64, steps: int) -> None:
    """Takes up to `steps` steps, fewer where no rule applies.

    `cells` is the grid, row after row, with a frame of wall cells around it, `width` columns in all: a move onto the
    frame is undone and read as the wall. `registers` holds the head's cell, the row of the table of the state,
    1 where the machine reads the wall, and the steps taken.
    """
    head, base, bumped, taken = registers[0], registers[1], registers[2], registers[3]
    read = np.int64(wall) if bumped else np.int64(cells[head])
    for _ in range(steps):
        entry = table[base + read]
        if entry < 0:
            break
        if read != wall:
            cells[head] = (entry >> 4) & 0xFFFF
        base = entry >> 20
        target = head + ((entry & 3) - 1) * width + ((entry >> 2) & 3) - 1
        read = np.int64(cells[target])
        if read != wall:
            head = target
        taken += 1
    registers[0], registers[1], registers[3] = head, base, taken
    registers[2] = 1 if read == wall else 0


class CompiledInterpreter:
    """The same steps, one table look-up each. All state is in arrays, so that an interrupt between two calls of the
    kernel finds it whole."""

    def __init__(self, machine: GridMachine, first: GridConfiguration) -> None:
        self.machine, self.table = machine, packed_table(machine)
        rows, self.columns = len(first.grid), len(first.grid[0])
        self.width, self.wall = self.columns + 2, len(machine.symbols)
        number = {symbol: i for i, symbol in enumerate(machine.symbols)}
        framed = np.full((rows + 2, self.width), self.wall, dtype=cell_type(machine))
        framed[1:-1, 1:-1] = [[number[symbol] for symbol in row] for row in first.grid]
        self.framed, self.cells = framed, framed.reshape(-1)
        head = (first.head[0] + 1) * self.width + first.head[1] + 1
        base = machine.states.index(first.state) * (self.wall + 1)
        self.registers = np.array([head, base, first.bumped, 0], dtype=np.int64)
        self.advance(0)  # the kernel is loaded, or compiled, before a clock runs

    def halted(self) -> bool:
        head, base, bumped, _ = self.registers.tolist()
        return bool(self.table[base + (self.wall if bumped else int(self.cells[head]))] < 0)

    def advance(self, steps: int) -> int:
        before = int(self.registers[3])
        advance_kernel(self.table, self.cells, self.width, self.wall, self.registers, steps)
        return int(self.registers[3]) - before

    def configuration(self) -> GridConfiguration:
        head, base, bumped, step = self.registers.tolist()
        row, column = divmod(head, self.width)
        symbols = self.machine.symbols
        grid = tuple(tuple(symbols[cell] for cell in cells) for cells in self.framed[1:-1, 1:-1].tolist())
        state = self.machine.states[base // (self.wall + 1)]
        return GridConfiguration(step, state, (row - 1, column - 1), bool(bumped), grid)


def interpreter(machine: GridMachine, first: GridConfiguration, executor: str) -> Stepper[GridConfiguration]:
    if executor == "compiled":
        return CompiledInterpreter(machine, first)
    if executor == "python":
        return PythonInterpreter(machine, first)
    raise InputError(f"unknown executor {executor!r} for a grid machine{name_alternatives(executor, EXECUTORS)}")


def run(
    machine: GridMachine,
    grid: GivenGrid,
    head: tuple[int, int] | None = None,
    *,
    executor: str = "compiled",
    max_steps: int | None = None,
    max_seconds: float | None = None,
) -> Run[GridConfiguration]:
    """Runs the machine until it halts or a limit is reached. An interrupt (Ctrl-C) gives what was computed."""

    def begin() -> StartedRun[GridConfiguration]:
        return StartedRun(interpreter(machine, machine.initial(grid, head), executor))

    return run_to_end(begin, machine, executor, max_steps=max_steps, max_seconds=max_seconds)


def trace(
    machine: GridMachine,
    grid: GivenGrid,
    head: tuple[int, int] | None = None,
    *,
    every: int = 1,
    executor: str = "compiled",
    max_steps: int | None = None,
    max_seconds: float | None = None,
) -> Iterator[GridConfiguration]:
    """The configurations of a run as they are computed: the first, each `every`-th, and always the last."""
    return stream(interpreter(machine, machine.initial(grid, head), executor), Clock(max_steps, max_seconds), every)
