"""Turing machines on a finite grid."""

from turingrad.machine.grid.machine import (
    MAX_CELLS,
    MOVES,
    TERNARY,
    WALL,
    Grid,
    GridConfiguration,
    GridMachine,
    GridRule,
)

__all__ = ["MAX_CELLS", "MOVES", "TERNARY", "WALL", "Grid", "GridConfiguration", "GridMachine", "GridRule"]
