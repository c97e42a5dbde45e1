"""Trainers that read real features: numbers in fixed point, as words on the tape.

A trainer with `fixed = (bits, fraction)` gets its features as whole numbers of units 2^-fraction, in [-2^(bits-1),
2^(bits-1)): who runs it rounds them (the extended network by the quantisers inside F).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad._support.arrays import F64, I64
from turingrad.errors import InputError
from turingrad.library.trainers.layout import Sizes, constant_last, word, wrap_word, zero_words

BITS, FRACTION = 12, 8  # features in [-8, 8), rounded to 1/256
RATE_SHIFT = 3  # the rate 1/8
WIDTH = 26  # of all other words: a product of a feature and a number below 2^5


def fixed_point_rows(bits: int, fraction: int, sizes: Sizes, X: I64, y: I64) -> str:
    """For each sample its label as a word of the sizes' width, least significant bit first; then a 1 and its features
    as words of `bits` bits, most significant bit first; a blank after each word."""
    one = 1 << fraction
    parts = []
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        parts.append(word(int(label) * one, sizes.width))
        parts.extend(word(int(number), bits)[::-1] for number in (one, *row))
    return "".join(part + "_" for part in parts)


def words_and_scratch(weights: int, sizes: Sizes) -> tuple[str, ...]:
    """One word per weight; a word for an error and a mark for each further pass or batch; a word for a product."""
    error = "0" * sizes.width + "_" + "1" * (sizes.presented - 1)
    return zero_words(weights, sizes.width), error, zero_words(1, sizes.width)


def least_mean_squares(sizes: Sizes, X: Any, y: Any) -> F64:
    """`passes` times over the samples: e = sum floor(x w) - y, w -= floor(x e / 8), in units of 2^-FRACTION."""
    rows = [[1 << FRACTION, *(int(number) for number in row)] for row in np.asarray(X).tolist()]
    w = [0] * (sizes.features + 1)
    for _ in range(sizes.passes):
        for row, label in zip(rows, np.asarray(y).tolist(), strict=True):
            error = -(int(label) << FRACTION)
            for x, weight in zip(row, w, strict=True):
                error = bits_needed(error + (product(x, weight, sizes) >> FRACTION), sizes)
            w = [
                bits_needed(weight - (product(x, error, sizes) >> FRACTION + RATE_SHIFT), sizes)
                for x, weight in zip(row, w, strict=True)
            ]
    return constant_last(w) / 2.0**FRACTION


def product(x: int, number: int, sizes: Sizes) -> int:
    """x times the number; no partial product (x without some of its lower bits) exceeds the sum of the product and the
    number in magnitude."""
    bits_needed(abs(x * number) + abs(number), sizes)
    return x * number


def bits_needed(number: int, sizes: Sizes) -> int:
    if wrap_word(number, sizes.width) != number:
        raise InputError(
            f"least mean squares at rate 1/{1 << RATE_SHIFT} leaves words of {sizes.width} bits: make the features "
            "smaller (their squares should sum to at most 16)"
        )
    return number
