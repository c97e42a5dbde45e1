"""Restarted hill climbing with neutral moves, over candidates whose rules are drawn when they are first needed.

A step changes one or two of the defined rules of the current candidate: a new target, a new symbol or move, a new
rule, or none (it is then drawn again when needed). The changed candidate is kept where it is no worse, so the climb
drifts along plateaus; it is abandoned as soon as it has made more errors than the current one. After `patience`
candidates without an improvement the climb begins anew.
"""

from __future__ import annotations

import numpy as np

from turingrad.arrays import I32, I64, U64, Signs
from turingrad.jit import njit
from turingrad.search.instances import Instances, scratch
from turingrad.search.kernel import draw, draw_rule, require_inside, require_table, score
from turingrad.search.tables import UNDEFINED, Table

HALTING = 8
"""One in this many rules that are drawn halts."""


@njit(cache=True, nogil=True)
def mutate(table: I32, random: U64) -> None:
    """Changes one defined rule, or with probability 1/4 two, and so on."""
    states = table.shape[0] // 4
    more = True
    while more:
        place = draw(random, table.shape[0])
        while table[place] == UNDEFINED:
            place = draw(random, table.shape[0])
        read = place % 4
        entry = table[place]
        kind = draw(random, 5)
        if kind == 0:
            if place != 2:  # the first rule of all: a candidate without it has nothing left to change
                table[place] = UNDEFINED
        elif kind == 1 or entry < 0:
            table[place] = draw_rule(random, states, read, HALTING)
        elif kind == 2 and read != 3:
            table[place] = (entry & ~24) | (draw(random, 3) << 3)
        elif kind == 3:
            table[place] = (entry & ~7) | draw(random, 5)
        else:
            table[place] = (entry & 127) | (draw(random, states) << 7)
        more = draw(random, 4) == 0


@njit(cache=True, nogil=True)
def keep(table: I32, value: int, tables: I32, values: I64) -> None:
    """Puts the candidate among the best, in place of the worst, unless it is no better than that."""
    worst = np.argmin(values)
    if value > values[worst]:
        values[worst] = value
        tables[worst] = table


@njit(cache=True, nogil=True)
def known(table: I32, tables: I32) -> bool:
    for k in range(tables.shape[0]):  # noqa: SIM110 - numba has no generator expressions
        if np.array_equal(tables[k], table):
            return True
    return False


@njit(cache=True, nogil=True)
def climb_kernel(
    start: I32,
    budget: int,
    patience: int,
    grids: Signs,
    labels: Signs,
    head: int,
    deltas: I64,
    limit: int,
    random: U64,
    walls: bool,
    cells: Signs,
    seen: I64,
    registers: I64,
    best: I32,
    best_values: I64,
) -> int:
    """Tries `budget` candidates; fills `best`, `best_values` with those where a climb ended. Returns the restarts.

    Without `walls` no rule is drawn for the wall: who hits it is stuck.
    """
    require_table(start)
    require_inside(start.shape[0] // 4, grids, labels, head, deltas, cells, seen, registers)
    n = labels.shape[0]
    current = start.copy()
    candidate = start.copy()
    value, since, restarts, fresh = -1, 0, 0, True
    for _ in range(budget):
        candidate[:] = current
        if not fresh:
            mutate(candidate, random)
        allowed = n if value < 0 else n - value
        found = score(
            candidate, grids, labels, head, deltas, limit, allowed, random, HALTING, walls, cells, seen, registers
        )
        fresh = False
        since += 1
        if found >= value and found >= 0:
            if found > value:
                since = 0
            value = found
            current[:] = candidate
        if since > patience:
            if not known(current, best):
                keep(current, value, best, best_values)
            current[:] = UNDEFINED
            value, since, fresh = -1, 0, True
            restarts += 1
    if not known(current, best):
        keep(current, value, best, best_values)
    return restarts


def climb(
    instances: Instances, start: Table, budget: int, patience: int, limit: int, seed: int, walls: bool, kept: int
) -> list[tuple[int, Table]]:
    """The best `kept` candidates of climbs that try `budget` in all, the first of them from `start`."""
    cells, seen, registers = scratch(instances, len(start) // 4)
    best = np.full((kept, len(start)), UNDEFINED, dtype=np.int32)
    values = np.full(kept, -1, dtype=np.int64)
    climb_kernel(
        start, budget, patience, instances.grids, instances.labels, instances.head, instances.deltas, limit,
        np.array([seed], dtype=np.uint64), walls, cells, seen, registers, best, values,
    )  # fmt: skip
    order = np.argsort(-values, kind="stable")
    return [(int(values[k]), best[k].copy()) for k in order if values[k] >= 0]
