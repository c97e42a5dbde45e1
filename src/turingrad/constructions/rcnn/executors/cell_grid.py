"""Grids of cells in the middle of an event-driven run: one, or one per test point."""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I32, I64
from turingrad.constructions.rcnn.executors.coordinates import Coordinates
from turingrad.constructions.rcnn.executors.head_kernel import MAX_WIDTH, PackedRules, advance_grids
from turingrad.constructions.rcnn.executors.head_rules import pack_rules
from turingrad.constructions.rcnn.executors.kernel import (
    FAULT,
    LAYERS,
    MORE,
    PADDING_STAMP,
    REGISTERS,
    UNKNOWN_PATCH,
    UNKNOWN_VALUE,
    Local,
    Scratch,
)
from turingrad.constructions.rcnn.executors.patches import PatchTable
from turingrad.errors import CertificateError
from turingrad.machine.run import MAX_COUNT

NO_ENTRIES = np.zeros(0, np.int32)
NO_OFFSETS = np.zeros((5, 1), np.int64)
NO_RULES = PackedRules(np.zeros(0, np.int64), np.zeros(0, np.int64), 0, 0)


FAULTS = {UNKNOWN_VALUE: "became no cell value", UNKNOWN_PATCH: "has a neighbourhood that cannot occur"}


class CellGrids:
    """Value numbers on framed grids of the same shape, and which cells must be computed again. With a table, cells are
    looked up. The grids are run one after another, by one kernel."""

    def __init__(self, made: Coordinates, cells: I64, table: PatchTable | None = None) -> None:
        self.made = made
        count, rows, columns = cells.shape
        self.width = columns + 2
        self.framed = np.full((count, rows + 2, self.width), made.padding, np.int32)
        self.framed[:, 1:-1, 1:-1] = made.numbers(cells)
        flat = self.framed[0].reshape(-1)
        stamps = np.where(flat == made.padding, np.int64(PADDING_STAMP), np.int64(0))
        dirty, changed, becomes = (np.zeros(flat.size, kind) for kind in (np.int64, np.int64, np.int32))
        self.scratch = Scratch(dirty, stamps, changed, becomes)
        self.registers = np.zeros((count, REGISTERS), np.int64)
        self.reasons = np.full(count, MORE, np.int64)
        entries, offsets = (NO_ENTRIES, NO_OFFSETS) if table is None else (table.entries, table.offsets)
        self.local = Local(made.units, entries, offsets)
        rules = None if table is None or self.width >= MAX_WIDTH else table.rules
        self.rules = NO_RULES if rules is None else pack_rules(rules, self.width)

    def advance(self, layers: int, most: int, *, edges: bool = False) -> bool:
        """Up to `layers` layers in all, up to `most` a grid; whether some are left to do."""
        advance_grids(
            self.framed.reshape(len(self.framed), -1),
            self.width,
            self.made.padding,
            layers,
            min(most, MAX_COUNT),
            edges,
            self.scratch,
            self.registers,
            self.reasons,
            self.local,
            self.rules,
        )
        for reason, registers in zip(self.reasons.tolist(), self.registers, strict=True):
            if reason in FAULTS:
                row, column = divmod(int(registers[FAULT]), self.width)
                place = f"cell ({row - 1}, {column - 1})"
                raise CertificateError(f"{place} {FAULTS[reason]} after {registers[LAYERS]:,} layers")
        return bool(np.any((self.reasons == MORE) & (self.layers < most)))

    @property
    def layers(self) -> I64:
        """(grids,): layers that changed something so far."""
        result: I64 = self.registers[:, LAYERS]
        return result

    @property
    def numbers(self) -> I32:
        """(grids, rows, columns) of value numbers."""
        return self.framed[:, 1:-1, 1:-1]


class CellGrid:
    """One of them."""

    def __init__(self, made: Coordinates, cells: I64, table: PatchTable | None = None) -> None:
        self.made, self.alone = made, CellGrids(made, cells[None], table)
        self.framed, self.width = self.alone.framed[0], self.alone.width
        self.flat, self.registers = self.framed.reshape(-1), self.alone.registers[0]

    def advance(self, layers: int, *, edges: bool = False) -> int:
        """Up to `layers` layers; returns why it stopped (see `kernel`)."""
        self.alone.reasons[0] = MORE
        self.alone.advance(layers, self.layers + layers, edges=edges)
        return int(self.alone.reasons[0])

    @property
    def layers(self) -> int:
        """Layers that changed something so far."""
        return int(self.registers[LAYERS])

    @property
    def numbers(self) -> I32:
        """(rows, columns) of value numbers."""
        result: I32 = self.framed[1:-1, 1:-1]
        return result

    @property
    def cells(self) -> I64:
        """(rows, columns) of cell values."""
        return self.made.values[self.numbers].astype(np.int64)
