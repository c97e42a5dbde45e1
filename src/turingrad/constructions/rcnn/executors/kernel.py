"""The event-driven kernel: only cells whose neighbourhood changed are computed again.

Cells are value numbers on a framed grid (the frame is padding). In each layer the cells of the `dirty` list are
computed from the old grid, then written; a cell that changed makes itself and its four neighbours dirty. What a cell
becomes is either computed through the network's weights (`parts`) or looked up (`table`, `offsets`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from turingrad._support.arrays import I32, I64, Floats
from turingrad._support.jit import njit

# What `registers` holds, and why the kernel returned.
DIRTY, LAYERS, STAMP, FAULT, HEAD, REGISTERS = 0, 1, 2, 3, 4, 5
SETTLED, MORE, EDGE, UNKNOWN_VALUE, UNKNOWN_PATCH = 0, 1, 2, 3, 4
PADDING_STAMP = 1 << 62  # of the frame, which is never computed
EXCLUSIVE = 1 << 40  # added to an index by a head that arrives, and by a centre that no head can come to


class Units(NamedTuple):
    """The second layer: what each value adds to each unit by its position, how the units make a value, and all values
    with their order; `at[(value - low) / gap]` is the number of a value where that range is small, and empty
    elsewhere."""

    parts: Floats  # (5, values + 1, units)
    bias: Floats  # (units,)
    out: Floats  # (units,)
    offset: float
    values: Floats  # (values + 1,)
    order: I32  # (values,)
    at: I32
    low: float
    per_gap: float  # 1 / gap, a power of two


class Local(NamedTuple):
    """What a cell becomes: through the units, or by the table where that is not empty."""

    units: Units
    table: I32
    offsets: I64  # (5, values + 1)


class Scratch(NamedTuple):
    """Lists of cells, each as long as the grid: which to compute, in which layer each was last put there (never the
    padding), which changed, and to what."""

    dirty: I64
    stamps: I64
    changed: I64
    becomes: I32


# The functions below are called in every layer: they take arrays, not tuples of them, which cost more to hand over
# than a layer to compute. Indices are unsigned, so that the compiler leaves out what negative ones would mean.


@njit(cache=True, nogil=True)
def spread(
    cells: I32, width: np.uint64, changes: np.uint64, stamp: int, dirty: I64, stamps: I64, changed: I64, becomes: I32
) -> int:
    """Write the cells that changed, and list them and their neighbours as dirty: how many."""
    one, count = np.uint64(1), np.uint64(0)
    for k in range(changes):
        cell = np.uint64(changed[k])
        cells[cell] = becomes[k]
        for near in (cell, cell - width, cell + width, cell - one, cell + one):
            if stamps[near] < stamp:
                stamps[near] = stamp
                dirty[count] = near
                count += one
    return int(count)


@njit(cache=True, nogil=True)
def at_edge(width: int, changes: np.uint64, changed: I64) -> bool:
    """Whether the first or the last cell of a grid of one row changed."""
    found = False
    for k in range(changes):
        found |= (changed[k] == width + 1) | (changed[k] == 2 * width - 2)
    return found


@njit(cache=True, nogil=True)
def number_of(value: float, values: Floats, order: I32) -> int:
    """The number of a cell value, -1 where it is none."""
    low, high = 0, order.shape[0]
    while low < high:
        middle = (low + high) // 2
        if values[order[middle]] < value:
            low = middle + 1
        else:
            high = middle
    if low < order.shape[0] and values[order[low]] == value:
        return int(order[low])
    return -1


# Sums may be taken in any order: the certificate bounds them all, so that none is rounded.
@njit(cache=True, nogil=True, fastmath={"reassoc", "nnan", "nsz"})
def advance_by_weights(
    cells: I32, width: int, layers: int, edges: bool, scratch: Scratch, registers: I64, units: Units
) -> int:
    """Up to `layers` layers, each dirty cell through the second layer; a layer that changes nothing is not counted.
    With `edges`, on a grid of one row, also returns after a layer that changed its first or last cell."""
    dirty, stamps, changed, becomes = scratch
    bias, out, values, order, at = units.bias, units.out, units.values, units.order, units.at
    low, per_gap, offset = units.low, units.per_gap, units.offset
    size, known = np.uint64(bias.shape[0]), at.shape[0]
    parts, block = units.parts.reshape(-1), np.uint64(values.shape[0]) * size
    stride, one, zero = np.uint64(width), np.uint64(1), bias[0] * 0
    count, stamp = registers[DIRTY], registers[STAMP]
    result = MORE
    for _ in range(layers):
        changes = np.uint64(0)
        for k in range(np.uint64(count)):
            cell = np.uint64(dirty[k])
            centre = np.uint64(cells[cell])
            here = centre * size
            up = np.uint64(cells[cell - stride]) * size + block
            down = np.uint64(cells[cell + stride]) * size + block + block
            left = np.uint64(cells[cell - one]) * size + block + block + block
            right = np.uint64(cells[cell + one]) * size + block + block + block + block
            total = zero
            for unit in range(size):
                active = (
                    bias[unit]
                    + parts[here + unit]
                    + parts[up + unit]
                    + parts[down + unit]
                    + parts[left + unit]
                    + parts[right + unit]
                )
                total += out[unit] * max(active, zero)
            value = total + offset
            if value == values[centre]:
                continue
            if known:
                place = int((value - low) * per_gap)
                number = int(at[np.uint64(place)]) if 0 <= place < known else 0
                number = number if values[np.uint64(number)] == value else -1
            else:
                number = number_of(value, values, order)
            if number < 0:
                registers[FAULT] = cell
                result = UNKNOWN_VALUE
                break
            changed[changes] = cell
            becomes[changes] = number
            changes += one
        if result == UNKNOWN_VALUE:
            break
        if changes == 0:
            result = SETTLED
            count = 0
            break
        stamp += 1
        count = spread(cells, stride, changes, stamp, dirty, stamps, changed, becomes)
        registers[LAYERS] += 1
        if edges and at_edge(width, changes, changed):
            result = EDGE
            break
    registers[DIRTY], registers[STAMP] = count, stamp
    return result


@njit(cache=True, nogil=True)
def advance_by_table(
    cells: I32, width: int, layers: int, edges: bool, scratch: Scratch, registers: I64, table: I32, offsets: I64
) -> int:
    """`advance_by_weights`, each dirty cell looked up instead."""
    dirty, stamps, changed, becomes = scratch
    adds, block = offsets.reshape(-1), np.uint64(offsets.shape[1])
    stride, one = np.uint64(width), np.uint64(1)
    count, stamp = registers[DIRTY], registers[STAMP]
    result = MORE
    for _ in range(layers):
        changes = np.uint64(0)
        for k in range(np.uint64(count)):
            cell = np.uint64(dirty[k])
            centre = cells[cell]
            index = adds[np.uint64(centre)]
            index += adds[np.uint64(cells[cell - stride]) + block]
            index += adds[np.uint64(cells[cell + stride]) + block + block]
            index += adds[np.uint64(cells[cell - one]) + block + block + block]
            index += adds[np.uint64(cells[cell + one]) + block + block + block + block]
            # Two exclusive parts in one patch lie beyond every entry, as do impossible patches (entry -1).
            following = table[np.uint64(index & (EXCLUSIVE - 1))] if (index >> 40) <= 1 else -1
            if following < 0:
                registers[FAULT] = cell
                result = UNKNOWN_PATCH
                break
            if following != centre:
                changed[changes] = cell
                becomes[changes] = following
                changes += one
        if result == UNKNOWN_PATCH:
            break
        if changes == 0:
            result = SETTLED
            count = 0
            break
        stamp += 1
        count = spread(cells, stride, changes, stamp, dirty, stamps, changed, becomes)
        registers[LAYERS] += 1
        if edges and at_edge(width, changes, changed):
            result = EDGE
            break
    registers[DIRTY], registers[STAMP] = count, stamp
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
