"""The first pass: a hill climb on the census's own score, for a `least` that is worth proving.

Whatever it finds, the walk is right: it lists every machine that is at least as good. The better the find, the more is
cut off.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I32, I64, U64
from turingrad._support.jit import njit
from turingrad.search.census.parts import (
    AT,
    EMPTY,
    HEAD,
    PART,
    STEPS,
    Board,
    advance_part,
    answer_of,
    begin_part,
    worth,
)
from turingrad.search.census.weights import Weights
from turingrad.search.climbing import mutate
from turingrad.search.kernel import draw_rule
from turingrad.search.retrying import HALTING
from turingrad.search.tables import UNDEFINED, Table

CANDIDATES, PATIENCE = 400_000, 3_000
NOTHING = 1 << 62  # more than any loss


@njit(cache=True, nogil=True)
def drawn_loss(
    table: I32, near: I64, power: I64, loss: I64, start: U64, head: int, part: int, limit: int, allowed: int,
    random: U64, grids: U64, waiting: I64,
) -> int:  # fmt: skip
    """What the machine loses, or -1 where it is more than `allowed`; rules that are needed and undefined are drawn."""
    begin_part(start, head, part, grids, waiting)
    count, lost = 1, 0
    while count > 0:
        outcome, count, grid, where, at, of_part, steps = advance_part(
            table, near, power, loss, limit, grids, waiting, count
        )
        if outcome == UNDEFINED:
            table[at] = draw_rule(random, table.shape[0] // 4, at % 4, HALTING)
            grids[count] = grid
            waiting[count, AT], waiting[count, HEAD], waiting[count, PART] = at, where, of_part
            waiting[count, STEPS] = steps
            count += 1
        elif outcome != EMPTY:
            lost += worth(loss, answer_of(outcome), of_part)
            if lost > allowed:
                return -1
    return lost


@njit(cache=True, nogil=True)
def first_kernel(
    states: int, near: I64, power: I64, loss: I64, start: U64, head: int, part: int, limit: int, candidates: int,
    patience: int, random: U64, best: I32,
) -> int:  # fmt: skip
    """Restarted climbs that drift along plateaus; the least loss of all, with its table in `best`."""
    grids, waiting = np.empty(64, dtype=np.uint64), np.empty((64, 4), dtype=np.int64)
    current = np.full(4 * states, UNDEFINED, dtype=np.int32)
    candidate = current.copy()
    value, since, least = NOTHING, 0, NOTHING
    fresh = True
    for _ in range(candidates):
        candidate[:] = current
        if not fresh:
            mutate(candidate, random)
        found = drawn_loss(candidate, near, power, loss, start, head, part, limit, value, random, grids, waiting)
        fresh = False
        since += 1
        if found >= 0:
            if found < value:
                since = 0
            value = found
            current[:] = candidate
            if value < least:
                least = value
                best[:] = candidate
        if since > patience:
            current[:] = UNDEFINED
            value, since, fresh = NOTHING, 0, True
    return least


def first_pass(weights: Weights, board: Board, states: int) -> tuple[int, Table]:
    """The least loss that the climb found, and the table that has it; the same in every run."""
    best: Table = np.full(4 * states, UNDEFINED, dtype=np.int32)
    start, random = np.array([board.grid], dtype=np.uint64), np.array([states], dtype=np.uint64)
    least = first_kernel(
        states, board.near, board.power, weights.loss, start, board.head, board.part, board.limit, CANDIDATES,
        PATIENCE, random, best,
    )  # fmt: skip
    return int(least), best
