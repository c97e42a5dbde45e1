"""The kernel of a grid with one head and no phases left: a look-up a layer (see `head_rules`)."""

from __future__ import annotations

from typing import NamedTuple

from turingrad._support.arrays import I32, I64
from turingrad._support.jit import njit
from turingrad.constructions.rcnn.executors.kernel import (
    DIRTY,
    EDGE,
    HEAD,
    LAYERS,
    MORE,
    PADDING_STAMP,
    SETTLED,
    STAMP,
    Local,
    Scratch,
    advance_by_table,
    advance_by_weights,
)

LOST = 5  # beside the reasons of `kernel`: a layer that these rules do not have comes next
# A packed head, from its lowest bits: 1 where the kernel stops (and which way); what it leaves behind; its row of the
# table, times the columns; how far it goes.
SETTLED_ENTRY, LOST_ENTRY = 1, 3
LEAVES_SHIFT, BASE_SHIFT, DELTA_SHIFT = 2, 15, 38
LEAVES_MASK, BASE_MASK = (1 << 13) - 1, (1 << 23) - 1
MAX_WIDTH = 1 << 25  # a move up or down fits above DELTA_SHIFT


class PackedRules(NamedTuple):
    """Each head packed, and the packed head that it becomes, by what stands where it goes."""

    own: I64  # (heads,)
    entries: I64  # (heads * (plain + 1),)
    plain: int
    heads: int  # the number of the first value with a head


@njit(cache=True, nogil=True)
def lone_head(cells: I32, padding: int, rules: PackedRules) -> int:
    """The cell of the only head, where every other cell is plain; 0 elsewhere."""
    found = 0
    for cell in range(cells.shape[0]):
        value = cells[cell]
        if value >= rules.plain and value != padding:
            if value < rules.heads or found:
                return 0
            found = cell
    return found


@njit(cache=True, nogil=True)
def advance_head(
    cells: I32, width: int, layers: int, edges: bool, scratch: Scratch, registers: I64, rules: PackedRules
) -> int:
    """The same on a grid with a lone head, in the cell registers[HEAD]; also returns where the rules end (LOST).

    Meanwhile the head's own cell holds what the head leaves behind.
    """
    plain, head = rules.plain, registers[HEAD]
    entry = rules.own[cells[head] - rules.heads]
    first, last = (width + 1, 2 * width - 2) if edges else (0, 0)
    result = MORE
    taken = 0
    while taken < layers:
        cells[head] = (entry >> LEAVES_SHIFT) & LEAVES_MASK
        target = head + (entry >> DELTA_SHIFT)
        value = cells[target]
        following = rules.entries[((entry >> BASE_SHIFT) & BASE_MASK) + min(value, plain)]
        if following & 1:
            result = SETTLED if following == SETTLED_ENTRY else LOST
            break
        entry = following
        taken += 1
        if value < plain:
            head = target
            if head in (first, last):
                result = EDGE
                break
    cells[head] = rules.heads + ((entry >> BASE_SHIFT) & BASE_MASK) // (plain + 1)
    registers[LAYERS] += taken
    registers[HEAD] = head
    registers[DIRTY] = 0
    for near in (head, head - width, head + width, head - 1, head + 1):
        if scratch.stamps[near] < PADDING_STAMP:
            scratch.dirty[registers[DIRTY]] = near
            registers[DIRTY] += 1
    return result


@njit(cache=True, nogil=True)
def advance_grids(
    grids: I32,
    width: int,
    padding: int,
    layers: int,
    most: int,
    edges: bool,
    scratch: Scratch,
    registers: I64,
    reasons: I64,
    local: Local,
    rules: PackedRules,
) -> None:
    """One grid after another, (grids, cells) with the registers and the reason of each: until it has had `most`
    layers or ends, and all of them `layers` in this call.

    A grid runs event by event until it has a lone head, and from then on by the rules, where there are any. One that
    was not begun has no dirty cells.
    """
    units, table, offsets = local
    by_table, by_rules = table.shape[0] > 0, rules.own.shape[0] > 0
    for place in range(grids.shape[0]):
        own, cells = registers[place], grids[place]
        if reasons[place] != MORE:
            continue
        if own[DIRTY] == 0:
            own[STAMP] = max(own[STAMP], registers[place - 1, STAMP])  # the list of stamps is common to all
            for cell in range(cells.shape[0]):
                if cells[cell] != padding:
                    scratch.dirty[own[DIRTY]] = cell
                    own[DIRTY] += 1
        while reasons[place] == MORE and own[LAYERS] < most:
            if layers <= 0:
                return
            before = own[LAYERS]
            room = min(layers, most - before)
            if by_rules and own[HEAD] == 0:
                own[HEAD] = lone_head(cells, padding, rules)
            if own[HEAD] != 0 and not (edges and own[HEAD] in (width + 1, 2 * width - 2)):
                reasons[place] = advance_head(cells, width, room, edges, scratch, own, rules)
                if reasons[place] != LOST:
                    layers -= own[LAYERS] - before
                    continue
                room = min(room - (own[LAYERS] - before), 1)
            elif by_rules:
                room = min(room, width + cells.shape[0] // width)  # phases spread by one cell per layer
            own[HEAD] = 0
            if by_table:
                reasons[place] = advance_by_table(cells, width, room, edges, scratch, own, table, offsets)
            else:
                reasons[place] = advance_by_weights(cells, width, room, edges, scratch, own, units)
            layers -= own[LAYERS] - before
