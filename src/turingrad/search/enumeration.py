"""All candidates of s states in tree normal form, and the part of the tree that is a work unit.

The tree's nodes are partial tables. A candidate runs over the instances one after another; where it needs a rule that
is undefined, the node branches over all rules, and each branch goes on from that very step. States are named in the
order of their first use: a rule may lead to a state in use or to the next one. A leaf is a candidate that all
instances are through with, or that is abandoned; what is undefined there was never needed.

The subtrees at depth `split` are dealt out to the units in turn, so that every candidate belongs to one unit; those
above that depth belong to unit 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad.arrays import I32, I64, Signs
from turingrad.errors import InputError
from turingrad.jit import njit
from turingrad.search.climbing import keep
from turingrad.search.instances import Instances, scratch
from turingrad.search.kernel import BASE, CHANGES, READ, go_on, require_inside, start_run
from turingrad.search.tables import MINUS, PLUS, UNDEFINED, Table


@dataclass(frozen=True, slots=True)
class Partition:
    """How the tree is dealt out: subtrees at depth `split`, over `units` units."""

    split: int
    units: int


PARTITIONS = {
    (1, False): Partition(1, 1),
    (1, True): Partition(1, 1),
    (2, False): Partition(2, 64),
    (2, True): Partition(3, 4096),
}
"""By the number of states and whether rules at the wall are free. With 3 states there are 5e16 candidates."""


def partition(states: int, walls: bool) -> Partition:
    if (states, walls) not in PARTITIONS:
        raise InputError(f"an exhaustive search takes 1 or 2 states, not {states}; more are for hill climbing")
    return PARTITIONS[states, walls]


@njit(cache=True, nogil=True)
def option(number: int, read: int) -> int:
    """Rule `number` of those that may be tried: halt+, halt-, then by next state, write and move."""
    if number == 0:
        return PLUS
    if number == 1:
        return MINUS
    number -= 2
    if read == 3:
        return ((number // 5) << 7) | (3 << 3) | (number % 5)
    return ((number // 15) << 7) | ((number // 5 % 3) << 3) | (number % 5)


@njit(cache=True, nogil=True)
def enumerate_kernel(
    states: int,
    walls: bool,
    unit: int,
    units: int,
    split: int,
    errors_allowed: int,
    grids: Signs,
    labels: Signs,
    head: int,
    deltas: I64,
    limit: int,
    cells: Signs,
    seen: I64,
    registers: I64,
    best: I32,
    best_values: I64,
) -> tuple[int, int]:
    """Walks one unit's part of the tree; fills `best`, `best_values`; returns the leaves and the nodes."""
    require_inside(states, grids, labels, head, deltas, cells, seen, registers)
    n, size = labels.shape[0], cells.shape[0]
    levels = 4 * states
    table = np.full(levels, UNDEFINED, dtype=np.int32)
    place = np.zeros(levels, dtype=np.int64)
    tried = np.zeros(levels, dtype=np.int64)
    used = np.ones(levels + 1, dtype=np.int64)
    instance = np.zeros(levels, dtype=np.int64)
    errors_at = np.zeros(levels, dtype=np.int64)
    saved = np.zeros((levels, 5), dtype=np.int64)
    saved_cells = np.zeros((levels, size), dtype=np.int8)
    depth, i, errors, subtree, machines, nodes = 0, 0, 0, 0, 0, 0
    start_run(grids[0], cells, head, registers)
    while True:
        outcome = go_on(table, cells, deltas, limit, seen, registers)
        if outcome == UNDEFINED and (walls or registers[READ] != 3):
            place[depth] = registers[BASE] + registers[READ]
            tried[depth] = -1
            instance[depth], errors_at[depth] = i, errors
            saved[depth] = registers
            saved_cells[depth] = cells
            depth += 1
        else:
            if outcome != (PLUS if labels[i] > 0 else MINUS):
                errors += 1
            i += 1
            if errors <= errors_allowed and i < n:
                start_run(grids[i], cells, head, registers)
                continue
            if depth >= split or unit == 0:
                machines += 1
                if errors <= errors_allowed:
                    keep(table, n - errors, best, best_values)
                    errors_allowed = min(errors_allowed, n - np.min(best_values) - 1)
        while depth > 0:
            level = depth - 1
            tried[level] += 1
            read = place[level] % 4
            targets = min(used[level] + 1, states)
            if tried[level] >= 2 + (5 if read == 3 else 15) * targets:
                table[place[level]] = UNDEFINED
                depth -= 1
                continue
            if depth == split:
                subtree += 1
                if subtree % units != unit:
                    continue
            entry = option(tried[level], read)
            table[place[level]] = entry
            used[depth] = used[level] if entry < 0 else max(used[level], (entry >> 7) + 1)
            i, errors = instance[level], errors_at[level]
            nodes += 1
            changes = registers[CHANGES] + 1  # never a number that another branch left in `seen`
            registers[:] = saved[level]
            registers[CHANGES] = changes
            cells[:] = saved_cells[level]
            break
        if depth == 0:
            return machines, nodes


@dataclass(frozen=True)
class Walk:
    """What a unit's part of the tree held: the best candidates with their scores, the leaves and the nodes."""

    best: list[tuple[int, Table]]
    machines: int
    nodes: int


def walk(
    instances: Instances, states: int, walls: bool, unit: int, at: Partition, needed: int, limit: int, kept: int
) -> Walk:
    """The best `kept` candidates with at least `needed` right, of one unit's part of the tree."""
    cells, seen, registers = scratch(instances, states)
    best = np.full((kept, 4 * states), UNDEFINED, dtype=np.int32)
    values = np.full(kept, -1, dtype=np.int64)
    machines, nodes = enumerate_kernel(
        states, walls, unit, at.units, at.split, len(instances) - needed, instances.grids, instances.labels,
        instances.head, instances.deltas, limit, cells, seen, registers, best, values,
    )  # fmt: skip
    order = np.argsort(-values, kind="stable")
    return Walk([(int(values[k]), best[k].copy()) for k in order if values[k] >= 0], int(machines), int(nodes))
