"""The event-driven kernel: only cells whose neighbourhood changed are computed again.

Cells are value numbers on a framed grid (the frame is padding). In each layer the cells of the `dirty` list are
computed from the old grid, then written; a cell that changed makes itself and its four neighbours dirty. What a cell
becomes is either computed through the network's weights (`parts`) or looked up (`table`, `offsets`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from turingrad.arrays import I32, I64, Floats
from turingrad.jit import njit

# What `registers` holds, and why the kernel returned.
DIRTY, LAYERS, STAMP, FAULT = 0, 1, 2, 3
SETTLED, MORE, EDGE, UNKNOWN_VALUE, UNKNOWN_PATCH = 0, 1, 2, 3, 4
EXCLUSIVE = 1 << 40  # added to an index by a head that arrives, and by a centre that no head can come to


class Units(NamedTuple):
    """The second layer: what each value adds to each unit by its position, how the units make a value, and all values
    with their order."""

    parts: Floats  # (5, values + 1, units)
    bias: Floats  # (units,)
    out: Floats  # (units,)
    offset: float
    values: Floats  # (values + 1,)
    order: I32  # (values,)


@njit(cache=True, nogil=True)
def evaluated(up: int, down: int, left: int, right: int, centre: int, units: Units) -> int:
    """The number of the centre's next value, through the second layer; -1 where it is no cell value."""
    parts, bias, out, offset, values, order = units
    total = bias[0] * 0
    for unit in range(bias.shape[0]):
        active = (
            bias[unit]
            + parts[0, centre, unit]
            + parts[1, up, unit]
            + parts[2, down, unit]
            + parts[3, left, unit]
            + parts[4, right, unit]
        )
        if active > 0:
            total += out[unit] * active
    total += offset
    if total == values[centre]:
        return centre
    low, high = 0, order.shape[0]
    while low < high:
        middle = (low + high) // 2
        if values[order[middle]] < total:
            low = middle + 1
        else:
            high = middle
    if low < order.shape[0] and values[order[low]] == total:
        return int(order[low])
    return -1


@njit(cache=True, nogil=True)
def advance(
    cells: I32,
    width: int,
    padding: int,
    layers: int,
    edges: bool,
    dirty: I64,
    stamps: I64,
    changed: I64,
    becomes: I32,
    registers: I64,
    units: Units,
    table: I32,
    offsets: I64,
) -> int:
    """Up to `layers` layers; a layer that changes nothing is not counted. With `edges`, also returns after a layer
    that changed the first or the last column. The table is used where it is not empty."""
    count = registers[DIRTY]
    looked_up = table.shape[0] > 0
    result = MORE
    for _ in range(layers):
        changes = 0
        for k in range(count):
            cell = dirty[k]
            up, down, left, right = cells[cell - width], cells[cell + width], cells[cell - 1], cells[cell + 1]
            centre = cells[cell]
            if looked_up:
                index = offsets[0, centre] + offsets[1, up] + offsets[2, down] + offsets[3, left] + offsets[4, right]
                # Two exclusive parts in one patch lie beyond every entry, as do impossible patches (entry -1).
                if (index >> 40) > 1:
                    result = UNKNOWN_PATCH
                    registers[FAULT] = cell
                    break
                following = table[index & (EXCLUSIVE - 1)]
                if following < 0:
                    result = UNKNOWN_PATCH
                    registers[FAULT] = cell
                    break
            else:
                following = evaluated(up, down, left, right, centre, units)
                if following < 0:
                    result = UNKNOWN_VALUE
                    registers[FAULT] = cell
                    break
            if following != centre:
                changed[changes] = cell
                becomes[changes] = following
                changes += 1
        if result != MORE:
            break
        if changes == 0:
            result = SETTLED
            count = 0
            break
        registers[STAMP] += 1
        stamp = registers[STAMP]
        count = 0
        for k in range(changes):
            cell = changed[k]
            cells[cell] = becomes[k]
            for j in range(5):
                near = cell
                if j == 1:
                    near = cell - width
                elif j == 2:
                    near = cell + width
                elif j == 3:
                    near = cell - 1
                elif j == 4:
                    near = cell + 1
                if stamps[near] != stamp and cells[near] != padding:
                    stamps[near] = stamp
                    dirty[count] = near
                    count += 1
            if edges and (cell % width == 1 or cell % width == width - 2):
                result = EDGE
        registers[LAYERS] += 1
        if result == EDGE:
            break
    registers[DIRTY] = count
    return result


@njit(cache=True, nogil=True)
def pull_back(cells: I32, width: int, gradient: Floats, before: Floats, slopes: Floats, units: Units) -> None:
    """One layer backwards: `before` = Jacobian^T `gradient`, the Jacobian at the grid `cells` that the layer read."""
    parts, bias, out = units.parts, units.bias, units.out
    before[:] = 0
    near = np.empty(5, dtype=np.int64)
    for cell in range(width + 1, cells.shape[0] - width - 1):
        if gradient[cell] == 0:
            continue
        near[0], near[1], near[2], near[3], near[4] = cell, cell - width, cell + width, cell - 1, cell + 1
        for unit in range(bias.shape[0]):
            active = bias[unit]
            for j in range(5):
                active += parts[j, cells[near[j]], unit]
            if active > 0:
                for j in range(5):
                    before[near[j]] += gradient[cell] * out[unit] * slopes[j, cells[near[j]], unit]
