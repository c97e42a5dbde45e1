"""All candidates of s states in tree normal form, and the part of the tree that is a work unit.

The tree's nodes are partial tables. A candidate runs over all instances, in groups (`groups`), until every run has
ended or waits for a rule that is undefined; the node branches over all rules for the entry at which most instances
wait, and each branch goes on from that very step. States are named in the order of their first use: a rule may lead
to a state in use or to the next one. A leaf is a candidate that all instances are through with, or that is abandoned;
what is undefined there was never needed.

A node is abandoned when its runs have made more errors than are allowed, and when that is certain for want of rules
that halt: with one entry undefined and none for either answer, one of them will never be given. Whatever is abandoned
stands for all candidates below it.

The subtrees at depth `split` are dealt out to the units by the rules that lead to them, so that every candidate belongs
to one unit, whatever each of them abandons; those above that depth belong to unit 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import I32, I64, U64, Signs
from turingrad._support.jit import njit
from turingrad.errors import InputError
from turingrad.search.climbing import keep
from turingrad.search.groups import (
    AT,
    HEAD,
    MARK,
    STEPS,
    Groups,
    advance_group,
    begin_groups,
    errors_of,
    group_scratch,
    labels_of,
    wire,
)
from turingrad.search.instances import Instances
from turingrad.search.tables import MINUS, PLUS, UNDEFINED, Table

POOL_HEAD, POOL_STEPS, POOL_NEXT = range(3)  # of a run that waits; the last links those at one entry


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
"""By the number of states and whether rules at the wall are free. Of 3 states there are too many (`table_count`)."""


def partition(states: int, walls: bool) -> Partition:
    if (states, walls) not in PARTITIONS:
        raise InputError(f"an exhaustive search takes 1 or 2 states, not {states}; use hill climbing for more")
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
def unit_of_subtree(path: int, units: int) -> int:
    """The unit of a subtree: a hash of the numbers of the rules that lead to it."""
    return int((np.uint64(path) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(33)) % units


@njit(cache=True, nogil=True)
def least_errors(signs: int, undefined: int, plus: int, minus: int) -> int:
    """The errors, at least, of a table for want of rules that halt: `signs` has bit 0 where there is a rule for + and
    bit 1 where there is one for -; so many entries are `undefined`, so many labels + and - have no answer yet."""
    if undefined > 1 or signs == 3:
        return 0
    if undefined == 0:
        return (0 if signs & 1 else plus) + (0 if signs & 2 else minus)
    return min(plus, minus) if signs == 0 else 0


@njit(cache=True, nogil=True)
def enumerate_kernel(
    states: int, walls: bool, unit: int, units: int, split: int, errors_allowed: int, incumbents: bool, instances: int,
    start: Signs, planes: U64, positive: U64, every: U64, start_head: int, deltas: I64, limit: int, cells: Signs,
    sets: U64, places: I64, trail: I64, anchor: Signs, best: I32, best_values: I64,
) -> tuple[int, int]:  # fmt: skip
    """Walks one unit's part of the tree; fills `best`, `best_values`; returns the leaves and the nodes. With
    `incumbents` whatever is no better than all that are kept is abandoned."""
    size, words, levels = anchor.shape[0], every.shape[0], 4 * states
    free = levels if walls else 3 * states  # entries that may be defined
    table = np.full(levels, UNDEFINED, dtype=np.int32)
    room = (levels + 1) * instances + 1  # every level puts off a run an instance, no more
    pool_cells, pool_sets = np.empty((room, size), dtype=np.int8), np.empty((room, words), dtype=np.uint64)
    pool = np.empty((room, 3), dtype=np.int64)
    first = np.full((levels + 1, levels), -1, dtype=np.int64)  # by depth and entry: the runs that wait there
    weight = np.zeros((levels + 1, levels), dtype=np.int64)
    place_at, tried = np.zeros(levels + 1, dtype=np.int64), np.zeros(levels + 1, dtype=np.int64)
    used, errors_at = np.ones(levels + 2, dtype=np.int64), np.zeros(levels + 1, dtype=np.int64)
    top_at, signs_at = np.zeros(levels + 1, dtype=np.int64), np.zeros(levels + 1, dtype=np.int64)
    plus_at, minus_at = np.zeros(levels + 1, dtype=np.int64), np.zeros(levels + 1, dtype=np.int64)
    wires = np.full(levels, wire(UNDEFINED, deltas), dtype=np.int64)
    begin_groups(start, every, start_head, cells, sets, places, trail)
    place_at[0], tried[0], top_at[0] = start[start_head], -1, 1
    first[0, place_at[0]] = 0
    pool_cells[0], pool_sets[0] = start, every
    pool[0, POOL_HEAD], pool[0, POOL_STEPS], pool[0, POOL_NEXT] = start_head, 0, -1
    plus_at[0], minus_at[0] = labels_of(pool_sets, 0, positive)
    path = np.zeros(levels + 1, dtype=np.int64)
    depth, machines, nodes = 0, 0, 0
    while depth >= 0:
        place = place_at[depth]
        tried[depth] += 1
        child, read = depth + 1, place % 4
        if tried[depth] >= 2 + (5 if read == 3 else 15) * min(used[depth] + 1, states):
            table[place], wires[place] = UNDEFINED, wire(UNDEFINED, deltas)
            depth -= 1
            continue
        path[child] = path[depth] * 64 + tried[depth]
        if child == split and unit_of_subtree(path[child], units) != unit:
            continue
        entry = option(tried[depth], read)
        table[place], wires[place] = entry, wire(entry, deltas)
        used[child] = used[depth] if entry < 0 else max(used[depth], (entry >> 7) + 1)
        nodes += 1
        errors, top = errors_at[depth], top_at[depth]
        plus, minus = plus_at[depth], minus_at[depth]  # labels of the runs that have not ended
        signs = signs_at[depth] | (1 if entry == PLUS else 2 if entry == MINUS else 0)
        hopeless = errors + least_errors(signs, free - child, plus, minus) > errors_allowed
        for other in range(levels):
            first[child, other], weight[child, other] = first[depth, other], weight[depth, other]
        first[child, place], weight[child, place] = -1, 0
        item = first[depth, place]
        while item >= 0 and errors <= errors_allowed and not hopeless:
            if entry < 0:
                ended, others = labels_of(pool_sets, item, positive)
                errors += errors_of(entry, ended, others)
                plus, minus = plus - ended, minus - others
                item = pool[item, POOL_NEXT]
                continue
            for cell in range(size):
                cells[cell] = pool_cells[item, cell]
            for word in range(words):
                sets[0, word] = pool_sets[item, word]
            places[0, HEAD], places[0, AT], places[0, STEPS] = pool[item, POOL_HEAD], place, pool[item, POOL_STEPS]
            places[0, MARK], trail[0] = 0, 0
            item = pool[item, POOL_NEXT]
            group = 1
            while group > 0 and errors <= errors_allowed:
                outcome, group = advance_group(wires, planes, limit, cells, sets, places, trail, anchor, group - 1)
                at = places[group, AT]
                if outcome != UNDEFINED or (at % 4 == 3 and not walls):
                    ended, others = labels_of(sets, group, positive)
                    errors += errors_of(outcome, ended, others)
                    plus, minus = plus - ended, minus - others
                    continue
                for cell in range(size):
                    pool_cells[top, cell] = cells[cell]
                for word in range(words):
                    pool_sets[top, word] = sets[group, word]
                pool[top, POOL_HEAD], pool[top, POOL_STEPS] = places[group, HEAD], places[group, STEPS]
                pool[top, POOL_NEXT] = first[child, at]
                first[child, at] = top
                ended, others = labels_of(sets, group, positive)
                weight[child, at] += ended + others
                top += 1
        chosen = -1
        if errors <= errors_allowed and not hopeless:
            for other in range(levels):
                if first[child, other] >= 0 and (chosen < 0 or weight[child, other] > weight[child, chosen]):
                    chosen = other
        if chosen >= 0:
            depth = child
            place_at[depth], tried[depth], errors_at[depth], top_at[depth] = chosen, -1, errors, top
            signs_at[depth], plus_at[depth], minus_at[depth] = signs, plus, minus
        elif child >= split or unit == 0:
            machines += 1
            if errors <= errors_allowed and not hopeless:
                keep(table, instances - errors, best, best_values)
                if incumbents:
                    errors_allowed = min(errors_allowed, instances - int(np.min(best_values)) - 1)
    return machines, nodes


@dataclass(frozen=True)
class Walk:
    """What a unit's part of the tree held: the best candidates with their scores, the leaves and the nodes."""

    best: list[tuple[int, Table]]
    machines: int
    nodes: int


def walk(
    instances: Instances,
    states: int,
    walls: bool,
    unit: int,
    at: Partition,
    needed: int,
    limit: int,
    kept: int,
    *,
    incumbents: bool = True,
) -> Walk:
    """The best `kept` candidates with at least `needed` right, of one unit's part of the tree. Without `incumbents`
    every candidate that has `needed` right is run on all instances."""
    groups = Groups.of(instances)
    best = np.full((kept, 4 * states), UNDEFINED, dtype=np.int32)
    values = np.full(kept, -1, dtype=np.int64)
    machines, nodes = enumerate_kernel(
        states, walls, unit, at.units, at.split, len(instances) - needed, incumbents, len(instances), groups.start,
        groups.planes, groups.positive, groups.all, groups.head, groups.deltas, limit, *group_scratch(groups, limit),
        best, values,
    )  # fmt: skip
    order = np.argsort(-values, kind="stable")
    return Walk([(int(values[k]), best[k].copy()) for k in order if values[k] >= 0], int(machines), int(nodes))
