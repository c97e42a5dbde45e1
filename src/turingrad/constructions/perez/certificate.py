"""The proof that a transformer with fractional positions is exact, from its weights.

Claim: if st and sym are one-hot and cell and time multiples of 1/N in [0, 1), every partial sum of a pass is a multiple
of a power of two and bounded, and its output is of the same form. Sums of queries and keys are multiples of delta/N, so
are their products, whose other factor is 1; the comparison of scores is exact, and keys with equal scores have equal
values, as no two passes have the same time and no two symbols the same cell. What attention brings is one vector's
value, of the vector's own grid. N |next - cell| is an integer below N.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from turingrad._support.arrays import F64, I64
from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.one_tape import ReluLayer, rounding_bound
from turingrad.exact import Bound, Certificate, Sum, multiples

if TYPE_CHECKING:
    from turingrad.constructions.perez.network import PerezAttention

FRACTIONS = ("cell", "time", "next", "kept cell", "given cell")


def certificate_of(
    layers: list[ReluLayer], own: PerezAttention, cross: PerezAttention, c: Coordinates, n: int
) -> Certificate:
    high, grid = np.zeros(c.width), np.zeros(c.width, np.int64)
    for name in c:
        if name in FRACTIONS:
            grid[c.slice(name)] = -(n.bit_length() - 1)
    for name in ("st", "sym", "cell", "time"):
        high[c.slice(name)] = 1.0
    bounds: list[Bound] = []
    for number, layer in enumerate(layers):
        W, b = layer.arrays()
        if layer.name == "distance":  # attention stands before it
            for kind, module in (("self", own), ("cross", cross)):
                bounds += score_bounds(kind, module, high, grid)
            for name in ("kept", "kept cell", "given", "given cell"):
                high[c.slice(name)] = 1.0
        found = Sum(f"layer {number + 1} ({layer.name})", W, b, (0.0, high), grid)
        bounds.append(found.bound())
        high = np.maximum(found.outputs()[1], 0.0)
        for name in c:
            if name != "off":
                high[c.slice(name)] = np.minimum(high[c.slice(name)], 1.0)
    bounds += [rounding_bound()] if layers[0].corrected else []
    return Certificate.of([*bounds, multiples("classifier", 1.0, 1.0)])


def score_bounds(kind: str, module: PerezAttention, high: F64, grid: I64) -> list[Bound]:
    """Queries, keys, and <q, k> = q_0 + k_1: one factor of each product is 1."""
    W_Q, b_Q, W_K, b_K = (part.detach().double().numpy() for part in (module.W_Q, module.b_Q, module.W_K, module.b_K))
    seen = np.where(high > 0, high, 1.0)  # the encoder's vectors have sym
    queries, keys = Sum(f"{kind} query", W_Q, b_Q, (0.0, high), grid), Sum(f"{kind} key", W_K, b_K, (0.0, seen), grid)
    total, fine = float(queries.largest() @ keys.largest()), min(int(each.grids().min()) for each in (queries, keys))
    return [queries.bound(), keys.bound(), multiples(f"{kind} score", total, 2.0**fine)]
