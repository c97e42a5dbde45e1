"""The proof that a recurrent net with fractional stacks is exact while its stacks hold at most `cells` symbols.

Claim: if st, sym and went are binary with one 1 in st and in sym, and both stacks are codes of at most D symbols, every
partial sum of a step is a multiple of a power of two and bounded, and h after the step is of the same form, with at
most D + 1 symbols on a stack. `cells` is D; the step that pushes one more is exact too, so that it is noticed and
refused. A code of D symbols is a multiple of B^-D below 1. Each layer's sums are bounded from its weights, with these
ranges and grids for its inputs; after ReLU the ranges are those of the sums, cut at 0, and at 1 where the derivation in
network.py says so (pairs, gated stacks and symbols).
"""

from __future__ import annotations

import numpy as np

from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.one_tape import ReluLayer, rounding_bound
from turingrad.exact import Bound, Certificate, Sum, multiples

FAR = 900  # bits: no format has so many, and their powers of two are finite


def certificate_of(layers: list[ReluLayer], c: Coordinates, base: int, cells: int) -> Certificate:
    depth = min((cells + 1) * (base.bit_length() - 1), FAR)  # bits of a stack after one push
    high, grid = np.zeros(c.width), np.zeros(c.width, np.int64)
    for name in ("st", "sym", "stack", "went"):
        high[c.slice(name)] = 1.0
    grid[c.slice("stack")] = -depth
    bounds: list[Bound] = []
    for layer in layers:
        W, b = layer.arrays()
        found = Sum(f"layer {layer.name}", W, b, (0.0, high), grid)
        bounds.append(found.bound())
        largest = np.maximum(found.outputs()[1], 0.0)
        for name in c:
            if name != "above":
                largest[c.slice(name)] = np.minimum(largest[c.slice(name)], 1.0)
        high, grid = largest, np.zeros(c.width, np.int64)
        for name in fractions(c):
            grid[c.slice(name)] = -depth
    bounds += [rounding_bound()] if layers[0].corrected else []
    return Certificate.of([*bounds, multiples("classifier", 1.0, 1.0)])


def fractions(c: Coordinates) -> list[str]:
    """The fields that are not binary: the stacks, what becomes of them, and the halves of their tops."""
    return [name for name in c if name in ("stack", "above") or name.split()[-1] in ("right", "left", "stay")]
