"""Hash tables of an index: one per layer, in one array, which a compiled kernel fills and Python enlarges.

A table is a span of slots. A slot is a few numbers one after another, so that a look-up reads one place of the memory:
the bucket's key, the largest weight seen, how many values have it, and their sum. The key is a whole number of 64 bits,
the others are float64: `keys` and `numbers` are two views of one array.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import F64, I64
from turingrad._support.jit import njit

EMPTY = -1
FIRST_SLOTS = 64
BEST, COUNT, SUMS = 1, 2, 3  # of a slot; from SUMS on the sum of the values
# of a span: its place, number of slots - 1 (2^k - 1), keys, numbers of a slot, and the key's bit from which on the
# three bits stand that do not scatter it: keys that differ there only are neighbours
START, MASK, FILLED, SIZE, NEAR = range(5)
NEAR_BITS = 3


@dataclass(frozen=True)
class Tables:
    keys: I64  # (numbers of all slots,)
    numbers: F64  # the same memory
    spans: I64  # (layers, 5)

    def grow(self) -> Tables:
        """A copy in which every table that is a quarter full has twice the slots."""
        slots, size, near = self.spans[:, MASK] + 1, self.spans[:, SIZE], self.spans[:, NEAR]
        larger = new_tables(np.where(4 * self.spans[:, FILLED] >= slots, 2 * slots, slots), size - SUMS, near)
        move_buckets(self.keys, self.numbers, self.spans, larger.keys, larger.numbers, larger.spans)
        return larger


def new_tables(slots: I64, values: I64, near: I64) -> Tables:
    """Empty tables of the given numbers of slots, powers of two, and of values in a slot."""
    size = values + SUMS
    room = slots * size
    starts = np.cumsum(room) - room
    spans = np.stack([starts, slots - 1, np.zeros_like(slots), size, near], axis=1).astype(np.int64)
    keys = np.full(int(room.sum()), EMPTY, np.int64)
    return Tables(keys, keys.view(np.float64), spans)


@njit(cache=True)
def slot_of(keys: I64, span: I64, code: int) -> int:
    """Where the slot of a key begins, or the empty one where it belongs (open addressing)."""
    start, mask, size, near = span[START], span[MASK], span[SIZE], span[NEAR]
    neighbour = (code >> near) & ((1 << NEAR_BITS) - 1)
    mixed = np.uint64(code ^ (neighbour << near)) * np.uint64(0x9E3779B97F4A7C15)
    slot = (np.int64(mixed >> np.uint64(24)) << NEAR_BITS | neighbour) & mask
    place = start + slot * size
    while keys[place] != EMPTY and keys[place] != code:
        slot = (slot + 1) & mask
        place = start + slot * size
    return int(place)


@njit(cache=True)
def add_value(keys: I64, numbers: F64, span: I64, code: int, weight: float, value: F64, count: int) -> None:
    """Put the first `count` numbers of `value` into the bucket: they replace smaller weights and join equal ones."""
    place = slot_of(keys, span, code)
    fresh = keys[place] == EMPTY
    if fresh:
        keys[place] = code
        span[FILLED] += 1
    if fresh or weight > numbers[place + BEST]:
        numbers[place + BEST] = weight
        numbers[place + COUNT] = 1.0
        for r in range(count):
            numbers[place + SUMS + r] = value[r]
    elif weight == numbers[place + BEST]:
        numbers[place + COUNT] += 1.0
        for r in range(count):
            numbers[place + SUMS + r] += value[r]


@njit(cache=True)
def move_buckets(old_keys: I64, old_numbers: F64, old_spans: I64, keys: I64, numbers: F64, spans: I64) -> None:
    for layer in range(len(spans)):
        old, span = old_spans[layer], spans[layer]
        span[FILLED] = old[FILLED]
        for slot in range(old[MASK] + 1):
            before = old[START] + slot * old[SIZE]
            if old_keys[before] != EMPTY:
                place = slot_of(keys, span, old_keys[before])
                keys[place] = old_keys[before]
                for r in range(1, old[SIZE]):
                    numbers[place + r] = old_numbers[before + r]
