"""A local network coordinate by coordinate: what each cell value adds to the second layer, and with which slope.

Each unit of the first layer sees one of the five cells, so the pre-activations of the second layer are a sum of five
vectors, one per cell: V4 V3 relu(V2 x_j - k), over the units of that cell. There are few cell values, so these vectors
are computed once, from the network's own weights, and a patch costs five additions and a ReLU.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import F64, I32, I64, Array
from turingrad.constructions.rcnn.certificate import feature_table
from turingrad.constructions.rcnn.executors.kernel import Units
from turingrad.constructions.rcnn.local import LocalWeights
from turingrad.errors import LimitError

MAX_RANGE = 1 << 18  # of cell values, in gaps, up to which their numbers are looked up


@dataclass(frozen=True, eq=False)
class Coordinates:
    """`parts[j, v]` and `slopes[j, v]`: what value number v in position j adds to the units, and its derivative.

    Value number len(weights.values) is the padding. `values` are all of them as numbers, `order` sorts them.
    """

    weights: LocalWeights
    values: F64  # (values + 1,)
    order: I32  # (values,)
    parts: F64  # (5, values + 1, units)
    slopes: F64  # (5, values + 1, units)
    bias: F64  # (units,)
    out: F64  # (units,)
    offset: float

    @property
    def padding(self) -> int:
        return len(self.values) - 1

    @cached_property
    def units(self) -> Units:
        """For the kernels."""
        values = self.values[:-1].astype(np.int64)
        low = int(values.min())
        gap = math.gcd(*(values - low).tolist()) or 1
        gap &= -gap  # the largest power of two in it: dividing by that is exact
        room = (int(values.max()) - low) // gap + 1
        at = np.zeros(room if room <= MAX_RANGE else 0, np.int32)
        if len(at):
            at[(values - low) // gap] = np.arange(len(values))
        return Units(self.parts, self.bias, self.out, self.offset, self.values, self.order, at, float(low), 1 / gap)

    def number_values(self, cells: Array) -> I32:
        """The numbers of cell values, -1 for what is none."""
        ordered = self.values[self.order].astype(np.float64)
        place = np.minimum(np.searchsorted(ordered, cells), len(ordered) - 1)
        return np.where(ordered[place] == cells, self.order[place], -1).astype(np.int32)

    def numbers(self, cells: I64) -> I32:
        """The numbers of cell values, refused where one is none."""
        numbers = self.number_values(cells)
        if np.any(numbers < 0):
            raise LimitError("a cell holds a value that is not one of the network's cell values")
        return numbers

    def numbers_of(self, *cells: int) -> list[int]:
        """The numbers of some values, the padding among them."""
        return [int(np.flatnonzero(self.values == cell)[0]) for cell in cells]


def coordinates(weights: LocalWeights, dtype: npt.DTypeLike = np.float64) -> Coordinates:
    """The vectors of a local network, computed in float64 (where the certificate holds) and stored in `dtype`."""
    values = np.array([*weights.values, weights.padding], np.float64)
    units = len(weights.units)
    given = weights.parts()
    parts, slopes = np.zeros((5, len(values), units)), np.zeros((5, len(values), units))
    heights, tilts = feature_table(given, values), feature_table(given, values, slopes=True)
    for position in range(5):
        of = given.position == position
        parts[position], slopes[position] = (given.V4[:, of] @ heights[of]).T, (given.V4[:, of] @ tilts[of]).T
    return Coordinates(
        weights=weights,
        values=values.astype(dtype),
        order=np.argsort(values[:-1]).astype(np.int32),
        parts=np.ascontiguousarray(parts, dtype),
        slopes=np.ascontiguousarray(slopes, dtype),
        bias=given.b4.astype(dtype),
        out=given.V5.astype(dtype),
        offset=given.b5,
    )
