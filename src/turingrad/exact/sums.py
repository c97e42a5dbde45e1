"""Bounds on the partial sums of `weights @ x + bias`, from the weights and from what is known of x.

Every construction states its sums as `Sum`s; `Sum.bound` is the one place where sums become bounds of a certificate.
Where a construction knows more than a range for each x (that only one of several inputs is not 0, say), it gives the
totals B and the grids g of its units to `bound_of` itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import F64, I64
from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import CertificateError, InputError
from turingrad.exact.certificate import Bound

NO_GRID = 1 << 20  # exponent of "divisible by every power of two": the grid of zero


def grid_exponents(values: npt.ArrayLike) -> I64:
    """Return for each value the exponent of the largest power of two that divides it; NO_GRID for zero.

    Args:
        values: Dyadic numbers.

    Returns:
        The exponents, in the shape of the values.

    Example:
        >>> from turingrad.exact import grid_exponents
        >>> grid_exponents([0.75, 2.0, 6.0]).tolist()
        [-2, 1, 1]
    """
    array = np.asarray(values, dtype=np.float64)
    if not np.all(np.isfinite(array)):
        raise CertificateError("a weight is not finite")
    mantissa, exponent = np.frexp(array)
    whole = (mantissa * 2.0**53).astype(np.int64)  # exact: 53 significant bits
    _, place = np.frexp((whole & -whole).astype(np.float64))  # of the lowest set bit, counted from 1
    return np.where(whole != 0, exponent.astype(np.int64) - 54 + place, NO_GRID)


@validate_arguments
def grid_exponent(values: npt.ArrayLike) -> int:
    """Return the exponent of the largest power of two that divides all values.

    Args:
        values: Dyadic numbers.

    Returns:
        The exponent.

    Example:
        >>> from turingrad.exact import grid_exponent
        >>> grid_exponent([0.75, 2.0])
        -2
    """
    return int(grid_exponents(values).min(initial=NO_GRID))


@validate_arguments
def bound_of(name: str, totals: npt.ArrayLike, grids: npt.ArrayLike) -> Bound:
    """Bound a group of units.

    The totals are sums of multiples of g; they are exact in float64 if the ratio is at most 2^53, and only then do they
    decide anything.

    Args:
        name: What the group is called.
        totals: B of each unit.
        grids: The exponent of each unit's g; NO_GRID if the unit is always 0.

    Returns:
        The bound of the worst unit.

    Example:
        >>> from turingrad.exact import bound_of
        >>> bound_of("layer", [12.0], [0.25]).exact_in("float16")
        True
    """
    return bound_units(name, totals, grids)


def bound_units(name: str, totals: npt.ArrayLike, grids: npt.ArrayLike) -> Bound:
    """As `bound_of`, for calls inside of the package: compiling a network asks for hundreds of bounds."""
    try:
        sums, units = np.atleast_1d(np.asarray(totals, np.float64)), np.atleast_1d(np.asarray(grids, np.int64))
    except (ValueError, OverflowError) as error:
        raise InputError(f"{name}: {error}") from None
    if sums.shape != units.shape:
        raise InputError(f"{name}: totals of shape {sums.shape} and grids of shape {units.shape} do not fit")
    used = units < NO_GRID
    if not used.any():
        return Bound(name, 0.0, 0, 0.0)
    ratios = np.ldexp(sums[used], -units[used])
    return Bound(name, float(sums.max()), int(units[used].min()), float(ratios.max()))


@validate_arguments
def multiples(name: str, magnitude: float, of: npt.ArrayLike) -> Bound:
    """Bound sums whose terms are multiples of given numbers.

    Args:
        name: What the sums are called.
        magnitude: The largest sum.
        of: The numbers.

    Returns:
        The bound.

    Example:
        >>> from turingrad.exact import multiples
        >>> multiples("scores", 300, 1.0).exact_in("bfloat16")
        False
    """
    return bound_units(name, magnitude, int(grid_exponents(of).min(initial=NO_GRID)))


def merge_bounds(found: Iterable[Bound]) -> Iterator[Bound]:
    """Merge bounds of the same name: the extremes over all groups.

    Args:
        found: The bounds.

    Returns:
        One bound per name.

    Example:
        >>> from turingrad.exact import merge_bounds, multiples
        >>> len(list(merge_bounds([multiples("sum", 8, 1.0), multiples("sum", 4, 0.5)])))
        1
    """
    worst: dict[str, Bound] = {}
    for new in found:
        old = worst.get(new.name, new)
        worst[new.name] = Bound(
            new.name, max(old.magnitude, new.magnitude), min(old.grid, new.grid), max(old.ratio, new.ratio)
        )
    return iter(worst.values())


@dataclass(frozen=True, eq=False)
class Entries:
    """A matrix by its entries other than 0."""

    rows: I64
    columns: I64
    values: F64
    shape: tuple[int, int]

    @staticmethod
    def of(weights: npt.ArrayLike) -> Entries:
        matrix = np.atleast_2d(np.asarray(weights, np.float64))  # (units, inputs)
        rows, columns = np.nonzero(matrix)
        return Entries(rows, columns, matrix[rows, columns], (matrix.shape[0], matrix.shape[1]))

    def row_sums(self, of_entries: F64) -> F64:
        return np.bincount(self.rows, weights=of_entries, minlength=self.shape[0]).astype(np.float64)


class Sum:
    """The sums `weights @ x + bias`, one unit per row, for `ranges` = (low, high) of each x and x_j a multiple of
    2^grid[j]."""

    def __init__(
        self,
        name: str,
        weights: npt.ArrayLike | Entries,
        bias: npt.ArrayLike | None,
        ranges: tuple[npt.ArrayLike, npt.ArrayLike],
        grid: npt.ArrayLike = 0,
    ) -> None:
        self.name = name
        try:
            self.entries = weights if isinstance(weights, Entries) else Entries.of(weights)
            units, inputs = self.entries.shape
            self.bias = np.zeros(units) if bias is None else np.asarray(bias, np.float64)
            self.low, self.high = (np.broadcast_to(np.asarray(side, np.float64), inputs) for side in ranges)
            self.grid = np.broadcast_to(np.asarray(grid, np.int64), inputs)
        except (TypeError, ValueError, OverflowError) as error:
            raise InputError(f"{name}: weights, bias, ranges and grid must be numbers of one size: {error}") from None

    def totals(self) -> F64:
        """B = sum |w| max|x| + |b| of each unit."""
        e, largest = self.entries, np.maximum(np.abs(self.low), np.abs(self.high))
        return e.row_sums(np.abs(e.values) * largest[e.columns]) + np.abs(self.bias)

    def grids(self) -> I64:
        """The exponent of each unit's g: of every product w x and of the bias. An x that is always 0 adds nothing."""
        e, live = self.entries, (self.low != 0) | (self.high != 0)
        products = np.where(live[e.columns], grid_exponents(e.values) + self.grid[e.columns], NO_GRID)
        units = grid_exponents(self.bias)
        np.minimum.at(units, e.rows, products)
        return units

    def outputs(self) -> tuple[F64, F64]:
        """The least and the largest value of each unit."""
        e = self.entries
        ends = e.values * self.low[e.columns], e.values * self.high[e.columns]
        return self.bias + e.row_sums(np.minimum(*ends)), self.bias + e.row_sums(np.maximum(*ends))

    def largest(self) -> F64:
        """The largest |w . x + b| of each unit."""
        low, high = self.outputs()
        largest: F64 = np.maximum(np.abs(low), np.abs(high))
        return largest

    def bound(self) -> Bound:
        return bound_units(self.name, self.totals(), self.grids())
