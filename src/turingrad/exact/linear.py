"""Bounds on the partial sums of linear layers, from their weights."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from turingrad.errors import CertificateError
from turingrad.exact.certificate import Bound

NO_GRID = 1 << 20  # exponent of "divisible by every power of two": the grid of zero


def grid_exponents(values: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """For each value the exponent of the largest power of two that divides it; NO_GRID for zero."""
    array = np.asarray(values, dtype=np.float64)
    if not np.all(np.isfinite(array)):
        raise CertificateError("a weight is not finite")
    mantissa, exponent = np.frexp(array)
    whole = (mantissa * 2.0**53).astype(np.int64)  # exact: 53 significant bits
    lowest = (whole & -whole).astype(np.float64)  # the lowest set bit, a power of two
    trailing = np.zeros(array.shape, np.int64)
    nonzero = whole != 0
    trailing[nonzero] = np.log2(np.abs(lowest[nonzero])).astype(np.int64)
    return np.where(nonzero, exponent.astype(np.int64) - 53 + trailing, NO_GRID)


def grid_exponent(values: npt.ArrayLike) -> int:
    """The exponent of the largest power of two that divides all values."""
    exponents = grid_exponents(values)
    return int(exponents.min()) if exponents.size else NO_GRID


def linear_bound(
    name: str,
    weight: npt.ArrayLike,
    bias: npt.ArrayLike | None,
    input_magnitude: npt.ArrayLike,
    input_grid: npt.ArrayLike = 0,
) -> Bound:
    """The bound of a layer `weight @ x + bias`, weight (units, inputs), |x_j| <= input_magnitude[j], x_j a multiple of
    2^input_grid[j]. The sums below are of multiples of g; they are exact in float64 wherever the ratio is at most 2^53,
    which is the only place where they decide anything.
    """
    w = np.atleast_2d(np.asarray(weight, np.float64))  # (units, inputs)
    magnitude = np.broadcast_to(np.asarray(input_magnitude, np.float64), w.shape[1:])
    grid = np.broadcast_to(np.asarray(input_grid, np.int64), w.shape[1:])
    b = np.zeros(w.shape[0]) if bias is None else np.asarray(bias, np.float64)
    live = (w != 0) & (magnitude != 0)  # a coordinate that is always 0 adds nothing
    products = np.where(live, grid_exponents(w) + grid, NO_GRID)
    units = np.minimum(products.min(axis=1, initial=NO_GRID), grid_exponents(b))
    sums = np.abs(w) @ magnitude + np.abs(b)
    used = units < NO_GRID
    if not used.any():
        return Bound(name, 0.0, 0, 0.0)
    ratios = np.ldexp(sums[used], -units[used])
    return Bound(name, float(sums.max()), int(units[used].min()), float(ratios.max()))
