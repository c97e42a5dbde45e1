"""The census once more, without a tree that cuts anything off: what `tree` is compared with.

Every machine runs on every grid, one grid after the other, from its start. When a run comes to an entry that is
undefined, each rule is put there in turn and the same grid is run again. Nothing is judged before the last grid is
done: no threshold, no parts of grids, no proof that a run goes round; only the limit of steps ends it. What remains
undefined in the end was never read, so a leaf stands for every way to fill it. This takes as many runs as there are
leaves times grids: it ends for one state, and for two states at the smallest sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from turingrad._support.arrays import I32, I64
from turingrad._support.jit import njit
from turingrad.errors import LimitError
from turingrad.search.census.settings import CensusSettings
from turingrad.search.tables import MINUS, PLUS, UNDEFINED, entry_of

NO_ANSWER = -4
ROOM = 1 << 17  # leaders that are kept


@dataclass(frozen=True)
class Counted:
    """By loss: the leaves and the tables that they stand for. `leaders` are the leaves of the least loss."""

    leaves: dict[int, int]
    tables: dict[int, int]
    leaders: frozenset[tuple[int, ...]]


def count_all(settings: CensusSettings, *, stays: bool = False) -> Counted:
    """Every machine of a census on every grid; with `stays`, rules that stay on a symbol are among them."""
    grids, weights = grids_of(settings)
    largest = int(np.maximum(weights[:, 0], weights[:, 1]).sum())
    symbol_rules = rules_of(settings.states, stays=stays)
    wall_rules = np.array(
        [PLUS, MINUS, *(entry_of(3, move, to) for move, to in product(range(5), range(settings.states)))]
    )
    leaves, tables = np.zeros(largest + 1, dtype=np.int64), np.zeros(largest + 1, dtype=np.int64)
    leaders = np.empty((ROOM, 4 * settings.states), dtype=np.int32)
    found = count_kernel(
        settings.states, grids, weights, settings.dim + 1 + settings.work, settings.dim, settings.limit, symbol_rules,
        wall_rules.astype(np.int32), leaves, tables, leaders,
    )  # fmt: skip
    if found > ROOM:
        raise LimitError(f"{found:,} machines are equally good; {ROOM:,} can be kept")
    reached = np.flatnonzero(leaves).tolist()
    return Counted(
        {lost: int(leaves[lost]) for lost in reached},
        {lost: int(tables[lost]) for lost in reached},
        frozenset(tuple(table) for table in leaders[:found].tolist()),
    )


def rules_of(states: int, *, stays: bool) -> I32:
    """The rules for a symbol: two that halt, and every write, move and next state."""
    going = [entry_of(*rule) for rule in product(range(3), range(5 if stays else 4), range(states))]
    return np.array([PLUS, MINUS, *going], dtype=np.int32)


def grids_of(settings: CensusSettings) -> tuple[I64, I64]:
    """Every grid that a data set of the task gives, row by row, and its weights with the labels - and +."""
    d, m = settings.dim, settings.train
    minus, plus = (by_label >> d for by_label in settings.weights.by_label)
    grids, weights = [], []
    for number, cells in enumerate(product((0, 2), repeat=m * (d + 1))):
        if minus[number] == plus[number] == 0:
            continue
        for point in product((0, 2), repeat=d):
            rows = [*np.reshape(cells, (m, d + 1)).tolist(), [*point, 2]]
            grids.append([symbol for row in rows for symbol in (*row, *(1,) * settings.work)])
            weights.append((minus[number], plus[number]))
    return np.array(grids, dtype=np.int64), np.array(weights, dtype=np.int64)


@njit(cache=True, nogil=True)
def run_grid(table: I32, grid: I64, columns: int, start: int, limit: int) -> tuple[int, int]:
    """How the run ends (PLUS, MINUS, NO_ANSWER, UNDEFINED), and the entry that it read last."""
    cells = grid.copy()
    rows = len(cells) // columns
    row, column = rows - 1, start
    at = int(cells[row * columns + column])
    for _ in range(limit):
        entry = int(table[at])
        if entry < 0:
            return entry, at
        if at % 4 != 3:
            cells[row * columns + column] = entry >> 3 & 3
        move, state = entry & 7, entry >> 7
        down = (1 if move == 1 else 0) - (1 if move == 0 else 0)
        right = (1 if move == 3 else 0) - (1 if move == 2 else 0)
        if 0 <= row + down < rows and 0 <= column + right < columns:
            row, column = row + down, column + right
            at = 4 * state + int(cells[row * columns + column])
        else:
            at = 4 * state + 3
    return NO_ANSWER, at


@njit(cache=True, nogil=True)
def count_kernel(
    states: int, grids: I64, weights: I64, columns: int, start: int, limit: int, symbol_rules: I32, wall_rules: I32,
    leaves: I64, tables: I64, leaders: I32,
) -> int:  # fmt: skip
    """Fills the counts by loss and the leaders; returns how many leaders there are."""
    places = 4 * states
    table = np.full(places, UNDEFINED, dtype=np.int32)
    place_at, tried = np.zeros(places, dtype=np.int64), np.zeros(places, dtype=np.int64)
    grid_at, lost_at = np.zeros(places + 1, dtype=np.int64), np.zeros(places + 1, dtype=np.int64)
    depth, least, found = 0, 1 << 62, 0
    while True:
        grid, lost = grid_at[depth], lost_at[depth]
        outcome, at = NO_ANSWER, 0
        while grid < len(grids):
            outcome, at = run_grid(table, grids[grid], columns, start, limit)
            if outcome == UNDEFINED:
                break
            gained = weights[grid, 1] if outcome == PLUS else weights[grid, 0] if outcome == MINUS else 0
            lost += max(weights[grid, 0], weights[grid, 1]) - gained
            grid += 1
        if grid < len(grids):
            place_at[depth], tried[depth] = at, -1
            depth += 1
            grid_at[depth], lost_at[depth] = grid, lost
        else:
            volume = 1
            for place in range(places):
                if table[place] == UNDEFINED:
                    volume *= len(wall_rules) if place % 4 == 3 else len(symbol_rules)
            leaves[lost] += 1
            tables[lost] += volume
            if lost < least:
                least, found = lost, 0
            if lost == least:
                if found < len(leaders):
                    leaders[found] = table
                found += 1
        while depth > 0:
            place = place_at[depth - 1]
            rules = wall_rules if place % 4 == 3 else symbol_rules
            tried[depth - 1] += 1
            if tried[depth - 1] < len(rules):
                table[place] = rules[tried[depth - 1]]
                break
            table[place] = UNDEFINED
            depth -= 1
        if depth == 0:
            return found
