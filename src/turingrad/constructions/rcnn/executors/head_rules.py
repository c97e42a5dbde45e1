"""A grid with one head: what a layer does there, read off the patch table, two cells at a time.

Call a grid *lone* if one cell carries a head and every other cell is plain (the values that a head can come to). The
table holds the network's own answer for every patch, so that the following can be looked up for all of them, and is,
when the rules are made:

1. a plain cell without a head beside it keeps its value;
2. a head h beside a plain cell either leaves it as it is, whatever the value, or turns each plain value into a head;
   in both cases nothing else in the patch matters. At most one side is of the latter kind: there the head goes;
3. that head's own cell becomes one plain value where it goes to a plain cell, and one head where it goes to the
   padding; a head that goes nowhere becomes one head. Nothing else in the patch matters.

So a layer turns a lone grid into a lone grid and changes two cells at most, which h and the cell that it goes to
decide: `entries` has a row for each h and a column for each plain value, the last for the padding. A network of which
one of these is not true has no such rules, and each of its layers is computed event by event.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from turingrad._support.arrays import I32, I64
from turingrad.constructions.rcnn.executors.coordinates import Coordinates
from turingrad.constructions.rcnn.executors.head_kernel import (
    BASE_MASK,
    BASE_SHIFT,
    DELTA_SHIFT,
    LEAVES_SHIFT,
    LOST_ENTRY,
    SETTLED_ENTRY,
    PackedRules,
)
from turingrad.constructions.rcnn.executors.kernel import EXCLUSIVE
from turingrad.constructions.rcnn.local import CENTRE, DOWN, LEFT, NEIGHBOURS, RIGHT, UP

OPPOSITE = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}


@dataclass(frozen=True, eq=False)
class HeadRules:
    """By head h, counted from 0: where it goes (a position, CENTRE: nowhere), what its cell becomes when it has gone
    there, and the head that it becomes, by what stands there (-1: none, the layer does not leave the grid lone)."""

    goes: I64  # (heads,)
    leaves: I32  # (heads,)
    becomes: I32  # (heads, plain + 1)
    first: int  # the number of the first value with a head


@lru_cache(maxsize=8)
def pack_rules(rules: HeadRules, width: int) -> PackedRules:
    """For the kernel, on a grid of so many columns, frame included."""
    steps = np.array([0, -width, width, -1, 1], np.int64)
    count, columns = rules.becomes.shape
    rows = np.arange(count)
    own = rows * columns << BASE_SHIFT | rules.leaves.astype(np.int64) << LEAVES_SHIFT
    own |= steps[rules.goes] << DELTA_SHIFT
    entries = np.where(rules.becomes < 0, LOST_ENTRY, own[rules.becomes])
    still = (rules.becomes == rows[:, None]) & ((rules.goes[:, None] == CENTRE) | (np.arange(columns) == columns - 1))
    return PackedRules(own, np.where(still, SETTLED_ENTRY, entries).reshape(-1), columns - 1, rules.first)


class DisagreementError(Exception):
    """A statement of the three is not true."""


def head_rules(made: Coordinates, entries: I32, offsets: I64) -> HeadRules | None:
    """The rules of a network, or None if it has none, from its table of patches."""
    plain, heads = made.weights.plain, made.padding - made.weights.heads
    if heads * (plain + 1) > BASE_MASK:
        return None
    try:
        return Reader(made, entries, offsets).rules()
    except DisagreementError:
        return None


class Reader:
    """Reads the patches of lone grids off a table."""

    def __init__(self, made: Coordinates, entries: I32, offsets: I64) -> None:
        self.entries, self.offsets = entries, offsets
        self.plain, self.heads, self.padding = made.weights.plain, made.weights.heads, made.padding
        # What plain cells and the padding add to the index of a patch, each sum once.
        self.symbols = {side: np.unique(offsets[side, : self.plain]) for side in NEIGHBOURS}
        self.frame = {side: offsets[side, [self.padding]] for side in NEIGHBOURS}
        self.centres = offsets[CENTRE]

    def around(self, *without: int) -> I64:
        """All that the neighbours can add, but for some: plain or padding each."""
        choices = [
            np.union1d(self.symbols[side], self.frame[side]).tolist() for side in NEIGHBOURS if side not in without
        ]
        return np.array([sum(chosen) for chosen in product(*choices)], np.int64)

    def number_values(self, *parts: I64) -> I32:
        """The next values of patches, one axis a part; the last axis is of what does not matter, and must not."""
        index = np.zeros((), np.int64)
        for part in parts:
            index = index[..., None] + part
        if np.any(index >> 40 > 1):
            raise DisagreementError
        following = self.entries[index & (EXCLUSIVE - 1)]
        if np.any(following < 0) or np.any(following != following[..., :1]):
            raise DisagreementError
        result: I32 = following[..., 0]
        return result

    def rules(self) -> HeadRules:
        plain, count = self.plain, self.padding - self.heads
        self.require(self.number_values(self.centres[:plain], self.around()) == np.arange(plain))
        goes, leaves = np.full(count, CENTRE, np.int64), np.zeros(count, np.int32)
        becomes = np.full((count, plain + 1), -1, np.int32)
        for side in NEIGHBOURS:  # of the plain cell, where the head is
            arriving, which = np.unique(self.offsets[side, self.heads : self.padding], return_inverse=True)
            following = self.number_values(self.centres[:plain], arriving, self.around(side))[
                :, which
            ]  # (plain, heads)
            comes = np.any(following != np.arange(plain)[:, None], axis=0)
            self.require(np.all(following[:, comes] >= self.heads) and np.all(goes[comes] == CENTRE))
            goes[comes] = OPPOSITE[side]
            becomes[comes, :plain] = following[:, comes].T - self.heads
        for side in (CENTRE, *NEIGHBOURS):
            those = np.flatnonzero(goes == side)
            here = self.centres[self.heads + those]
            if side == CENTRE:
                stays = self.number_values(here, self.around())
                self.require(stays >= self.heads)
                becomes[those] = stays[:, None] - self.heads
                continue
            leaves[those] = self.number_values(here, np.add.outer(self.symbols[side], self.around(side)).reshape(-1))
            at_wall = self.number_values(here, self.frame[side] + self.around(side))
            becomes[those, plain] = np.where(at_wall >= self.heads, at_wall - self.heads, -1)
        self.require(leaves < plain)
        return HeadRules(goes, leaves, becomes, self.heads)

    @staticmethod
    def require(true: object) -> None:
        if not np.all(true):  # type: ignore[call-overload]
            raise DisagreementError
