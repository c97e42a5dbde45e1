"""The proof that a compiled feedforward net's arithmetic is exact, from its weights.

By induction over the layers: if every coordinate that enters a layer is a multiple of 2^g and lies in [0, M], the
partial sums of the layer are bounded as `Certificate` asks, and what leaves it is a multiple of a power of two in
[0, M'], M' = max(0, b + sum of the positive weights times M). Inputs are bits. After a correction the values are bits
again, since round maps integers to 0 and 1; without corrections M' = 1 follows from the gates themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from turingrad._support.arrays import F64, I64
from turingrad.constructions.feedforward.layers import Affine, Weights
from turingrad.exact import NO_GRID, Bound, Certificate, Entries, Sum, bound_of, merge_bounds


def certificate_of(weights: Weights) -> Certificate:
    return Certificate.of(merge_bounds(bounds(weights)))


def bounds(weights: Weights) -> Iterator[Bound]:
    count = weights.output[0].shape[1] if not weights.groups else weights.groups[0].f[0][0].shape[1]
    high, grid = np.ones(count), np.zeros(count, np.int64)
    for group in weights.groups:
        for number, affine in enumerate(group.f, 1):
            bound, high, grid = through(f"gates, ReLU layer {number}", affine, high, grid)
            yield bound
        whole = bool((grid >= 0).all())
        for number, affine in enumerate(group.correction, 1):
            bound, high, grid = through(f"correction, ReLU layer {number}", affine, high, grid)
            yield bound
        if group.correction and whole and rounds_integers(group.correction):
            high, grid = np.minimum(high, 1.0), np.maximum(grid, 0)
    yield through("output", weights.output, high, grid)[0]


def rounds_integers(correction: tuple[Affine, ...]) -> bool:
    """s relu(z - lo) - s relu(z - hi) maps integers to bits where s (hi - lo) = 1 and 0 <= lo < hi <= 1."""
    (split, shifts), (join, _) = correction
    used = shifts[split.rows]
    low, high = -float(used.max(initial=-1.0)), -float(used.min(initial=0.0))
    return 0 <= low < high <= 1 and float(join.values.max(initial=0.0)) * (high - low) == 1.0


def through(name: str, affine: Affine, high: F64, grid: I64) -> tuple[Bound, F64, I64]:
    """The bound of `W h + b` for 0 <= h <= high, h a multiple of 2^grid; and the range and grid of its relu."""
    matrix, bias = affine
    entries = Entries(matrix.rows, matrix.columns, matrix.values, matrix.shape)
    found = Sum(name, entries, bias, (0.0, high), grid)
    units = found.grids()
    bound = bound_of(name, found.totals(), units)
    return bound, np.maximum(found.outputs()[1], 0), np.where(units < NO_GRID, units, 0)
