"""Hash tables of an index: one a layer, in shared arrays, which a compiled kernel fills and Python enlarges.

A table is a span of slots. A slot has the bucket's key, and a row of numbers: the largest weight seen, how many values
have it, and their sum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad.arrays import F64, I64
from turingrad.jit import njit

EMPTY = -1
FIRST_SLOTS = 64
BEST, COUNT, SUMS = 0, 1, 2  # columns of a bucket; from SUMS on the sum of the values
START, MASK, FILLED = 0, 1, 2  # columns of a span: first slot, number of slots - 1 (a power of two less 1), keys in it


@dataclass(frozen=True)
class Tables:
    keys: I64  # (slots,)
    buckets: F64  # (slots, SUMS + values)
    spans: I64  # (layers, 3)

    def grown(self) -> Tables:
        """A copy in which every table that is a quarter full has four times the slots."""
        slots = self.spans[:, MASK] + 1
        larger = new_tables(
            np.where(4 * self.spans[:, FILLED] >= slots, 4 * slots, slots), self.buckets.shape[1] - SUMS
        )
        move_buckets(self.keys, self.buckets, self.spans, larger.keys, larger.buckets, larger.spans)
        return larger


def new_tables(slots: I64, values: int) -> Tables:
    """Empty tables of the given sizes, powers of two."""
    total = int(slots.sum())
    starts = np.cumsum(slots) - slots
    spans = np.stack([starts, slots - 1, np.zeros_like(slots)], axis=1).astype(np.int64)
    return Tables(np.full(total, EMPTY, np.int64), np.zeros((total, SUMS + values)), spans)


@njit(cache=True)
def slot_of(keys: I64, start: int, mask: int, code: int) -> int:
    """The slot of a key, or the empty one where it belongs (open addressing)."""
    mixed = np.uint64(code) * np.uint64(0x9E3779B97F4A7C15)
    slot = np.int64((mixed >> np.uint64(24)) & np.uint64(mask))
    while keys[start + slot] != EMPTY and keys[start + slot] != code:
        slot = (slot + 1) & mask
    return int(start + slot)


@njit(cache=True)
def add_value(
    keys: I64, buckets: F64, spans: I64, layer: int, code: int, weight: float, value: F64, count: int
) -> None:
    """Put the first `count` numbers of `value` into the bucket: they replace smaller weights and join equal ones."""
    slot = slot_of(keys, spans[layer, START], spans[layer, MASK], code)
    fresh = keys[slot] == EMPTY
    if fresh:
        keys[slot] = code
        spans[layer, FILLED] += 1
    if fresh or weight > buckets[slot, BEST]:
        buckets[slot, BEST] = weight
        buckets[slot, COUNT] = 1.0
        for r in range(count):
            buckets[slot, SUMS + r] = value[r]
    elif weight == buckets[slot, BEST]:
        buckets[slot, COUNT] += 1.0
        for r in range(count):
            buckets[slot, SUMS + r] += value[r]


@njit(cache=True)
def move_buckets(old_keys: I64, old_buckets: F64, old_spans: I64, keys: I64, buckets: F64, spans: I64) -> None:
    for layer in range(len(spans)):
        spans[layer, FILLED] = old_spans[layer, FILLED]
        for old in range(old_spans[layer, START], old_spans[layer, START] + old_spans[layer, MASK] + 1):
            if old_keys[old] != EMPTY:
                slot = slot_of(keys, spans[layer, START], spans[layer, MASK], old_keys[old])
                keys[slot] = old_keys[old]
                for r in range(buckets.shape[1]):
                    buckets[slot, r] = old_buckets[old, r]
