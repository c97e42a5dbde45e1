"""One candidate over all instances at once: those that have looked alike so far are run as one.

A group is a set of instances, a bit each, with one configuration; its cells are known (read or written by it) or
unknown. Where the head comes upon an unknown cell the group is cut in two by what its instances hold there. Every
instance ends in one group, with the answer that it has alone: scores are those of `kernel.score` (the tests compare
them). The fewer cells the runs look at, the more is saved: 300 instances are single after about eight cells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad.arrays import I32, I64, U64, Signs
from turingrad.jit import njit
from turingrad.search.instances import Instances
from turingrad.search.kernel import draw_rule, require_inside
from turingrad.search.tables import MINUS, PLUS, UNDEFINED, Table

UNKNOWN = 4
HEAD, AT, STEPS = range(3)


@dataclass(frozen=True, eq=False)
class Groups:
    """`start` (cells,): the cells that are the same in all instances, UNKNOWN elsewhere; `planes` (cells, words): of
    every cell the instances that hold + there; `positive` (words,) those with the label +, `all` every one."""

    start: Signs
    planes: U64
    positive: U64
    all: U64
    head: int
    deltas: I64

    @staticmethod
    def of(instances: Instances) -> Groups:
        grids, states = instances.grids, 1
        registers, seen = np.zeros(5, dtype=np.int64), np.zeros(2 * states * grids.shape[1], dtype=np.int64)
        given = (instances.head, instances.deltas, np.empty(grids.shape[1], np.int8), seen, registers)
        require_inside(states, grids, instances.labels, *given)
        same = (grids == grids[:1]).all(axis=0)
        if not (same | np.isin(grids, (0, 2)).all(axis=0)).all():
            raise ValueError("a cell is blank in some instances and not in others")
        return Groups(
            np.where(same, grids[0], UNKNOWN).astype(np.int8),
            as_bits((grids == 2).T),
            as_bits(instances.labels[None] > 0)[0],
            as_bits(np.ones((1, len(instances)), dtype=bool))[0],
            instances.head,
            instances.deltas,
        )


def as_bits(rows: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> U64:
    """(rows, words): the flags of each row as bits, the first the least."""
    words = -(-rows.shape[1] // 64)
    padded = np.zeros((rows.shape[0], 64 * words), dtype=bool)
    padded[:, : rows.shape[1]] = rows
    return np.ascontiguousarray(np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64))


@njit(cache=True, nogil=True)
def ones(word: np.uint64) -> int:
    """How many bits are set."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True, nogil=True)
def parted(planes: U64, head: int, sets: U64, group: int) -> int:
    """Cuts the group's set by a cell: + stays, - becomes the set of the next group. 2: all +, 0: all -, -1: both."""
    plus, minus = np.uint64(0), np.uint64(0)
    for word in range(sets.shape[1]):
        held = sets[group, word] & planes[head, word]
        sets[group + 1, word] = sets[group, word] & ~planes[head, word]
        plus |= held
        minus |= sets[group + 1, word]
    if plus == 0 or minus == 0:
        return 2 if minus == 0 else 0
    for word in range(sets.shape[1]):
        sets[group, word] &= planes[head, word]
    return -1


@njit(cache=True, nogil=True)
def charged(sets: U64, group: int, positive: U64, outcome: int, said: U64) -> int:
    """The errors of a group that has ended; its instances are put down under what they said."""
    errors = 0
    for word in range(sets.shape[1]):
        held = sets[group, word]
        if outcome == PLUS:
            errors += ones(held & ~positive[word])
            said[0, word] |= held
        elif outcome == MINUS:
            errors += ones(held & positive[word])
            said[1, word] |= held
        else:
            errors += ones(held)
    return errors


@njit(cache=True, nogil=True)
def grouped_errors(
    table: I32, start: Signs, planes: U64, positive: U64, every: U64, head: int, deltas: I64, limit: int, allowed: int,
    random: U64, halting: int, walls: bool, cells: Signs, sets: U64, places: I64, seen: I64, changes: I64, said: U64,
) -> int:  # fmt: skip
    """The errors on all instances, or -1 where there are more than `allowed`. `said` gets who answered + and -. With
    `halting` > 0 a rule that is needed and undefined is drawn, as in `kernel.score`."""
    size, errors = start.shape[0], 0
    said[:] = 0
    for cell in range(size):
        cells[0, cell] = start[cell]
    for word in range(every.shape[0]):
        sets[0, word] = every[word]
    places[0, HEAD], places[0, AT], places[0, STEPS] = head, start[head], 0
    waiting = 1
    change = changes[0]
    while waiting > 0:
        group = waiting - 1  # the cells of a group are looked up by its number: a view would cost more than a step
        head, at, steps = places[group, HEAD], places[group, AT], places[group, STEPS]
        change += 1
        outcome = -4
        while steps < limit:
            entry = int(table[np.uint64(at)])
            if entry < 0:
                if entry != UNDEFINED or halting == 0 or (at & 3 == 3 and not walls):
                    outcome = entry
                    break
                entry = draw_rule(random, table.shape[0] // 4, at & 3, halting)
                table[at] = entry
                continue
            write = (entry >> 3) & 3
            if write != at & 3:
                cells[np.uint64(group), np.uint64(head)] = write
                change += 1
            base = entry >> 5
            target = head + deltas[np.uint64(entry & 7)]
            read = int(cells[np.uint64(group), np.uint64(target)])
            steps += 1
            bumped = 1
            if read != 3:
                head, bumped = target, 0
                if read == UNKNOWN:
                    read = parted(planes, head, sets, group)
                    change += 1
                    if read < 0:  # the group with - waits where this one has been, this one goes on above it
                        read = 2
                        for cell in range(size):
                            cells[group + 1, cell] = cells[group, cell]
                        for word in range(sets.shape[1]):
                            sets[group, word], sets[group + 1, word] = sets[group + 1, word], sets[group, word]
                        cells[group, head] = 0
                        places[group, HEAD], places[group, AT], places[group, STEPS] = head, base, steps
                        group += 1
                    cells[group, head] = read
            at = base + read
            place = np.uint64(((base >> 1) + bumped) * size + head)
            if seen[place] == change:
                break
            seen[place] = change
        waiting = group
        errors += charged(sets, group, positive, outcome, said)
        if errors > allowed:
            changes[0] = change
            return -1
    changes[0] = change
    return errors


def grouped_scores(tables: list[Table], instances: Instances, limit: int) -> list[int]:
    """How many of the instances each candidate gets right: what `instances.scores` says, by groups."""
    groups = Groups.of(instances)
    found = []
    for table in tables:
        given = group_scratch(groups, len(table) // 4)
        errors = grouped_errors(
            table, groups.start, groups.planes, groups.positive, groups.all, groups.head, groups.deltas, limit,
            len(instances), np.zeros(1, np.uint64), 0, True, *given,
        )  # fmt: skip
        found.append(len(instances) - int(errors))
    return found


def group_scratch(groups: Groups, states: int) -> tuple[Signs, U64, I64, I64, I64, U64]:
    """Cells, sets and places of the groups that wait (one a cell, and one more), marks, changes, what was said."""
    size, words = len(groups.start), len(groups.all)
    most = size + 2
    return (
        np.empty((most, size), dtype=np.int8),
        np.empty((most, words), dtype=np.uint64),
        np.zeros((most, 3), dtype=np.int64),
        np.zeros(2 * states * size, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros((2, words), dtype=np.uint64),
    )
