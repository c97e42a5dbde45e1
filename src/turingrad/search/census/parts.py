"""One machine over a part of the grids at once: cells are read when they are needed, and only then do the runs part.

A configuration is one number for the grid, two bits per cell (0, 1, 2 for -, 0, + and 3 for a cell that nobody has
read yet), the head, and the entry of the table that comes next. Where the head comes upon an open cell, the part is
cut in two, one with - and one with + there. What is the same for many data sets is run once.

A run ends with an answer, at an entry that is undefined, after `limit` steps, or when it is proved to go round: the
same configuration twice (Brent's method keeps one to compare with, and a new one after 8, 16, 32, ... steps). The
grid is finite, so every endless run is found out, or cut off by the limit; both have no answer. A part that no data
set of the task lies in is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import I32, I64, U64
from turingrad._support.jit import njit
from turingrad.search.census.weights import Weights
from turingrad.search.tables import MINUS, PLUS

SILENT, EMPTY = -4, -5
"""How a run ends besides PLUS, MINUS and UNDEFINED: without an answer; in a part that has no data set."""

NOISE_BITS = 4  # of a part's number: how many cells of noise it fixes
AT, HEAD, PART, STEPS = range(4)  # the columns of a waiting run
OPEN_CELL = np.uint64(3)


@dataclass(frozen=True, eq=False)
class Board:
    """The grid of a size: the neighbours of every cell by the moves U, D, L, R, S (-1: a wall), what a cell is worth in
    the number of a part (0: noise), the grid that nobody has looked at, and where the head starts."""

    near: I64
    power: I64
    grid: int
    head: int
    part: int
    limit: int


def board_of(weights: Weights, work: int, limit: int) -> Board:
    d, m = weights.dim, weights.train
    rows, columns = m + 1, d + 1 + work
    near = np.full((rows * columns, 5), -1, dtype=np.int64)
    power = np.zeros(rows * columns, dtype=np.int64)
    grid = 0
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        for move, (down, right) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1), (0, 0))):
            if 0 <= row + down < rows and 0 <= column + right < columns:
                near[cell, move] = cell + down * columns + right
        symbol = 1 if column > d else 2 if (row, column) == (m, d) else int(OPEN_CELL)
        grid |= symbol << (2 * cell)
        if row < m and column <= d:
            power[cell] = 3 ** (weights.open_cells - 1 - (row * (d + 1) + column))
    return Board(near.reshape(-1), power, grid, m * columns + d, 3**weights.open_cells - 1, limit)


@njit(cache=True, nogil=True)
def worth(loss: I64, answer: int, part: int) -> int:
    return int(loss[answer, part >> NOISE_BITS] >> (part & 15))


@njit(cache=True, nogil=True)
def advance_part(
    table: I32, near: I64, power: I64, loss: I64, limit: int, grids: U64, waiting: I64, count: int
) -> tuple[int, int, np.uint64, int, int, int, int]:
    """Runs the last of the waiting parts on; those that split off are put to wait. Returns how it ended, how many wait,
    and where it stood: grid, head, entry, part, steps."""
    count -= 1
    grid = grids[count]
    at, head = waiting[count, AT], waiting[count, HEAD]
    part, steps = waiting[count, PART], waiting[count, STEPS]
    kept_grid, kept_place, turns, since = grid, head | at << 8, 8, 0
    while True:
        if steps >= limit:
            return SILENT, count, grid, head, at, part, steps
        entry = int(table[np.uint64(at)])
        if entry < 0:
            return entry, count, grid, head, at, part, steps
        base = entry >> 5
        if at & 3 != 3:
            shift = np.uint64(2 * head)
            grid = (grid & ~(OPEN_CELL << shift)) | (np.uint64((entry >> 3) & 3) << shift)
        steps += 1
        target = near[np.uint64(5 * head + (entry & 7))]
        if target < 0:
            at = base + 3
        else:
            head = target
            shift = np.uint64(2 * head)
            symbol = int((grid >> shift) & OPEN_CELL)
            if symbol == 3:
                grid = grid & ~(OPEN_CELL << shift)
                grids[count] = grid
                grid = grid | (np.uint64(2) << shift)
                value = power[head] << NOISE_BITS
                other = part - 2 * value if value > 0 else part + 1
                part = part - value if value > 0 else part + 1
                waiting[count, AT], waiting[count, HEAD], waiting[count, PART], waiting[count, STEPS] = (
                    base, head, other, steps,
                )  # fmt: skip
                if loss[2, other >> NOISE_BITS] > 0:
                    count += 1
                if loss[2, part >> NOISE_BITS] == 0:
                    return EMPTY, count, grid, head, at, part, steps
                at = base + 2
                kept_grid, kept_place, turns, since = grid, head | at << 8, 8, 0
                continue
            at = base + symbol
        place = head | at << 8
        if place == kept_place and grid == kept_grid:
            return SILENT, count, grid, head, at, part, steps
        since += 1
        if since == turns:
            kept_grid, kept_place, turns, since = grid, place, 2 * turns, 0


@njit(cache=True, nogil=True)
def begin_part(start: U64, head: int, part: int, grids: U64, waiting: I64) -> None:
    """One run waits, that of all grids at their start."""
    grids[0] = start[0]
    waiting[0, AT] = int((start[0] >> np.uint64(2 * head)) & OPEN_CELL)
    waiting[0, HEAD], waiting[0, PART], waiting[0, STEPS] = head, part << NOISE_BITS, 0


@njit(cache=True, nogil=True)
def answer_of(outcome: int) -> int:
    """The row of `loss` that an ended run is charged with."""
    return 0 if outcome == PLUS else 1 if outcome == MINUS else 2


@njit(cache=True, nogil=True)
def loss_of(
    table: I32, near: I64, power: I64, loss: I64, start: U64, head: int, part: int, limit: int, allowed: int
) -> int:
    """What a machine loses against Bayes, or -1 where it is more than `allowed`; an undefined entry is no answer."""
    grids, waiting = np.empty(64, dtype=np.uint64), np.empty((64, 4), dtype=np.int64)
    begin_part(start, head, part, grids, waiting)
    count, lost = 1, 0
    while count > 0:
        outcome, count, _, _, _, where, _ = advance_part(table, near, power, loss, limit, grids, waiting, count)
        if outcome != EMPTY:
            lost += worth(loss, answer_of(outcome), where)
            if lost > allowed:
                return -1
    return lost


def loss_of_table(weights: Weights, board: Board, table: I32) -> int:
    """As `loss_of`, for any table; nothing is abandoned."""
    start = np.array([board.grid], dtype=np.uint64)
    return int(loss_of(table, board.near, board.power, weights.loss, start, board.head, board.part, board.limit, 2**62))
