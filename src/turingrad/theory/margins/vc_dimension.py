"""The VC dimension of recurrent nets is at least of order w T (Koiran and Sontag 1998, as section 4.1 of Wei, Chen and
Ma has it), made concrete: a recurrent ReLU net of width w whose weights hold T bits each, and which reads any of them.

Points: (j, i), a register j of r and a place i of T; the net is right on all labelings of these r T points. Its state
is y, the counter c, and `out`. At the start y is the weight a_j = sum_i bit_ji 2^-i and c = i - 1, both linear in the
point (one-hot j, and i). In each of T steps, with y a multiple of 2^-T,

    b = relu(2^T (y - 1/2) + 1) - relu(2^T (y - 1/2))      the first bit of y
    f = relu(c + 1) - 2 relu(c) + relu(c - 1)              1 at c = 0, else 0
    out += relu(b + f - 1),   y <- 2y - b,   c <- c - 1.

Two layers per step: eight hidden units, two for b, three for f, and y, c and `out` themselves; then four. With r input
lines the width is r + 8. A decoder of the transformer's architecture that ignores its attention is such a net, so that
this is a lower bound for it as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from turingrad._support.arrays import F64, U8
from turingrad.errors import InputError, LimitError

UNITS = 8  # the most units of a layer of the reader, besides one line per register
MAX_PLACES = 50  # bits that float64 holds here


def vc_lower_bound(width: int, steps: int) -> int:
    """Points that recurrent nets of this width shatter in so many steps: (w - 8) T."""
    if width < 1 or steps < 1:
        raise InputError(f"a width and a number of steps of at least 1 are needed, not {width} and {steps}")
    return max(0, width - UNITS) * steps


def vc_lower_samples(dimension: int, epsilon: float) -> float:
    """Samples that every learner of a class of this VC dimension needs for error eps with probability 0.99: (d - 1) /
    (32 eps), Ehrenfeucht, Haussler, Kearns and Valiant (1989), for eps <= 1/8."""
    return max(0.0, dimension - 1.0) / (32.0 * epsilon)


def read_bits(labels: U8) -> U8:
    """What the net answers on all points (j, i) when its weights hold these labels, (registers, places)."""
    registers, places = labels.shape
    if not 1 <= places <= MAX_PLACES:
        raise LimitError(f"weights can hold 1 to {MAX_PLACES} bits each in float64, not {places}")
    weights = labels @ 0.5 ** np.arange(1, places + 1)  # (registers,)
    y: F64 = np.repeat(weights, places)
    c: F64 = np.tile(np.arange(places, dtype=np.float64), registers)
    out, scale = np.zeros(registers * places), 2.0**places
    for _ in range(places):
        b = relu(scale * (y - 0.5) + 1.0) - relu(scale * (y - 0.5))
        f = relu(c + 1.0) - 2.0 * relu(c) + relu(c - 1.0)
        out, y, c = out + relu(b + f - 1.0), 2.0 * y - b, c - 1.0
    return (out > 0.5).astype(np.uint8).reshape(registers, places)


def relu(z: F64) -> F64:
    found: F64 = np.maximum(z, 0.0)
    return found


def labelings(registers: int, places: int, seed: int = 0, most: int = 256) -> Iterator[U8]:
    """All labelings of the points, or so many random ones where there are more."""
    points = registers * places
    if 2**points <= most:
        for bits in itertools.product((0, 1), repeat=points):
            yield np.array(bits, np.uint8).reshape(registers, places)
        return
    rng = np.random.default_rng(seed)
    for _ in range(most):
        yield rng.integers(0, 2, (registers, places), dtype=np.uint8)
