"""The certificate of a local network: bounds on every partial sum, from the finite set of cell values.

The first layer and the features of V3 depend on one cell each, so their sums are bounded value by value; a unit of the
second layer is a sum of five such parts. With `gradient=True` the backward pass is bounded as well: the sums of
autograd through V4 and V3, where the slopes of the saturated indicators cancel. A gradient other than 0 reaches only
cells that end in the memory phase (f_head is flat on the compute phase), and there only the units of GRADIENT_UNITS
are active.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from turingrad.construct.rcnn.local import F64, LocalWeights
from turingrad.exact import Bound
from turingrad.exact.linear import NO_GRID, grid_exponents

GRADIENT_UNITS = frozenset(("sum", "memorise", "forget", "forget +", "forget -"))


def bound(name: str, magnitude: F64, grids: F64 | list[float]) -> Bound:
    """The bound of units with these sums of magnitudes, all summands multiples of 2^grid."""
    grid = np.asarray(grids)
    used = grid < NO_GRID
    if not used.any():
        return Bound(name, 0.0, 0, 0.0)
    sums = np.asarray(magnitude, np.float64)
    return Bound(
        name, float(sums.max()), int(grid[used].min()), float(np.ldexp(sums[used], -grid[used].astype(int)).max())
    )


def summands(name: str, terms: F64) -> Bound:
    """Units along the first axis, their summands along the last, cases (cell values) between."""
    sums = np.abs(terms).sum(axis=-1)
    return bound(name, sums.ravel(), grid_exponents(terms).min(axis=-1).ravel())


def local_bounds(weights: LocalWeights, *, unit: float = 1.0, gradient: bool = False) -> list[Bound]:
    m = weights.matrices(unit)
    values = np.array([*weights.values, weights.padding], np.float64) * unit  # (values,)
    positions = np.array([position for position, _ in weights.knees])
    shifted = np.stack(np.broadcast_arrays(values[None, :], m["b2"][:, None]), axis=-1)  # (knees, values, 2)
    first = np.maximum(shifted.sum(axis=-1), 0)  # (knees, values)
    found = [summands("first layer", shifted)]
    feature_values = m["V3"] @ first  # (features, values)
    found.append(feature_bound(m["V3"], first))
    parts = np.zeros((len(weights.units), 5, len(values)))
    grids = grid_exponents(m["b4"]).astype(np.float64)
    feature_position = np.array([feature.position for feature in weights.features])
    value_grids = np.array([int(grid_exponents(row).min()) for row in feature_values])
    for position in range(5):
        of = feature_position == position
        parts[:, position] = np.abs(m["V4"][:, of]) @ np.abs(feature_values[of])
        live = (m["V4"][:, of] != 0) & (value_grids[of] < NO_GRID)  # a carrier adds 0 on every cell value
        products = np.where(live, grid_exponents(m["V4"][:, of]) + value_grids[of], NO_GRID)
        grids = np.minimum(grids, products.min(axis=1, initial=NO_GRID))
    second = parts.max(axis=2).sum(axis=1) + np.abs(m["b4"])
    found.append(bound("second layer", second, grids))
    out = np.abs(m["V5"][0]) * second
    found.append(bound("output", np.array([out.sum() + abs(m["b5"][0])]), [float(min(grids.min(), 0))]))
    if gradient:
        passing = [unit.name in GRADIENT_UNITS for unit in weights.units]
        found.extend(gradient_bounds(m["V5"][0, passing], m["V4"][passing], m["V3"], positions))
    return found


def feature_bound(V3: F64, first: F64) -> Bound:
    """Row by row, since a dense (features, knees, values) array would be large; each row has a few entries."""
    worst: list[Bound] = []
    for row in V3:
        of = np.flatnonzero(row)
        worst.append(summands("features", (row[of, None] * first[of]).T[None]))
    return Bound(
        "features",
        max(b.magnitude for b in worst),
        min(b.grid for b in worst),
        max(b.ratio for b in worst),
    )


def gradient_bounds(V5: F64, V4: F64, V3: F64, positions: npt.NDArray[np.int64]) -> list[Bound]:
    """Backward sums for an incoming gradient of 1; in Algorithm 1 it is ±1 times a power of two."""
    at_features = np.abs(V5) @ np.abs(V4)
    at_knees = at_features @ np.abs(V3)
    at_cells = np.array([at_knees[positions == position].sum() for position in range(5)])
    grid = int(grid_exponents(V4).min(initial=NO_GRID))
    deeper = grid + int(grid_exponents(V3).min(initial=NO_GRID))
    return [
        bound("gradient at the features", at_features, np.full(len(at_features), float(grid))),
        bound("gradient at the cells", np.append(at_knees, at_cells), np.full(len(at_knees) + 5, float(deeper))),
    ]


def readout_bound(matrices: dict[str, F64], values: F64, cells: int) -> list[Bound]:
    """f_head on every cell value, and the sum over the main grid."""
    shifted = values[None, :] + matrices["c2"][:, None]
    terms = matrices["U1"][0][:, None] * np.maximum(shifted, 0)  # (knees, values)
    with_bias = np.concatenate([terms.T, np.full((len(values), 1), matrices["c1"][0])], axis=1)
    return [summands("read-out", with_bias[None]), Bound("sum over the main grid", float(cells), 0, float(cells))]
