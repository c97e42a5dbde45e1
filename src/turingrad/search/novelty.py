"""Hill climbing that does not stall on ties, over instances that are run in groups.

Many machines tie, and a climb that takes every tie walks back and forth among a few of them. What a candidate answers
on all instances, hashed, is its behaviour. A tie of the current behaviour is taken (its rules drift), a tie of a
behaviour that this climb has not had is taken, one that it has had before is not. A change that changes nothing is made
again.
"""

from __future__ import annotations

import numpy as np

from turingrad.arrays import I32, I64, U64, Signs
from turingrad.jit import njit
from turingrad.search.climbing import HALTING, keep, known, mutate
from turingrad.search.groups import Groups, group_scratch, grouped_errors
from turingrad.search.instances import Instances
from turingrad.search.kernel import require_table
from turingrad.search.tables import UNDEFINED, Table

BEHAVIOURS = 1 << 12  # that a climb remembers; of two that share a place the later one


@njit(cache=True, nogil=True)
def behaviour_of(said: U64) -> np.uint64:
    """A number for who answered + and who -."""
    found = np.uint64(1)
    for row in range(said.shape[0]):
        for word in range(said.shape[1]):
            found = (found ^ said[row, word]) * np.uint64(0xBF58476D1CE4E5B9)
            found ^= found >> np.uint64(29)
    return found


@njit(cache=True, nogil=True)
def novelty_kernel(
    start: I32, budget: int, patience: int, instances: int, first: Signs, planes: U64, positive: U64, every: U64,
    head: int, deltas: I64, limit: int, random: U64, walls: bool, cells: Signs, sets: U64, places: I64, seen: I64,
    changes: I64, said: U64, best: I32, best_values: I64,
) -> int:  # fmt: skip
    """As `climb_kernel`, with novelty."""
    require_table(start)
    current, candidate = start.copy(), start.copy()
    had = np.zeros(BEHAVIOURS, dtype=np.uint64)
    value, since, restarts, fresh = -1, 0, 0, True
    now = np.uint64(0)
    for _ in range(budget):
        candidate[:] = current
        while not fresh and np.array_equal(candidate, current):
            mutate(candidate, random)
        errors = grouped_errors(
            candidate, first, planes, positive, every, head, deltas, limit, instances - max(value, 0), random, HALTING,
            walls, cells, sets, places, seen, changes, said,
        )  # fmt: skip
        found = -1 if errors < 0 else instances - errors
        fresh = False
        since += 1
        behaviour = behaviour_of(said)
        place = behaviour % np.uint64(BEHAVIOURS)
        if found > value or (found == value and (behaviour == now or had[place] != behaviour)):
            if found > value:
                since = 0
            value, now = found, behaviour
            had[place] = behaviour
            current[:] = candidate
        if since > patience:
            if not known(current, best):
                keep(current, value, best, best_values)
            current[:] = UNDEFINED
            had[:] = 0
            value, since, fresh, now = -1, 0, True, np.uint64(0)
            restarts += 1
    if not known(current, best):
        keep(current, value, best, best_values)
    return restarts


def novel_climb(
    instances: Instances, start: Table, budget: int, patience: int, limit: int, seed: int, walls: bool, kept: int
) -> list[tuple[int, Table]]:
    """As `climbing.climb`, with novelty."""
    groups = Groups.of(instances)
    best = np.full((kept, len(start)), UNDEFINED, dtype=np.int32)
    values = np.full(kept, -1, dtype=np.int64)
    novelty_kernel(
        start, budget, patience, len(instances), groups.start, groups.planes, groups.positive, groups.all, groups.head,
        groups.deltas, limit, np.array([seed], dtype=np.uint64), walls, *group_scratch(groups, len(start) // 4),
        best, values,
    )  # fmt: skip
    order = np.argsort(-values, kind="stable")
    return [(int(values[k]), best[k].copy()) for k in order if values[k] >= 0]
