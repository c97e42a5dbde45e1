"""Lemma 5 of Goel et al.: a ReLU network with given values *and* Jacobians on a finite set of points.

For points x in X, values f(x) in R^d_out and Jacobians g(x, i, j) = d f_i / d x_j, with Delta a power of two that is at
most 1/10 of min(1, the least distance of two different coordinates):

    psi_{x0}^(gamma)   a bump on one coordinate: 1 at x0, slope gamma in {0, 1} there, 0 from 2 Delta on
    tau_y^(gamma)      a threshold at d_in: 0 up to d_in - 2 Delta, y at d_in, slope gamma there

    f_net(x)_i = sum over x0, i' of  tau_{f(x0)_i [i' = 1]}^{g(x0, i, i')} ( sum_j psi_{(x0)_j}^([j = i']) (x_j) )

Each inner sum is d_in only at x = x0, where its gradient is e_i'. The three-layer form has the sizes of (3),
d_1 = 10 d_in |X| and d_2 = 6 d_in d_out |X|; the five-layer form splits the two inner maps (W1, W1', W1+, W2', W2+), so
that its entries come from the sets of Lemma 6, which know X, Y and G but not f and g. (The printed minimum over all x,
x' is 0, since x = x' is not excluded; Delta must also be at most 1/10.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F
from torch import nn

from turingrad._support.arrays import F64
from turingrad.errors import InputError, LimitError

LAYERS = ("W1", "W1'", "W1+", "W2'", "W2+")
MAX_ENTRIES = 1 << 26  # half a gigabyte of float64
BUMP, STEP = 5, 3  # ReLUs of psi and tau, the one at zeta_0 included (its coefficient is 0)


@dataclass(frozen=True)
class Interpolation:
    """The five affine maps as matrices whose last column is the bias, and the Delta they were built with."""

    maps: dict[str, F64]
    delta: float

    @property
    def sizes(self) -> tuple[int, int]:
        """(d_1, d_2)."""
        return self.maps["W1"].shape[0], self.maps["W1+"].shape[0]

    def three_layers(self) -> AffineReLU:
        """W3 relu(W2 relu(W1 x)), with W2 = W1+ after W1' and W3 = W2+ after W2'."""
        composed = [
            self.maps["W1"],
            composition(self.maps["W1+"], self.maps["W1'"]),
            composition(self.maps["W2+"], self.maps["W2'"]),
        ]
        return AffineReLU([[matrix] for matrix in composed])

    def five_layers(self) -> AffineReLU:
        """The same function with the maps kept apart, two ReLU layers as before."""
        m = self.maps
        return AffineReLU([[m["W1"]], [m["W1'"], m["W1+"]], [m["W2'"], m["W2+"]]])


class AffineReLU(nn.Module):
    """Groups of affine maps with a ReLU between groups, in float64."""

    def __init__(self, groups: list[list[F64]]) -> None:
        super().__init__()
        self.shape = [len(group) for group in groups]
        for i, group in enumerate(groups):
            for j, matrix in enumerate(group):
                self.register_buffer(f"W{i}_{j}", torch.from_numpy(matrix))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(batch, d_in) -> (batch, d_out)."""
        for i, count in enumerate(self.shape):
            x = x if i == 0 else torch.relu(x)
            for j in range(count):
                matrix = getattr(self, f"W{i}_{j}")
                x = F.linear(x, matrix[:, :-1], matrix[:, -1])
        return x


def composition(outer: F64, inner: F64) -> F64:
    """outer after inner, both affine."""
    bottom = np.zeros((1, inner.shape[1]))
    bottom[0, -1] = 1
    result: F64 = outer @ np.vstack([inner, bottom])
    return result


def spacing(points: F64) -> float:
    """Delta: the largest power of two that is at most 1/10 of min(1, the least distance of two coordinates)."""
    gaps = [np.diff(np.unique(column)) for column in points.T]
    least = min((float(gap.min()) for gap in gaps if len(gap)), default=1.0)
    return float(2.0 ** np.floor(np.log2(min(1.0, least) / 10)))


def bump(delta: float, slope: int) -> tuple[float, ...]:
    """Coefficients of relu(x - x0 + 2D), (+D), (-D), (-2D), and of the one at zeta_0."""
    rise, fall = (1 - slope * delta) / delta, (1 + slope * delta) / delta
    return rise, slope - rise, -fall - slope, fall, 0.0


def threshold(delta: float, value: float, slope: float) -> tuple[float, ...]:
    """Coefficients of relu(x - d + 2D), (+D), and of the one at zeta_0."""
    rise = (value - slope * delta) / delta
    return rise, slope - rise, 0.0


def interpolate(points: npt.ArrayLike, values: npt.ArrayLike, jacobians: npt.ArrayLike) -> Interpolation:
    """Build the network of Lemma 5.

    Args:
        points: (n, d_in).
        values: (n, d_out).
        jacobians: (n, d_out, d_in).

    Returns:
        The network, with its sizes.

    Raises:
        InputError: Two points are equal, or the arrays do not fit each other.

    Example:
        >>> from turingrad.constructions.rcnn import interpolate
        >>> made = interpolate([[0.0], [1.0]], [[2.0], [-1.0]], [[[1.0]], [[0.0]]])
        >>> made.five_layers()(torch.tensor([[0.0], [1.0]], dtype=torch.float64)).flatten().tolist()
        [2.0, -1.0]
    """
    X, Y, G = validate_points(points, values, jacobians)
    (n, d_in), d_out = X.shape, Y.shape[1]
    # W1', W1+ and W2' are the large ones: (2 d n) (10 d n), (6 d o n) (2 d n) and (2 d o n) (6 d o n) entries.
    entries = 20 * (d_in * n) ** 2 + 12 * d_out * (d_in * n) ** 2 + 12 * (d_in * d_out * n) ** 2
    if entries > MAX_ENTRIES:
        raise LimitError(f"{n} points in {d_in} dimensions make {entries:,} matrix entries, more than {MAX_ENTRIES:,}")
    delta = spacing(X)
    zeta = float(np.abs(X).max()) + 1 + 2 * delta  # below every other knee
    shifts = (2 * delta, delta, -delta, -2 * delta)
    # psi number (i, gamma, a) is about coordinate i of point a; its five ReLUs follow each other.
    W1, W1_ = np.zeros((10 * d_in * n, d_in + 1)), np.zeros((2 * d_in * n, 10 * d_in * n + 1))
    for i in range(d_in):
        for slope in (0, 1):
            for a in range(n):
                row = (i * 2 + slope) * n + a
                first = BUMP * row
                W1[first : first + BUMP, i] = 1
                W1[first : first + BUMP, -1] = [*(shift - X[a, i] for shift in shifts), zeta]
                W1_[row, first : first + BUMP] = bump(delta, slope)
    # tau number (a, i', o, y) for y in {0, f(x_a)_o}: the sum of psi's over j, with slope 1 in j = i' only.
    count = 2 * d_in * d_out * n
    W1p, W2_ = np.zeros((STEP * count, 2 * d_in * n + 1)), np.zeros((count, STEP * count + 1))
    W2p = np.zeros((d_out, count + 1))
    biases = (2 * delta - d_in, delta - d_in, zeta)
    for a in range(n):
        for turn in range(d_in):
            for o in range(d_out):
                for full in (0, 1):
                    row = ((a * d_in + turn) * d_out + o) * 2 + full
                    first = STEP * row
                    for j in range(d_in):
                        W1p[first : first + STEP, (j * 2 + (j == turn)) * n + a] = 1
                    W1p[first : first + STEP, -1] = biases
                    W2_[row, first : first + STEP] = threshold(delta, Y[a, o] * full, G[a, o, turn])
                    W2p[o, row] = float(full == (turn == 0))  # the value counts once, each partial derivative once
    return Interpolation(dict(zip(LAYERS, (W1, W1_, W1p, W2_, W2p), strict=True)), delta)


def weight_sets(
    points: npt.ArrayLike, value_set: npt.ArrayLike, slope_set: npt.ArrayLike
) -> dict[str, frozenset[float]]:
    """Compute U(W) of Lemma 6: what the non-zero entries of each map are drawn from, whatever f and g are.

    Args:
        points: The points.
        value_set: The values that f may take.
        slope_set: The slopes that g may take.

    Returns:
        One set per map, by name.

    Example:
        >>> from turingrad.constructions.rcnn import weight_sets
        >>> sorted(weight_sets([[0.0], [1.0]], [0.0, 1.0], [0.0]))[0]
        'W1'
    """
    X = np.atleast_2d(np.asarray(points, np.float64))
    delta, d_in = spacing(X), X.shape[1]
    zeta = float(np.abs(X).max()) + 1 + 2 * delta
    shifts = (2 * delta, delta, -delta, -2 * delta)
    coordinates = {float(x) for x in X.ravel()}
    values = {0.0, *(float(y) for y in np.ravel(value_set))}
    slopes = {float(g) for g in np.ravel(slope_set)}
    sets = {
        "W1": {1.0, zeta} | {shift - x for x in coordinates for shift in shifts},
        "W1'": {c for slope in (0, 1) for c in bump(delta, slope)},
        "W1+": {1.0, zeta, 2 * delta - d_in, delta - d_in},
        "W2'": {c for y in values for g in slopes for c in threshold(delta, y, g)},
        "W2+": {1.0},
    }
    return {name: frozenset(found - {0.0}) for name, found in sets.items()}


def validate_points(points: npt.ArrayLike, values: npt.ArrayLike, jacobians: npt.ArrayLike) -> tuple[F64, F64, F64]:
    X, Y, G = (np.asarray(given, np.float64) for given in (points, values, jacobians))
    if X.ndim != 2 or Y.ndim != 2 or not X.size or len(Y) != len(X) or not Y.shape[1]:
        raise InputError(f"points {X.shape} and values {Y.shape} must be tables with one row per point")
    if G.shape != (len(X), Y.shape[1], X.shape[1]):
        raise InputError(f"jacobians have the shape {G.shape}; expected {(len(X), Y.shape[1], X.shape[1])}")
    if len(np.unique(X, axis=0)) < len(X):
        raise InputError("a point is given twice")
    if not all(np.isfinite(array).all() for array in (X, Y, G)):
        raise InputError("points, values and jacobians must be finite")
    return X, Y, G
