"""A grid of cells in the middle of an event-driven run."""

from __future__ import annotations

import numpy as np

from turingrad.arrays import I32, I64
from turingrad.constructions.rcnn.executors.coordinates import Coordinates
from turingrad.constructions.rcnn.executors.kernel import DIRTY, FAULT, LAYERS, UNKNOWN_PATCH, UNKNOWN_VALUE, advance
from turingrad.constructions.rcnn.executors.patches import PatchTable
from turingrad.errors import CertificateError

NO_ENTRIES = np.zeros(0, np.int32)
NO_OFFSETS = np.zeros((5, 1), np.int64)


class CellGrid:
    """Value numbers on a framed grid, and which cells must be computed again. With a table, cells are looked up."""

    def __init__(self, made: Coordinates, cells: I64, table: PatchTable | None = None) -> None:
        self.made, self.table = made, table
        rows, columns = cells.shape
        self.width = columns + 2
        self.framed = np.full((rows + 2, self.width), made.padding, np.int32)
        self.framed[1:-1, 1:-1] = made.numbers(cells)
        self.flat = self.framed.reshape(-1)
        inside = np.flatnonzero(self.flat != made.padding)
        self.dirty = np.zeros(self.flat.size, np.int64)
        self.dirty[: len(inside)] = inside
        self.stamps = np.zeros(self.flat.size, np.int64)
        self.changed = np.zeros(self.flat.size, np.int64)
        self.becomes = np.zeros(self.flat.size, np.int32)
        self.registers = np.zeros(4, np.int64)
        self.registers[DIRTY] = len(inside)

    def advance(self, layers: int, *, edges: bool = False) -> int:
        """Up to `layers` layers; returns why it stopped (see `kernel`)."""
        made, table = self.made, self.table
        result = advance(
            self.flat,
            self.width,
            made.padding,
            layers,
            edges,
            self.dirty,
            self.stamps,
            self.changed,
            self.becomes,
            self.registers,
            made.units,
            NO_ENTRIES if table is None else table.entries,
            NO_OFFSETS if table is None else table.offsets,
        )
        if result in (UNKNOWN_VALUE, UNKNOWN_PATCH):
            row, column = divmod(int(self.registers[FAULT]), self.width)
            what = "became no cell value" if result == UNKNOWN_VALUE else "has a neighbourhood that cannot occur"
            raise CertificateError(f"cell ({row - 1}, {column - 1}) {what} after {self.layers:,} layers")
        return int(result)

    @property
    def layers(self) -> int:
        """Layers that changed something so far."""
        return int(self.registers[LAYERS])

    @property
    def numbers(self) -> I32:
        """(rows, columns) of value numbers."""
        return self.framed[1:-1, 1:-1]

    @property
    def cells(self) -> I64:
        """(rows, columns) of cell values."""
        return self.made.values[self.numbers].astype(np.int64)
