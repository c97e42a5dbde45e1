"""The kernel of the indexed executor: every weight is evaluated, attention is answered by hash tables.

Matrices are stored by rows. Most rows have one weight that is not 0: the first of each row stands in `columns`,
`weights`; the others are a list. Rounding (W_2, W_3) acts on each coordinate for itself, so it is one loop over seven
weights a coordinate, which the compiler makes vectors of. Numbers are float64. Where the certificate covers a
dtype, all sums are exact in that dtype, hence the same numbers here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from turingrad._support.arrays import F64, I64, U8, U32
from turingrad._support.jit import njit
from turingrad.constructions.transformer.executors.hash_tables import (
    COUNT,
    EMPTY,
    FILLED,
    MASK,
    SUMS,
    add_value,
    slot_of,
)

NOT_BINARY = -2  # returned instead of a number of passes
ABSENT = -1

# maps[layer, kind] = (first row, rows, first and last + 1 of the list), ABSENT where the layer has no such map
QUERY, KEY, VALUE, CROSS_QUERY, FIRST, SECOND, THIRD = range(7)
KINDS = 7


class Maps(NamedTuple):
    """All matrices of a network, and its rounding (layers, 7, width): in, bias of the low and the high ReLU, out of
    both, bias."""

    columns: U32  # (rows,)
    weights: F64
    bias: F64
    extra_rows: U32  # (weights beyond the first of a row,)
    extra_columns: U32
    extra_weights: F64
    rounding: F64
    maps: I64  # (layers, KINDS, 4)
    matches: I64  # (layers,): score rows that are match rows, the first ones; the others are weight rows
    always: I64  # (layers,): bits of a key that every query asks to be 1
    targets: I64  # (layers, most): coordinates that self-attention writes, padded with ABSENT
    cross_targets: I64


@njit(cache=True)
def apply_map(m: Maps, place: I64, x: F64, out: F64) -> None:
    """out = matrix times x plus bias."""
    first, count = place[0], place[1]
    columns, weights, bias = (
        m.columns[first : first + count],
        m.weights[first : first + count],
        m.bias[first : first + count],
    )
    for r in range(count):
        out[r] = bias[r] + weights[r] * x[columns[r]]
    for e in range(place[2], place[3]):
        out[m.extra_rows[e]] += m.extra_weights[e] * x[m.extra_columns[e]]


@njit(cache=True)
def rounded(w: F64, x: F64, out: F64) -> bool:
    """out = relu(W_3 relu(W_2 relu(x) + b_2) + b_3), both coordinate by coordinate; whether it is all 0 and 1."""
    low_in, low_bias, high_in, high_bias, low_out, high_out, last = w[0], w[1], w[2], w[3], w[4], w[5], w[6]
    apart = 0
    for r in range(len(out)):
        z = max(x[r], 0.0)
        low, high = max(low_in[r] * z + low_bias[r], 0.0), max(high_in[r] * z + high_bias[r], 0.0)
        value = max(low_out[r] * low + high_out[r] * high + last[r], 0.0)
        out[r] = value
        apart |= value * (value - 1.0) != 0.0  # a whole number: float sums would keep the loop from being vectors
    return apart == 0


@njit(cache=True)
def code_of(scores: F64, count: int) -> int:
    """Match rows as one number, one bit per row: 1 if positive."""
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
    """True if every table is less than half full."""
    fullest = False
    for layer in range(len(spans)):
        fullest = fullest or 2 * spans[layer, FILLED] > spans[layer, MASK]
    return not fullest


@njit(cache=True, error_model="numpy")
def attend(keys: I64, numbers: F64, span: I64, code: int, targets: I64, h: F64) -> None:
    """Add the mean value of the bucket, where it is not empty."""
    place = slot_of(keys, span, code)
    if keys[place] != EMPTY:
        for r in range(len(targets)):
            if targets[r] != ABSENT:
                h[targets[r]] += numbers[place + SUMS + r] / numbers[place + COUNT]


@njit(cache=True, error_model="numpy")
def advance_indexed(
    m: Maps,
    keys: I64,
    numbers: F64,
    spans: I64,
    cross_keys: I64,
    cross_numbers: F64,
    cross_spans: I64,
    rule_codes: I64,
    rule_span: I64,
    fields: I64,
    symbols: I64,
    output: F64,
    first_pass: int,
    passes: int,
    kept_row: I64,
    hidden: U8,
) -> int:
    """At most `passes` decoder passes from time `first_pass`; stops where the machine halts or a table is half full.

    fields = (st, states, pos1, bits) and symbols (tapes, 2), the first coordinate and size of each sym1, tell which
    state and symbols an output shows; where no rule is in the hash table rule_codes for them, the machine has halted.
    `output` is o_{i-1} on entry and o_i on return. hidden[i, kept_row[l]] receives the vector of pass i after l layers,
    unless kept_row[l] is ABSENT. Returns the number of passes.
    """
    width, layers = len(output), len(m.maps)
    st, states, pos1, bits = fields
    h, inner, outer = output.copy(), np.empty(width), np.empty(2 * width)
    scores, value = np.empty(3 * bits + 3), np.empty(width)
    for i in range(passes):
        if not has_room(spans):
            output[:] = h
            return i
        for b in range(bits):
            h[pos1 + b] += ((first_pass + i) >> (bits - 1 - b)) & 1
        for layer in range(layers):
            place = m.maps[layer]
            if kept_row[layer] != ABSENT:
                for x in range(width):
                    hidden[i, kept_row[layer], x] = np.uint8(h[x])
            if place[QUERY, 0] != ABSENT:  # this vector's key and value join the index, then its query asks it
                apply_map(m, place[KEY], h, scores)
                code = code_of(scores, m.matches[layer])
                if code & m.always[layer] == m.always[layer]:  # no query is equal to any other key
                    weight = 0.0
                    for r in range(m.matches[layer], place[KEY, 1]):  # a weight row's query is its bias
                        weight += scores[r] * m.bias[place[QUERY, 0] + r]
                    apply_map(m, place[VALUE], h, value)
                    add_value(keys, numbers, spans[layer], code, weight, value, place[VALUE, 1])
                apply_map(m, place[QUERY], h, scores)
                attend(keys, numbers, spans[layer], code_of(scores, m.matches[layer]), m.targets[layer], h)
            if place[CROSS_QUERY, 0] != ABSENT:
                apply_map(m, place[CROSS_QUERY], h, scores)
                code = code_of(scores, place[CROSS_QUERY, 1])
                attend(cross_keys, cross_numbers, cross_spans[layer], code, m.cross_targets[layer], h)
            apply_map(m, place[FIRST], h, inner)
            if place[SECOND, 0] == ABSENT:
                binary = rounded(m.rounding[layer], inner, h)
            else:
                np.maximum(inner, 0.0, inner)
                apply_map(m, place[SECOND], inner, outer)
                np.maximum(outer, 0.0, outer)
                apply_map(m, place[THIRD], outer, h)
                np.maximum(h, 0.0, h)
                binary = bool(np.all(h * (h - 1.0) == 0.0))
            if not binary:
                return NOT_BINARY
        for x in range(width):
            hidden[i, kept_row[layers], x] = np.uint8(h[x])
        code = shown_rule(h, st, states, symbols)
        if rule_codes[slot_of(rule_codes, rule_span, code)] == EMPTY:
            output[:] = h
            return i + 1
    output[:] = h
    return passes
