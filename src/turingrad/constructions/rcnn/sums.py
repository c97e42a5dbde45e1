"""The certificate of a local network: bounds on every partial sum, from the finite set of cell values.

The first layer and the features of V3 depend on one cell each, so their sums are bounded over its values; a unit of the
second layer is a sum of five such parts. With `gradient=True` the backward pass is bounded as well: the sums of
autograd through V4 and V3, where the slopes of the saturated indicators cancel. A gradient other than 0 reaches only
cells that end in the memory phase (f_head is flat on the compute phase), and there only the units of GRADIENT_UNITS
are active.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from turingrad.arrays import F64
from turingrad.constructions.rcnn.local import LocalWeights, Parts
from turingrad.exact import Bound
from turingrad.exact.linear import NO_GRID, grid_exponent, grid_exponents

GRADIENT_UNITS = frozenset(("sum", "memorise", "forget", "forget +", "forget -"))


def bound(name: str, magnitude: F64, grids: F64) -> Bound:
    """The bound of units with these sums of magnitudes, all summands multiples of 2^grid."""
    used = grids < NO_GRID
    if not used.any():
        return Bound(name, 0.0, 0, 0.0)
    ratios = np.ldexp(magnitude[used], -grids[used].astype(np.int64))
    return Bound(name, float(magnitude.max()), int(grids[used].min()), float(ratios.max()))


def local_bounds(weights: LocalWeights, *, unit: float = 1.0, gradient: bool = False) -> list[Bound]:
    parts = weights.parts(unit)
    values = np.array([*weights.values, weights.padding], np.float64) * unit
    grid = min(grid_exponent(values), grid_exponent(parts.knees))  # of every x - k
    largest = np.abs(values).max() + np.abs(parts.knees).max()
    found = [Bound("first layer", float(largest), grid, float(np.ldexp(largest, -grid)))]

    # Each relu(x - k) grows with x, so the sum of magnitudes of a feature is largest at the largest value.
    reach = np.maximum(values.max() - parts.knees[parts.knee], 0)
    sums = np.bincount(parts.feature, np.abs(parts.coefficient) * reach).astype(np.float64)
    found.append(bound("features", sums, least(parts.feature, grid_exponents(parts.coefficient) + grid, len(sums))))

    heights = feature_heights(parts, values)  # (features, values)
    height_grids = np.array([grid_exponent(row) for row in heights], np.float64)
    totals = np.abs(parts.b4)
    grids = grid_exponents(parts.b4).astype(np.float64)
    for position in range(5):
        of = parts.position == position
        if not of.any():
            continue
        totals = totals + (np.abs(parts.V4[:, of]) @ np.abs(heights[of])).max(axis=1)
        live = (parts.V4[:, of] != 0) & (height_grids[of] < NO_GRID)  # a carrier adds 0 on every cell value
        products = np.where(live, grid_exponents(parts.V4[:, of]) + height_grids[of], NO_GRID)
        grids = np.minimum(grids, products.min(axis=1))
    found.append(bound("second layer", totals, grids))
    whole = float(np.abs(parts.V5) @ totals + abs(parts.b5))
    found.append(bound("output", np.array([whole]), np.array([min(grids.min(), grid_exponent([parts.b5]))])))
    if gradient:
        passing = np.array([part.name in GRADIENT_UNITS for part in weights.units])
        found.extend(gradient_bounds(parts, passing))
    return found


def least(group: npt.NDArray[np.int64], exponents: npt.NDArray[np.int64], count: int) -> F64:
    """The least exponent of each group."""
    result = np.full(count, float(NO_GRID))
    np.minimum.at(result, group, exponents.astype(np.float64))
    return result


def feature_heights(parts: Parts, values: F64) -> F64:
    """Every feature on every value: (features, values)."""
    heights = np.zeros((len(parts.position), len(values)))
    for feature, knee, coefficient in zip(parts.feature, parts.knee, parts.coefficient, strict=True):
        heights[feature] += coefficient * np.maximum(values - parts.knees[knee], 0)
    return heights


def gradient_bounds(parts: Parts, passing: npt.NDArray[np.bool_]) -> list[Bound]:
    """Backward sums for an incoming gradient of 1; in Algorithm 1 it is ±1 times a power of two."""
    V4 = parts.V4[passing]
    at_features = np.abs(parts.V5[passing]) @ np.abs(V4)
    at_knees = np.bincount(parts.knee, at_features[parts.feature] * np.abs(parts.coefficient)).astype(np.float64)
    at_cells = np.bincount(parts.knee_position, at_knees)
    grid = grid_exponent(V4)
    deeper = grid + grid_exponent(parts.coefficient)
    return [
        bound("gradient at the features", at_features, np.full(len(at_features), float(grid))),
        bound("gradient at the cells", np.append(at_knees, at_cells), np.full(len(at_knees) + 5, float(deeper))),
    ]


def readout_bound(matrices: dict[str, F64], values: F64, cells: int) -> list[Bound]:
    """f_head on every cell value, and the sum over the main grid."""
    terms = matrices["U1"].T * np.maximum(values + matrices["c2"][:, None], 0)  # (knees, values)
    sums = np.abs(terms).sum(axis=0) + abs(matrices["c1"][0])
    grids = np.minimum(grid_exponents(terms).min(axis=0), 0).astype(np.float64)
    return [bound("read-out", sums, grids), Bound("sum over the main grid", float(cells), 0, float(cells))]
