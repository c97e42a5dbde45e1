"""The certificate of a local network: bounds on every partial sum, from the finite set of cell values.

The first layer and the features of V3 depend on one cell each, so their sums are bounded over its values; a unit of the
second layer is a sum of five such parts. With `gradient`, the size of the gradient that comes in (a power of two), the
backward pass is bounded as well: the sums of autograd through V4 and V3, where the slopes of the saturated indicators
cancel. A gradient other than 0 reaches only
cells that end in the memory phase (f_head is flat on the compute phase), and there only the units of GRADIENT_UNITS
are active.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import F64, Mask
from turingrad.constructions.rcnn.local import LocalWeights, Parts
from turingrad.exact import Bound, Entries, Sum, bound_of, grid_exponent, grid_exponents

GRADIENT_UNITS = frozenset(("sum", "memorise", "forget", "forget +", "forget -"))


def local_bounds(weights: LocalWeights, *, unit: float = 1.0, gradient: float | None = None) -> list[Bound]:
    parts = weights.parts(unit)
    values = np.array([*weights.values, weights.padding], np.float64) * unit
    cell = grid_exponent(values)
    ones = Entries(np.arange(len(parts.knees)), parts.knee_position, np.ones(len(parts.knees)), (len(parts.knees), 5))
    first = Sum("first layer", ones, -parts.knees, (values.min(), values.max()), cell)

    # Each relu(x - k) grows with x, so the sum of magnitudes of a feature is largest at the largest value.
    count = len(parts.position)
    V3 = Entries(parts.feature, parts.knee, parts.coefficient, (count, len(parts.knees)))
    features = Sum("features", V3, None, (0.0, np.maximum(first.outputs()[1], 0)), first.grids())

    # The features of one cell depend on each other, so their sums are bounded over the cell's values, cell by cell.
    heights = feature_table(parts, values)  # (features, values)
    height_grids = np.array([grid_exponent(row) for row in heights])
    totals = np.abs(parts.b4)
    for position in range(5):
        of = parts.position == position
        totals = totals + (np.abs(parts.V4[:, of]) @ np.abs(heights[of])).max(axis=1, initial=0.0)
    reach = np.abs(heights).max(axis=1)  # a carrier is 0 on every cell value, and its grid is NO_GRID
    grids = Sum("second layer", parts.V4, parts.b4, (0.0, reach), height_grids).grids()
    output = Sum("output", parts.V5, [parts.b5], (0.0, totals), grids)
    found = [first.bound(), features.bound(), bound_of("second layer", totals, grids), output.bound()]
    if gradient is not None:
        passing = np.array([part.name in GRADIENT_UNITS for part in weights.units])
        found.extend(gradient_bounds(parts, passing, gradient))
    return found


def feature_table(parts: Parts, values: F64, *, slopes: bool = False) -> F64:
    """Every feature on every value, or its slope there: (features, values)."""
    table = np.zeros((len(parts.position), len(values)))
    for feature, knee, coefficient in zip(parts.feature, parts.knee, parts.coefficient, strict=True):
        above = values - parts.knees[knee]
        table[feature] += coefficient * (above > 0 if slopes else np.maximum(above, 0))
    return table


def gradient_bounds(parts: Parts, passing: Mask, incoming: float) -> list[Bound]:
    """Backward sums for a gradient of ±`incoming`; in Algorithm 1 it is ±1 times the slope 1/a of f_head."""
    V5 = np.abs(parts.V5[passing]) * incoming
    at_features = Sum("gradient at the features", parts.V4[passing].T, None, (-V5, V5), grid_exponents(V5))
    reach, knees = at_features.totals(), len(parts.knees)
    V3 = Entries(parts.knee, parts.feature, parts.coefficient, (knees, len(parts.position)))
    at_knees = Sum("gradient at the knees", V3, None, (-reach, reach), at_features.grids())
    reach = at_knees.totals()
    V2 = Entries(parts.knee_position, np.arange(knees), np.ones(knees), (5, knees))
    at_cells = Sum("gradient at the cells", V2, None, (-reach, reach), at_knees.grids())
    return [at_features.bound(), at_knees.bound(), at_cells.bound()]


def readout_bound(matrices: dict[str, F64], values: F64, cells: int) -> list[Bound]:
    """f_head on every cell value and its slope, and the sum over the main grid."""
    terms = matrices["U1"].T * np.maximum(values + matrices["c2"][:, None], 0)  # (knees, values)
    sums = np.abs(terms).sum(axis=0) + abs(matrices["c1"][0])
    grids = np.minimum(grid_exponents(terms).min(axis=0), grid_exponent(matrices["c1"]))
    slopes = np.abs(matrices["U1"][0])
    slope = Sum("gradient of the read-out", matrices["U2"].T, None, (-slopes, slopes), grid_exponents(slopes))
    return [bound_of("read-out", sums, grids), slope.bound(), bound_of("sum over the main grid", cells, 0)]
