"""The loss (13) of Section 4.3 over a graph of configurations: as printed, and rewritten so that only edges have units.

With l_v = R(2 x_v - 1) and l_vw = R(2 (x_v + x_w) - 1) - l_v - l_w (Lemmas A.1, A.2 on the simplex),

    printed:   l(x) = sum_v omega_v l_v(x) + sum over pairs {v, w} of omega_vw l_vw(x)             (13)
    edges:     l(x) = B + sum_v (omega_v - B) l_v(x) + sum over edges (omega_vw - B) l_vw(x)

omega_vw = B for every pair that is no edge, so (13) has a unit for each of the |V| (|V| - 1)/2 pairs; the rewrite has
one for each edge. On every corner S_v the two are equal, for there sum l_v + sum over pairs l_vw = 1; between the
corners they are not (at the barycentre of four or more vertices (13) is 0 and the rewrite is B). Pairs are unordered:
(11) asks for the value omega_vw at e_vw, and ordered pairs would give twice as much.

The gradient at e_v is 2 omega_vw (printed) or 2 (omega_vw - B) at w and 2 omega_v or 2 (omega_v - B) at v: the same
vertex is least.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import torch
from torch import Tensor, nn

from turingrad._support.arrays import F64, I64
from turingrad.errors import InputError, LimitError
from turingrad.exact import Bound, Certificate, grid_exponent

MAX_PAIR_VERTICES = 2048  # two million pairs
Form = Literal["printed", "edges"]


class ConfigurationLoss(nn.Module):
    """`weights` are omega_v, `tails[i]` -> `heads[i]` the edges with `edge_weights` omega_vw, `most` is B."""

    live: Tensor
    vertex_weights: Tensor
    tails: Tensor
    heads: Tensor
    edge_weights: Tensor
    place: Tensor

    def __init__(self, weights: F64, edges: tuple[I64, I64, F64], most: float, form: Form, dtype: torch.dtype) -> None:
        super().__init__()
        if form not in ("printed", "edges"):
            raise InputError(f"no form {form!r} of the loss; known: printed, edges")
        tails, heads, edge_weights = edges
        self.form, self.most, self.dtype = form, most, dtype
        live = np.flatnonzero(weights < most) if form == "edges" else np.arange(len(weights))
        place = np.arange(len(tails))  # of each edge among the pairs
        if form == "printed":
            low, high = np.minimum(tails, heads), np.maximum(tails, heads)
            place = low * (2 * len(weights) - low - 1) // 2 + high - low - 1
            tails, heads, edge_weights = all_pairs(len(weights), tails, heads, edge_weights, most)
        self.register_buffer("place", torch.from_numpy(place), persistent=False)
        shift = most if form == "edges" else 0.0
        self.register_buffer("live", torch.from_numpy(live))
        self.register_buffer("tails", torch.from_numpy(tails))
        self.register_buffer("heads", torch.from_numpy(heads))
        self.register_buffer("vertex_weights", torch.tensor(weights[live] - shift, dtype=dtype))
        self.register_buffer("edge_weights", torch.tensor(edge_weights - shift, dtype=dtype))
        self.certificate = certificate(weights, (tails, heads, edge_weights), most)

    @property
    def units(self) -> int:
        """The number of ReLUs: one per vertex that has one, and one per pair."""
        return len(self.vertex_weights) + len(self.edge_weights)

    def forward(self, s: Tensor, gates: Tensor | None = None) -> Tensor:
        """The loss at s. `gates` (edges) are 0 where an edge counts as none, and weighs B as other pairs do."""
        corner = torch.relu(2 * s - 1)  # l_v
        tail, head = s.index_select(0, self.tails), s.index_select(0, self.heads)
        ridge = torch.relu(2 * (tail + head) - 1)
        ridge = ridge - corner.index_select(0, self.tails) - corner.index_select(0, self.heads)  # l_vw
        base = self.most if self.form == "edges" else 0.0
        none = 0.0 if self.form == "edges" else self.most
        weights = self.edge_weights
        if gates is not None:
            open_ = torch.ones_like(weights).index_copy(0, self.place, gates)
            weights = none + (weights - none) * open_
        at_vertices = (self.vertex_weights * corner.index_select(0, self.live)).sum()
        return base + at_vertices + (weights * ridge).sum()


def all_pairs(count: int, tails: I64, heads: I64, edge_weights: F64, most: float) -> tuple[I64, I64, F64]:
    """Every unordered pair v < w with its weight: an edge's, or B."""
    if count > MAX_PAIR_VERTICES:
        raise LimitError(
            f"(13) as printed has {count * (count - 1) // 2:,} pairs of {count:,} vertices; take fewer cells, or "
            "form='edges', which has one unit per edge"
        )
    first, second = np.triu_indices(count, 1)
    weights = np.full((count, count), most)
    weights[tails, heads] = weights[heads, tails] = edge_weights
    return first.astype(np.int64), second.astype(np.int64), weights[first, second]


def certificate(weights: F64, pairs: tuple[I64, I64, F64], most: float) -> Certificate:
    """At a vertex the loss and the gradient are sums over its pairs, of numbers up to 2 B."""
    tails, heads, pair_weights = pairs
    degree = int(np.bincount(np.concatenate([tails, heads]), minlength=1).max(initial=0)) + 1
    magnitude = 2 * most * (degree + 1)
    grid = grid_exponent(np.array([most, *np.unique(weights), *np.unique(pair_weights)]))
    return Certificate.of(
        [Bound("units", 3.0, 0, 3.0), Bound("loss and gradient", magnitude, grid, float(np.ldexp(magnitude, -grid)))]
    )
