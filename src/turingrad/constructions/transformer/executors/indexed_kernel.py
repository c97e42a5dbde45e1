"""The kernel of the indexed executor: every weight is evaluated, attention is answered by hash tables.

Matrices are stored by columns, and a column is visited where its input is not 0: a product with 0 adds nothing. Numbers
are float64. Where the certificate covers a dtype, all sums are exact in that dtype, hence the same numbers here.
"""

from __future__ import annotations

import numpy as np

from turingrad.arrays import F64, I32, I64, U8
from turingrad.constructions.transformer.executors.hash_tables import (
    COUNT,
    EMPTY,
    FILLED,
    MASK,
    START,
    SUMS,
    add_value,
    slot_of,
)
from turingrad.jit import njit

NOT_BINARY = -2  # returned instead of a number of passes
ABSENT = -1

# maps[layer, kind] = (first column pointer, first bias, rows), ABSENT where the layer has no such map
QUERY, KEY, VALUE, CROSS_QUERY, FIRST, SECOND, THIRD = range(7)
KINDS = 7


@njit(cache=True)
def active_of(x: F64, active: I32) -> int:
    """The coordinates of x that are not 0."""
    count = 0
    for i in range(len(x)):
        active[count] = i
        count += x[i] != 0.0
    return count


@njit(cache=True)
def apply_map(
    colptr: I64, rows: I32, values: F64, bias: F64, place: I64, x: F64, active: I32, count: int, out: F64
) -> None:
    """out = matrix times x plus bias, over the `count` active coordinates of x."""
    first, shift = place[0], place[1]
    for r in range(place[2]):
        out[r] = bias[shift + r]
    for i in range(count):
        column = active[i]
        for e in range(colptr[first + column], colptr[first + column + 1]):
            out[rows[e]] += values[e] * x[column]


@njit(cache=True)
def code_of(scores: F64, count: int) -> int:
    """Match rows as one number, a bit a row: 1 where positive."""
    code = 0
    for i in range(count):
        code = 2 * code + (1 if scores[i] > 0 else 0)
    return code


@njit(cache=True)
def entry_of(part: F64, first: int, size: int) -> int:
    """The entry of a one-hot field that is not 0; its size where all are."""
    entry = 0
    while entry < size and part[first + entry] == 0.0:
        entry += 1
    return entry


@njit(cache=True)
def shown_rule(h: F64, st: int, states: int, symbols: I64) -> int:
    """State and symbols of an output as one number, in the mixed radix of `rule_codes`."""
    code = entry_of(h, st, states)
    for t in range(len(symbols)):
        code = code * (symbols[t, 1] + 1) + entry_of(h, symbols[t, 0], symbols[t, 1])
    return code


@njit(cache=True)
def has_room(spans: I64) -> bool:
    """True where every table is less than half full."""
    fullest = False
    for layer in range(len(spans)):
        fullest = fullest or 2 * spans[layer, FILLED] > spans[layer, MASK]
    return not fullest


@njit(cache=True, error_model="numpy")
def advance_indexed(
    colptr: I64,
    rows: I32,
    values: F64,
    bias: F64,
    maps: I64,
    matches: I64,
    targets: I64,
    cross_targets: I64,
    keys: I64,
    buckets: F64,
    spans: I64,
    cross_keys: I64,
    cross_buckets: F64,
    cross_spans: I64,
    rule_codes: I64,
    fields: I64,
    symbols: I64,
    output: F64,
    first_pass: int,
    passes: int,
    kept_row: I64,
    hidden: U8,
) -> int:
    """At most `passes` decoder passes from time `first_pass`; stops where the machine halts or a table is half full.

    The first matches[layer] score rows are match rows, the others weight rows; targets and cross_targets are the
    coordinates that attention writes, padded with ABSENT. fields = (st, states, pos1, bits) and symbols (tapes, 2), the
    first coordinate and size of each sym1, tell which state and symbols an output shows; where no rule is in the hash
    table rule_codes for them, the machine has halted. `output` is o_{i-1} on entry and o_i on return.
    hidden[i, kept_row[l]] receives the vector of pass i after l layers, unless kept_row[l] is ABSENT. Returns the
    number of passes.
    """
    width, layers = len(output), len(maps)
    st, states, pos1, bits = fields
    h, inner, outer = output.copy(), np.empty(width), np.empty(2 * width)
    scores, value = np.empty(3 * bits + 3), np.empty(width)
    active, active_wide = np.empty(width + 1, np.int32), np.empty(2 * width + 1, np.int32)
    for i in range(passes):
        if not has_room(spans):
            output[:] = h
            return i
        for b in range(bits):
            h[pos1 + b] += ((first_pass + i) >> (bits - 1 - b)) & 1
        for layer in range(layers):
            place = maps[layer]
            if kept_row[layer] != ABSENT:
                for x in range(width):
                    hidden[i, kept_row[layer], x] = np.uint8(h[x])
            count = active_of(h, active)
            if place[QUERY, 0] != ABSENT:  # this vector's key and value join the index, then its query asks it
                apply_map(colptr, rows, values, bias, place[KEY], h, active, count, scores)
                weight = 0.0
                for r in range(matches[layer], place[KEY, 2]):  # a weight row's query is the constant in its bias
                    weight += scores[r] * bias[place[QUERY, 1] + r]
                apply_map(colptr, rows, values, bias, place[VALUE], h, active, count, value)
                code = code_of(scores, matches[layer])
                add_value(keys, buckets, spans, layer, code, weight, value, place[VALUE, 2])
                apply_map(colptr, rows, values, bias, place[QUERY], h, active, count, scores)
                slot = slot_of(keys, spans[layer, START], spans[layer, MASK], code_of(scores, matches[layer]))
                if keys[slot] != EMPTY:
                    for r in range(place[VALUE, 2]):
                        h[targets[layer, r]] += buckets[slot, SUMS + r] / buckets[slot, COUNT]
                    count = active_of(h, active)
            if place[CROSS_QUERY, 0] != ABSENT:
                apply_map(colptr, rows, values, bias, place[CROSS_QUERY], h, active, count, scores)
                code = code_of(scores, place[CROSS_QUERY, 2])
                slot = slot_of(cross_keys, cross_spans[layer, START], cross_spans[layer, MASK], code)
                if cross_keys[slot] != EMPTY:
                    for r in range(cross_targets.shape[1]):
                        if cross_targets[layer, r] != ABSENT:
                            h[cross_targets[layer, r]] += cross_buckets[slot, SUMS + r] / cross_buckets[slot, COUNT]
                    count = active_of(h, active)
            apply_map(colptr, rows, values, bias, place[FIRST], h, active, count, inner)
            for x in range(width):
                inner[x] = max(inner[x], 0.0)
            if place[SECOND, 0] == ABSENT:
                h[:] = inner
            else:
                count = active_of(inner, active)
                apply_map(colptr, rows, values, bias, place[SECOND], inner, active, count, outer)
                for x in range(2 * width):
                    outer[x] = max(outer[x], 0.0)
                count = active_of(outer, active_wide)
                apply_map(colptr, rows, values, bias, place[THIRD], outer, active_wide, count, h)
                for x in range(width):
                    h[x] = max(h[x], 0.0)
            for x in range(width):
                if h[x] != 0.0 and h[x] != 1.0:
                    return NOT_BINARY
        for x in range(width):
            hidden[i, kept_row[layers], x] = np.uint8(h[x])
        code = shown_rule(h, st, states, symbols)
        if rule_codes[slot_of(rule_codes, 0, len(rule_codes) - 1, code)] == EMPTY:
            output[:] = h
            return i + 1
    output[:] = h
    return passes
