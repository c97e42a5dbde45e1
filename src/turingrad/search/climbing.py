"""Restarted hill climbing with neutral moves, over candidates whose rules are drawn when they are first needed.

A step changes one or two of the defined rules of the current candidate: a new target, a new symbol or move, a new
rule, or none (it is then drawn again when needed). The changed candidate is kept where it is no worse, so the climb
drifts along plateaus; it is abandoned as soon as it has made more errors than the current one. Only the instances that
a change touches are run (`retrying`). After `patience` candidates without an improvement the climb begins anew.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I32, I64, U64, Signs
from turingrad._support.jit import njit
from turingrad.search.groups import Groups, group_scratch, ones
from turingrad.search.instances import Instances
from turingrad.search.kernel import draw, draw_rule, require_table
from turingrad.search.novelty import BEHAVIOURS, behaviour_of
from turingrad.search.retrying import HALTING, carry_over, errors_outside, retry_instances, touched
from turingrad.search.tables import UNDEFINED, Table


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
    start: I32, budget: int, patience: int, novelty: bool, first: Signs, planes: U64, positive: U64, every: U64,
    head: int, deltas: I64, limit: int, random: U64, walls: bool, cells: Signs, sets: U64, places: I64, trail: I64,
    anchor: Signs, best: I32, best_values: I64,
) -> tuple[int, int]:  # fmt: skip
    """Tries `budget` candidates; fills `best`, `best_values` with those where a climb ended. Returns the restarts, and
    how many candidates differed in no rule that anyone used.

    Without `walls` no rule is drawn for the wall: who hits it is stuck. With `novelty` ties are taken as that module
    says.
    """
    require_table(start)
    levels, words, n = start.shape[0], every.shape[0], 0
    for word in range(words):
        n += ones(every[word])
    current, candidate, wires = start.copy(), start.copy(), np.zeros(levels, dtype=np.int64)
    said, new_said = np.zeros((2, words), dtype=np.uint64), np.zeros((2, words), dtype=np.uint64)
    rows = min(levels, 64)
    used, new_used = np.zeros((rows, words), dtype=np.uint64), np.zeros((rows, words), dtype=np.uint64)
    ended_sets, ended = np.zeros((n, words), dtype=np.uint64), np.zeros((n, 2), dtype=np.int64)
    tried, had = every.copy(), np.zeros(BEHAVIOURS, dtype=np.uint64)
    value, since, restarts, unused, now = -1, 0, 0, 0, np.uint64(0)
    for _ in range(budget):
        candidate[:] = current
        draw(random, 2)  # a number of its own for every candidate
        fresh = value < 0
        if fresh:
            tried[:] = every
        else:
            mutate(candidate, random)
            while novelty and np.array_equal(candidate, current):
                mutate(candidate, random)
        since += 1
        if fresh or touched(candidate, current, used, tried):
            errors = retry_instances(
                candidate, wires, tried, 0 if fresh else errors_outside(said, positive, every, tried),
                n - max(value, 0), first, planes, positive, head, deltas, limit, random, walls, cells, sets, places,
                trail, anchor, ended_sets, ended, new_said, new_used,
            )  # fmt: skip
            if errors >= 0:
                carry_over(new_said, said, tried)
                behaviour = behaviour_of(new_said)
                place = behaviour % np.uint64(BEHAVIOURS)
                if n - errors > value or not novelty or behaviour == now or had[place] != behaviour:
                    carry_over(new_used, used, tried)
                    if n - errors > value:
                        since = 0
                    value, now = n - errors, behaviour
                    had[place] = behaviour
                    said, new_said, used, new_used = new_said, said, new_used, used
                    current[:] = candidate
        else:
            unused += 1
            current[:] = candidate
        if since > patience:
            if not known(current, best):
                keep(current, value, best, best_values)
            current[:] = UNDEFINED
            had[:] = 0
            said[:] = 0
            used[:] = 0
            value, since, now = -1, 0, np.uint64(0)
            restarts += 1
    if not known(current, best):
        keep(current, value, best, best_values)
    return restarts, unused


def climb(
    instances: Instances,
    start: Table,
    budget: int,
    patience: int,
    limit: int,
    seed: int,
    walls: bool,
    kept: int,
    *,
    novelty: bool = False,
) -> list[tuple[int, Table]]:
    """The best `kept` candidates of climbs that try `budget` in all, the first of them from `start`."""
    groups = Groups.of(instances)
    best = np.full((kept, len(start)), UNDEFINED, dtype=np.int32)
    values = np.full(kept, -1, dtype=np.int64)
    climb_kernel(
        start, budget, patience, novelty, groups.start, groups.planes, groups.positive, groups.all, groups.head,
        groups.deltas, limit, np.array([seed, 0], dtype=np.uint64), walls, *group_scratch(groups, limit), best, values,
    )  # fmt: skip
    order = np.argsort(-values, kind="stable")
    return [(int(values[k]), best[k].copy()) for k in order if values[k] >= 0]
