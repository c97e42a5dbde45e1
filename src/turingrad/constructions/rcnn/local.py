"""The local network of Definition 5, f_Conv2D(z) = V5 relu(V4 V3 relu(V2 V1 vec z)), as a list of named parts.

Only the centre of a 3 x 3 patch and its four neighbours have weight, and each unit of the first layer sees one of
them: it is relu(x_j - k), with a knee k that no cell value ever meets. A row of V3 combines a few of these into a
feature of one cell, an indicator (0 or 1 on every cell value) or a carrier (0 on every cell value, slope 1 on one).
A row of V4 is a unit of the second layer, V5 adds the units up.

    patch (9) --V1--> five cells --V2, -k--> relu --V3--> features --V4, b4--> relu --V5, b5--> the cell's next value
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from turingrad._support.arrays import F64, I64
from turingrad.constructions.compressed import entry_by_entry
from turingrad.constructions.network import linear_of
from turingrad.constructions.rcnn.sparse import by_rows, dense_form, sparse_product
from turingrad.errors import LimitError

MAX_VALUES = 1 << 13  # of a cell: the tables of features by values stay below half a gigabyte
DEPTH = 5  # layers of the local network, V1 to V5
SPARSE_DTYPES = (torch.float32, torch.float64)


CENTRE, UP, DOWN, LEFT, RIGHT = range(5)
NEIGHBOURS = (UP, DOWN, LEFT, RIGHT)
POSITIONS = ("centre", "up", "down", "left", "right")
IN_PATCH = (4, 1, 7, 3, 5)  # where each position stands in vec(z), the 3 x 3 patch row by row
TOWARDS = {"U": UP, "D": DOWN, "L": LEFT, "R": RIGHT}
# A head that moves up into this cell comes from below, and so on.
COMES_FROM = {"U": DOWN, "D": UP, "L": RIGHT, "R": LEFT}


@dataclass(frozen=True, slots=True)
class Feature:
    """A combination of relu(x - knee) of one cell: `knots` pairs each knee with its coefficient."""

    position: int
    knots: tuple[tuple[int, float], ...]
    carrier: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the second layer: the weights of features, a bias, and its weight in V5."""

    name: str
    terms: Mapping[Feature, int]
    bias: int
    out: int


@dataclass(frozen=True, eq=False)
class Parts:
    """The weights as arrays: knees, features as lists of knots (feature, knee, coefficient), and V4, V5 with biases."""

    knee_position: I64  # (knees,)
    knees: F64  # (knees,)
    position: I64  # (features,)
    feature: I64  # (knots,)
    knee: I64  # (knots,)
    coefficient: F64  # (knots,)
    V4: F64  # (units, features)
    b4: F64  # (units,)
    V5: F64  # (units,)
    b5: float


@dataclass(frozen=True)
class LocalWeights:
    """The local network in integers (knees odd, coefficients multiples of 1/2); `offset` is the bias of V5.

    `values` are the cell values that can occur, `padding` the value around the grid. The first `plain` of the values
    are those that a head can come to, those from number `heads` on carry a head.
    """

    units: tuple[Unit, ...]
    offset: int
    padding: int
    values: tuple[int, ...]
    plain: int
    heads: int
    features: tuple[Feature, ...] = field(init=False)
    knees: tuple[tuple[int, int], ...] = field(init=False)  # (position, knee) of each unit of the first layer

    def __post_init__(self) -> None:
        features = dict.fromkeys(feature for unit in self.units for feature in unit.terms)
        knees = {(feature.position, knee) for feature in features for knee, _ in feature.knots}
        object.__setattr__(self, "features", tuple(features))
        object.__setattr__(self, "knees", tuple(sorted(knees)))

    def parts(self, unit: float = 1.0) -> Parts:
        """The weights with cell values measured in multiples of `unit` (the paper's units: 1/S)."""
        knee_index = {knee: i for i, knee in enumerate(self.knees)}
        feature_index = {feature: i for i, feature in enumerate(self.features)}
        knots = [
            (row, knee_index[feature.position, knee], coefficient * (1.0 if feature.carrier else 1.0 / unit))
            for feature, row in feature_index.items()
            for knee, coefficient in feature.knots
        ]
        V4 = np.zeros((len(self.units), len(self.features)))
        for row, part in enumerate(self.units):
            for feature, weight in part.terms.items():
                V4[row, feature_index[feature]] = weight * (1.0 if feature.carrier else unit)
        return Parts(
            knee_position=np.array([position for position, _ in self.knees]),
            knees=np.array([knee * unit for _, knee in self.knees]),
            position=np.array([feature.position for feature in self.features]),
            feature=np.array([row for row, _, _ in knots]),
            knee=np.array([knee for _, knee, _ in knots]),
            coefficient=np.array([coefficient for _, _, coefficient in knots]),
            V4=V4,
            b4=np.array([part.bias * unit for part in self.units]),
            V5=np.array([float(part.out) for part in self.units]),
            b5=self.offset * unit,
        )

    def tensors(self, dtype: torch.dtype, unit: float = 1.0) -> dict[str, torch.Tensor]:
        """V1 to V5 with their biases; V3, which has four entries per row, by those that are not 0 (CSR)."""
        parts = self.parts(unit)
        V1, V2 = np.zeros((5, 9)), np.zeros((len(self.knees), 5))
        V1[range(5), IN_PATCH] = 1
        V2[range(len(self.knees)), parts.knee_position] = 1
        places, of_knot = np.unique(parts.feature * len(self.knees) + parts.knee, return_inverse=True)
        entries = np.zeros(len(places))
        np.add.at(entries, of_knot, parts.coefficient)
        rows, columns = np.divmod(places[entries != 0], len(self.knees))
        V3 = by_rows(rows, columns, entries[entries != 0], (len(self.features), len(self.knees)))
        found: dict[str, Any] = {
            "V1": V1,
            "V2": V2,
            "b2": -parts.knees,
            "V3": V3,
            "V4": parts.V4,
            "b4": parts.b4,
            "V5": parts.V5[None],
            "b5": np.array([parts.b5]),
        }
        return {name: torch.as_tensor(matrix).to(dtype) for name, matrix in found.items()}

    def matrices(self, unit: float = 1.0) -> dict[str, F64]:
        """The same as arrays, V3 as well."""
        return {name: dense_form(matrix).numpy() for name, matrix in self.tensors(torch.float64, unit).items()}


def require_few_values(symbols: int, states: int) -> None:
    """Refuse machines with more cell values than the tables of the executors and certificates hold."""
    if symbols * (states + 1) > MAX_VALUES:
        raise LimitError(
            f"{symbols} symbols and {states} states (walls included) make {symbols * (states + 1):,} cell values; "
            f"the convolution takes at most {MAX_VALUES:,}"
        )


class Convolved:
    """What networks that apply one local network again and again share; cells are measured in multiples of `unit`."""

    construction: ClassVar[str] = "rcnn"
    once_dense: ClassVar[tuple[str, ...]] = ("local.V3",)
    weights: LocalWeights
    local: nn.Module
    unit = 1.0

    @property
    def depth(self) -> int:
        """Layers of the local network."""
        return DEPTH

    @property
    def width(self) -> int:
        return len(self.weights.knees)

    def layer(self, grid: torch.Tensor) -> torch.Tensor:
        """f_Conv2D on every patch, one layer: (batch, rows, columns) -> the same."""
        result: torch.Tensor = self.local(patches_of(grid, self.weights.padding * self.unit))
        return result


class LocalNetwork(nn.Module):
    """V1..V5 with biases, applied to every 3 x 3 patch of a grid. All weights are fixed (buffers).

    V3 is kept by its entries that are not 0, so that memory is linear in them, and multiplied so: by torch's own sparse
    product where it has one, else entry by entry. `plain = True` makes it dense for each product. All give the same
    numbers.
    """

    plain = False
    sparse = bool(torch.backends.mkl.is_available())  # type: ignore[no-untyped-call]
    V1: torch.Tensor
    V2: torch.Tensor
    b2: torch.Tensor
    V3: torch.Tensor
    V4: torch.Tensor
    b4: torch.Tensor
    V5: torch.Tensor
    b5: torch.Tensor
    V3_turned: torch.Tensor
    V3_rows: torch.Tensor
    V3_columns: torch.Tensor
    V3_values: torch.Tensor

    def __init__(self, weights: LocalWeights, dtype: torch.dtype, unit: float = 1.0) -> None:
        super().__init__()
        for name, matrix in weights.tensors(dtype, unit).items():
            self.register_buffer(name, matrix)
        # Its transpose for the way back; and its entries as dense tensors for graphs, which know no sparse ones.
        columns = self.V3.col_indices().numpy()
        rows = np.repeat(np.arange(self.V3.shape[0]), np.diff(self.V3.crow_indices().numpy()))
        values, turned = self.V3.values(), np.lexsort((rows, columns))
        height, width = self.V3.shape
        back = by_rows(columns[turned], rows[turned], values.double().numpy()[turned], (width, height)).to(dtype)
        more = {
            "V3_turned": back,
            "V3_rows": torch.from_numpy(rows),
            "V3_columns": torch.from_numpy(columns),
            "V3_values": values.clone(),
        }
        for name, tensor in more.items():
            self.register_buffer(name, tensor, persistent=False)

    def layers(self) -> nn.Sequential:
        """The same as linear and ReLU layers, (..., 9) -> (..., 1)."""
        first = linear_of(self.V1), linear_of(self.V2, self.b2), nn.ReLU()
        second = linear_of(dense_form(self.V3)), linear_of(self.V4, self.b4), nn.ReLU()
        return nn.Sequential(*first, *second, linear_of(self.V5, self.b5))

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        """(..., 9) -> (...)."""
        columns = patches.reshape(-1, patches.shape[-1]).T  # (9, cells)
        first = torch.relu(self.V2 @ (self.V1 @ columns) + self.b2[:, None])
        if self.plain:
            features = dense_form(self.V3) @ first
        elif not self.sparse or first.dtype not in SPARSE_DTYPES or torch.compiler.is_compiling():
            features = entry_by_entry(self.V3_rows, self.V3_columns, self.V3_values, self.V4.shape[1], first)
        else:
            features = sparse_product(first, self.V3, self.V3_turned)
        second = torch.relu(self.V4 @ features + self.b4[:, None])
        return (self.V5 @ second + self.b5).reshape(patches.shape[:-1])


def at_rest(
    layer: Callable[[torch.Tensor], torch.Tensor], grid: torch.Tensor, most: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Layers until one changes nothing, at most so many, as one `while_loop`: for graphs, which cannot leave a loop of
    Python's. The grid, and whether it still changed in the last layer."""

    def body(
        count: torch.Tensor, now: torch.Tensor, _: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        after = layer(now)
        return count + 1, after, (after != now).any()

    def not_at_rest(count: torch.Tensor, _now: torch.Tensor, changed: torch.Tensor) -> torch.Tensor:
        return (count < most) & changed

    start = torch.zeros((), dtype=torch.int64), grid.clone(), torch.ones((), dtype=torch.bool)
    _, last, changed = torch.while_loop(not_at_rest, body, start)  # type: ignore[no-untyped-call]
    return last, changed


def patches_of(grid: torch.Tensor, padding: float) -> torch.Tensor:
    """(batch, rows, columns) -> (batch, rows, columns, 9): the 3 x 3 patch around every cell."""
    rows, columns = grid.shape[1:]
    framed = F.pad(grid, (1, 1, 1, 1), value=padding)
    shifted = [framed[:, i : i + rows, j : j + columns] for i in range(3) for j in range(3)]
    return torch.stack(shifted, dim=-1)
