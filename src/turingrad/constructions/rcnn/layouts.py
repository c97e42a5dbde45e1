"""The same network at the paper's literal sizes: d_rc = 100 s, d_head = 100, biases through a constant input.

Definition 5 hides the biases by padding the input with a 1 (its footnote 6). Here that 1 is the tenth entry of the
patch; one row of each matrix hands it on, and relu(1) = 1 carries it through both layers. All rows and columns that
the construction does not need are zero. `weight_set(s)` is U_s: a finite set, known from s alone, that holds every
entry of every such network.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from turingrad._support.arrays import F64
from turingrad.constructions.rcnn.lattice import Lattice
from turingrad.constructions.rcnn.local import LocalWeights
from turingrad.errors import InputError

PER_STATE = 100  # d_rc = 100 s in Algorithm 1
D_HEAD = 100


def readout_knots(cells: Lattice, ramp: float) -> tuple[tuple[float, float], ...]:
    """(knee, slope change times the ramp) of f_head: -1 below -C - a, 0 on [C - w, C + w] with w = S/18, else 1.

    Around -C it rises through 0 with slope 1/a, so that a memorised cell adds 0 to the output and passes the
    gradient. The printed f_head is meant to be 0 at C (its open intervals leave C out). Ours is 0 on all of [C, C + w],
    since our machines halt with the head wherever they are, on a blank cell as well; the paper's halts in the top-left.
    """
    C, w = cells.C, cells.S // 18
    return (
        (-C - ramp, 1.0),
        (-C + ramp, -1.0),
        (C - w - ramp, -1.0),
        (C - w, 1.0),
        (C + w, 1.0),
        (C + w + ramp, -1.0),
    )


def readout_matrices(cells: Lattice, ramp: float, unit: float = 1.0) -> dict[str, F64]:
    """f_head(x) = U1 relu(U2 x + c2) + c1, pixel-wise."""
    return knot([(knee * unit, sign / (ramp * unit)) for knee, sign in readout_knots(cells, ramp)])


def knot(knots: Sequence[tuple[float, float]]) -> dict[str, F64]:
    """-1 at first, then at each knee the slope changes by so much."""
    return {
        "U2": np.ones((len(knots), 1)),
        "c2": np.array([-knee for knee, _ in knots]),
        "U1": np.array([[change for _, change in knots]]),
        "c1": np.array([-1.0]),
    }


class Readout(nn.Module):
    """f_head as a two-layer network on every cell."""

    U1: torch.Tensor
    U2: torch.Tensor
    c1: torch.Tensor
    c2: torch.Tensor

    def __init__(self, cells: Lattice, ramp: float, dtype: torch.dtype, unit: float = 1.0) -> None:
        super().__init__()
        for name, matrix in readout_matrices(cells, ramp, unit).items():
            self.register_buffer(name, torch.from_numpy(matrix).to(dtype))

    def forward(self, grid: torch.Tensor) -> torch.Tensor:
        """(...) -> (...)."""
        return F.linear(torch.relu(F.linear(grid.unsqueeze(-1), self.U2, self.c2)), self.U1, self.c1).squeeze(-1)


def embed_matrix(weight: F64, bias: F64 | None, rows: int, columns: int, *, constant: bool) -> F64:
    """The matrix in the top-left corner of a larger one, its bias in the last column, the constant in the last row."""
    if weight.shape[0] + constant > rows or weight.shape[1] + 1 > columns:
        raise InputError(f"the paper's width {rows} is too small for {weight.shape[0]} units and the constant")
    large = np.zeros((rows, columns))
    large[: weight.shape[0], : weight.shape[1]] = weight
    if bias is not None:
        large[: weight.shape[0], -1] = bias
    if constant:
        large[-1, -1] = 1
    return large


class PaperLocal(nn.Module):
    """V1 (d_rc x 10), V2, V3, V4 (d_rc x d_rc), V5 (1 x d_rc), no other parameters."""

    V1: torch.Tensor
    V2: torch.Tensor
    V3: torch.Tensor
    V4: torch.Tensor
    V5: torch.Tensor

    def __init__(self, weights: LocalWeights, states: int, dtype: torch.dtype, unit: float = 1.0) -> None:
        super().__init__()
        d, m = PER_STATE * states, weights.matrices(unit)
        placed = {
            "V1": embed_matrix(m["V1"], None, d, 10, constant=True),
            "V2": embed_matrix(m["V2"], m["b2"], d, d, constant=True),
            "V3": embed_matrix(m["V3"], None, d, d, constant=True),
            "V4": embed_matrix(m["V4"], m["b4"], d, d, constant=True),
            "V5": embed_matrix(m["V5"], m["b5"], 1, d, constant=False),
        }
        for name, matrix in placed.items():
            self.register_buffer(name, torch.from_numpy(matrix).to(dtype))

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        """(..., 9) -> (...)."""
        padded = F.pad(patches, (0, 1), value=1.0)
        first = torch.relu(F.linear(F.linear(padded, self.V1), self.V2))
        second = torch.relu(F.linear(F.linear(first, self.V3), self.V4))
        return F.linear(second, self.V5).squeeze(-1)


class PaperReadout(nn.Module):
    """U2 (d_head x 2) and U1 (1 x d_head), no other parameters."""

    U1: torch.Tensor
    U2: torch.Tensor

    def __init__(self, cells: Lattice, ramp: float, dtype: torch.dtype, unit: float = 1.0) -> None:
        super().__init__()
        m = readout_matrices(cells, ramp, unit)
        U2 = embed_matrix(m["U2"], m["c2"], D_HEAD, 2, constant=True)
        U1 = embed_matrix(m["U1"], m["c1"], 1, D_HEAD, constant=False)
        self.register_buffer("U2", torch.from_numpy(U2).to(dtype))
        self.register_buffer("U1", torch.from_numpy(U1).to(dtype))

    def forward(self, grid: torch.Tensor) -> torch.Tensor:
        padded = torch.stack([grid, torch.ones_like(grid)], dim=-1)
        return F.linear(torch.relu(F.linear(padded, self.U2)), self.U1).squeeze(-1)


def ramp_of(cells: Lattice, units: str) -> float:
    """The read-out's ramp: a power of two where all is exact, the paper's 1/18 in its own units."""
    return cells.S / 18 if units == "paper" else float(cells.ramp)


def unit_of(cells: Lattice, units: str) -> float:
    return 1.0 / cells.S if units == "paper" else 1.0


def weight_set(states: int, units: str = "integer", *, border: bool = False) -> frozenset[float]:
    """Compute U_s: what the entries of V1..V5, U1, U2 are drawn from, for any learner of at most s lowered states.

    O(s) values: knees around the heads of each state, its next values, a weight for its arrival, one at a wall; some
    coincide, so that |U_s| / s falls from 29 at s = 5 to 11 at s = 100. Every learner that is compiled at this size
    (`RCNN(size=s)`) has its entries here. U_s is not a subset of U_{s+1}: the cells are scaled by 3^K, and K grows with
    s. With a border the cells of the marked column add as many values again.

    Args:
        states: s.
        units: "integer", or "paper" for the paper's own scale.
        border: Count the marked column, too.

    Returns:
        The set.

    Example:
        >>> from turingrad.constructions.rcnn import weight_set
        >>> 0.0 in weight_set(4)
        True
    """
    cells = Lattice(states, border)
    C, T, P, H, p, S = cells.C, cells.T, cells.P, cells.H, cells.p, cells.S
    A, B, U = C + H, 2 * H, P - C
    intervals = [(v, v) for v in (*cells.values, p)] + [cells.compute_phase(*symbol) for symbol in cells.alphabet]
    knees = {knee for low, high in intervals for knee in (low - 5, low - 3, high + 3, high + 5)}
    arrivals = [H + cells.code(state) for state in range(states)]
    weights = {*cells.values, *arrivals, *(arrival + B for arrival in arrivals), B}
    weights |= {factor * amplitude for amplitude in (C, T) for factor in (2, 4)} | {2 * A}
    weights |= {factor * amplitude for amplitude in (C, U) for factor in (4, 16)}
    biases = {2 * S, -2 * S, -2 * B, -3 * C, -5 * C, -5 * T, -5 * A, -18 * C, -19 * C, -18 * U, -19 * U}
    unit, ramp = unit_of(cells, units), ramp_of(cells, units)
    slopes = {coefficient / unit for coefficient in (0.5, -0.5)} | {1.5, -1.5, 2.5, -2.5}
    head = {float(entry) for matrix in readout_matrices(cells, ramp, unit).values() for entry in matrix.ravel()}
    return frozenset(
        {0.0, 1.0, -1.0, *slopes, *head} | {-k * unit for k in knees} | {v * unit for v in (*weights, *biases)}
    )


def require_weights_within(module: nn.Module, allowed: frozenset[float]) -> None:
    """Refuse a network with an entry that is not of the set."""
    for name, tensor in module.state_dict().items():
        entries = tensor if tensor.layout == torch.strided else tensor.values()  # what a sparse one leaves out is 0
        for entry in torch.unique(entries.detach().double()).tolist():
            if entry not in allowed:
                raise InputError(f"entry {entry:g} of {name} is not one of the {len(allowed)} values of U_s")
