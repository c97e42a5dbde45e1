"""One candidate over all instances at once: those that have looked alike so far are run as one.

A group is a set of instances, a bit each, with one configuration; its cells are known (read or written by it) or
unknown. Where the head comes upon an unknown cell the group is cut in two by what its instances hold there. Every
instance ends in one group, with the answer that it has alone: scores are those of `kernel.score_all` (the tests compare
them). The fewer cells the runs look at, the more is saved: 300 instances are single after about eight cells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import I64, U64, Mask, Signs
from turingrad._support.jit import njit
from turingrad.search.instances import Instances
from turingrad.search.kernel import LOOPING, RUNNING, require_inside
from turingrad.search.tables import MINUS, PLUS

UNKNOWN = 4
HEAD, AT, STEPS, USED, MARK = range(5)
FIRST_ANCHOR = 8


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


def as_bits(rows: Mask) -> U64:
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
def part_group(planes: U64, head: int, sets: U64, group: int) -> int:
    """Cuts the group's set by a cell: the larger part becomes the set of the next group. 2: all +, 0: all -; of both,
    -1 where more have +, -2 where more have -."""
    plus, minus = np.uint64(0), np.uint64(0)
    for word in range(sets.shape[1]):
        sets[group + 1, word] = sets[group, word] & planes[head, word]
        plus |= sets[group + 1, word]
        minus |= sets[group, word] & ~planes[head, word]
    if plus == 0 or minus == 0:
        return 2 if minus == 0 else 0
    more = 0
    for word in range(sets.shape[1]):
        held = sets[group + 1, word]
        sets[group, word] &= ~held
        if held != 0:
            more += ones(held)
        if sets[group, word] != 0:
            more -= ones(sets[group, word])
    if more >= 0:
        return -1
    for word in range(sets.shape[1]):
        sets[group, word], sets[group + 1, word] = sets[group + 1, word], sets[group, word]
    return -2


@njit(cache=True, nogil=True)
def labels_of(sets: U64, group: int, positive: U64) -> tuple[int, int]:
    """How many instances of a group have the label +, and how many -."""
    plus, minus = 0, 0
    for word in range(sets.shape[1]):
        held = sets[group, word]
        if held != 0:
            plus += ones(held & positive[word])
            minus += ones(held & ~positive[word])
    return plus, minus


@njit(cache=True, nogil=True)
def errors_of(outcome: int, plus: int, minus: int) -> int:
    """The errors of a run with so many labels + and -."""
    return minus if outcome == PLUS else plus if outcome == MINUS else plus + minus


@njit(cache=True, nogil=True)
def wire(entry: int, deltas: I64) -> int:
    """An entry in the order in which a step needs it, so that it is read once: what is added to the head's cell, the
    next state, and what is written; of one that ends a run, bit 2 and its number."""
    if entry < 0:
        return 4 | -entry << 8
    return int(deltas[entry & 7]) << 32 | (entry >> 5) << 8 | ((entry >> 3) & 3)


@njit(cache=True, nogil=True)
def undo_writes(cells: Signs, trail: I64, mark: int) -> None:
    """Takes back what was written since the trail was so long."""
    for last in range(trail[0], mark, -1):
        cells[trail[last] >> 3] = trail[last] & 7
    trail[0] = mark


@njit(cache=True, nogil=True)
def advance_group(
    wires: I64, planes: U64, limit: int, cells: Signs, sets: U64, places: I64, trail: I64, anchor: Signs, group: int
) -> tuple[int, int]:  # fmt: skip
    """Runs a group on; those that part from it are put to wait where it was, and it goes on above them. Returns how it
    ended and its number then; `places` has where it stands: the head, the entry that comes next, the steps, the
    entries that it has used, a bit each (of a table with more than 64 several share a bit), and the length of the
    trail. There is one grid: the `trail` has what stood in the cells that were written, so that it can be taken back
    to where a group waits.

    A run that comes to a configuration for the second time never ends. One is kept to compare with, the `anchor`, and
    a new one after 8, 16, 32, ... steps (Brent); `differ` is in how many cells the grid now differs from it.
    """
    undo_writes(cells, trail, places[group, MARK])
    length = trail[0]
    head, at, steps, used = places[group, HEAD], places[group, AT], places[group, STEPS], places[group, USED]
    if cells[head] == UNKNOWN:  # it has waited since its instances parted from others there
        cells[head] = at & 3
        length += 1
        trail[length] = head << 3 | UNKNOWN
    under = int(cells[head])  # the symbol under the head, which at a wall is not the one that is read
    kept_head, kept_at, differ, interval, due = -1, -1, 0, FIRST_ANCHOR, min(limit, steps + FIRST_ANCHOR)
    outcome = RUNNING
    while True:
        if steps >= due:
            if steps >= limit:
                break
            interval *= 2
            due = min(limit, steps + interval)
            kept_head, kept_at, differ = head, at, 0
            for cell in range(anchor.shape[0]):
                anchor[cell] = cells[cell]
        wired = wires[np.uint64(at)]
        used |= 1 << (at & 63)
        if wired & 4:
            outcome = -(wired >> 8)
            break
        written = wired & 3
        if written == 3:
            written = under
        was = int(anchor[np.uint64(head)])
        differ += (1 if under == was else 0) - (1 if written == was else 0)
        cells[np.uint64(head)] = written
        trail[np.uint64(length + 1)] = head << 3 | under
        length += 1 if written != under else 0
        under = written
        target = head + (wired >> 32)
        at = (wired >> 8) & 0xFFFFFF
        read = int(cells[np.uint64(target)])
        steps += 1
        if read == UNKNOWN:
            read = part_group(planes, target, sets, group)
            if read < 0:  # the smaller part waits where the group has been, the larger goes on above it
                read = 2 if read == -1 else 0
                places[group, HEAD], places[group, AT], places[group, STEPS] = target, at + 2 - read, steps
                places[group, USED], places[group, MARK] = used, length
                group += 1
            cells[target] = read
            length += 1
            trail[length] = target << 3 | UNKNOWN
            # no configuration before this one comes again
            kept_head, interval, due = -1, FIRST_ANCHOR, min(limit, steps + FIRST_ANCHOR)
        if read != 3:
            head, under = target, read
        at += read
        if head == kept_head and at == kept_at and differ == 0:
            outcome = LOOPING
            break
    places[group, HEAD], places[group, AT], places[group, STEPS] = head, at, steps
    places[group, USED], places[group, MARK] = used, length
    trail[0] = length
    return outcome, group


@njit(cache=True, nogil=True)
def begin_groups(start: Signs, every: U64, head: int, cells: Signs, sets: U64, places: I64, trail: I64) -> None:
    """One group of the given instances, at the start of its run."""
    for cell in range(start.shape[0]):
        cells[cell] = start[cell]
    for word in range(every.shape[0]):
        sets[0, word] = every[word]
    places[0, HEAD], places[0, AT], places[0, STEPS], places[0, USED] = head, start[head], 0, 0
    places[0, MARK], trail[0] = 0, 0


def group_scratch(groups: Groups, limit: int) -> tuple[Signs, U64, I64, I64, Signs]:
    """The cells, sets and places of the groups that wait (one per cell, and one more), the trail and the anchor."""
    size, words = len(groups.start), len(groups.all)
    return (
        np.empty(size, dtype=np.int8),
        np.empty((size + 2, words), dtype=np.uint64),
        np.zeros((size + 2, 5), dtype=np.int64),
        np.zeros(limit + size + 3, dtype=np.int64),  # a step writes a cell, and every cell becomes known once
        np.zeros(size, dtype=np.int8),
    )
