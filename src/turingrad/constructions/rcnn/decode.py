"""The way back: from a layer of the network to phases, symbols, head and state; from W to the memorised samples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from turingrad._support.arrays import I64, Array, Signs
from turingrad.constructions.rcnn.heads import HeadState, HeadTable
from turingrad.constructions.rcnn.lattice import Lattice
from turingrad.errors import InputError
from turingrad.machine.grid import TERNARY, Grid
from turingrad.machine.grid.border import mark_symbol

UNKNOWN, MEMORY, COMPUTE = "unknown", "memory", "compute"
PHASE_MARKS = {UNKNOWN: "?", MEMORY: "m", COMPUTE: "c"}


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of a learner's network: the phase and the symbol of each cell, and the head if there is one."""

    phases: tuple[tuple[str, ...], ...]
    grid: Grid
    head: tuple[int, int] | None
    state: HeadState | None

    def marked_symbols(self) -> list[list[str]]:
        """The symbol of each cell with the mark of its phase."""
        rows = zip(self.grid, self.phases, strict=True)
        return [[symbol + PHASE_MARKS[phase] for symbol, phase in zip(*row, strict=True)] for row in rows]

    def __str__(self) -> str:
        return "/".join(map("".join, self.marked_symbols())) + (
            "" if self.head is None else f" {self.state} at {self.head}"
        )


class CellDecoder:
    """Looks cell values up; a value that is none of the lattice's is an error, never a guess."""

    def __init__(self, cells: Lattice, table: HeadTable) -> None:
        self.table = table
        minus, blank, plus = TERNARY
        self.meaning: dict[int, tuple[str, str, int | None]] = {
            0: (UNKNOWN, blank, None),
            cells.T: (UNKNOWN, plus, None),
            -cells.T: (UNKNOWN, minus, None),
            cells.P: (UNKNOWN, blank, None),
            -cells.C: (MEMORY, blank, None),
        }
        if cells.border:
            self.meaning[cells.Q] = (UNKNOWN, mark_symbol(blank), None)
        for symbol, (a, mark) in zip(table.symbols, cells.alphabet, strict=True):
            self.meaning[cells.symbol(a, mark)] = (COMPUTE, symbol, None)
            for state in range(len(table.states)):
                self.meaning[cells.head(a, state, mark)] = (COMPUTE, symbol, state)

    def layer(self, values: I64) -> Layer:
        """`values` is (rows, columns) in integer units."""
        rows, head, number = read_cells(values, self.meaning.get)
        phases = tuple(tuple(phase for phase, _, _ in row) for row in rows)
        grid = tuple(tuple(symbol for _, symbol, _ in row) for row in rows)
        return Layer(phases, grid, head, None if number is None else self.table.states[number])


def read_cells(
    values: Array, meaning: Callable[[Any], tuple[Any, ...] | None]
) -> tuple[list[list[Any]], tuple[int, int] | None, int | None]:
    """What each cell stands for, where the head is, and its state: a meaning ends with that, None if no head is."""
    rows: list[list[Any]] = []
    head, state = None, None
    for i, line in enumerate(values.tolist()):
        rows.append([])
        for j, value in enumerate(line):
            found = meaning(value)
            if found is None:
                raise InputError(f"the value {value} of cell ({i}, {j}) is not a cell value")
            rows[-1].append(found)
            if found[-1] is not None:
                if head is not None:
                    raise InputError(f"two heads on one grid, in cells {head} and ({i}, {j})")
                head, state = (i, j), found[-1]
    return rows, head, state


def decode_samples(W: I64, T: int) -> tuple[Signs, Signs]:
    """The samples that W holds, (X, y), in the order of its rows: W_a = T y_a (x_a, 1); empty rows must come last."""
    filled = np.any(W != 0, axis=1)
    count = int(filled.sum())
    if not np.all(filled[:count]) or not np.all(np.abs(W[:count]) == T):
        raise InputError("W does not hold memorised samples: rows of ±T, then rows of 0")
    signs = np.sign(W[:count]).astype(np.int8)
    labels = signs[:, -1]
    return signs[:, :-1] * labels[:, None], labels
