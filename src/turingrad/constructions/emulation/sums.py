"""In which dtypes SGD on an exact emulation net is exact: forward, backward and the update.

What every vertex can show is known: the constant and inputs 1, gates and control vertices 2, and a memory vertex v_t
v0 s^t, all multiples of one power of two. The backward values are powers of two as well: 4 s^k at the vertex that is k
edges before the output, and 4 I / s for a weight's derivative; only v0 and a control vertex collect several of them
(their slopes are 0, but the sums must not overflow). The update subtracts 2 w from w.
"""

from __future__ import annotations

import re

import numpy as np

from turingrad.constructions.emulation.build import Emulation
from turingrad.exact import Bound, Certificate
from turingrad.exact.linear import NO_GRID, grid_exponents

MEMORY_VERTEX = re.compile(r"\.v(\d)'?$")


def certify(emulation: Emulation) -> Certificate:
    """Bounds per level forward, and of the backward pass."""
    graph, design = emulation.graph, emulation.design
    show = np.full(graph.vertices, 2.0)  # the largest value, which for all vertices is also the only one apart from 0
    show[: graph.first] = 1.0
    for v, name in enumerate(graph.names):
        if found := MEMORY_VERTEX.search(name):
            show[v] = float(design.v0) * float(design.s) ** int(found[1])
    weight = np.array([float(w) for w in graph.weight])
    products = np.abs(weight * show[graph.source])
    totals = np.bincount(graph.target, products, minlength=graph.vertices)
    grids = np.full(graph.vertices, NO_GRID)
    np.minimum.at(grids, graph.target, grid_exponents(products))
    ratios = np.where(grids < NO_GRID, np.ldexp(totals, np.where(grids < NO_GRID, -grids, 0)), 0.0)
    bounds = []
    for level in range(1, graph.depth + 1):
        at = slice(*np.searchsorted(graph.level, (level, level + 1)))
        bounds.append(Bound(f"level {level}", float(totals[at].max()), int(grids[at].min()), float(ratios[at].max())))
    return Certificate.of([*bounds, *backward_bounds(emulation)])


def backward_bounds(emulation: Emulation) -> list[Bound]:
    design, graph = emulation.design, emulation.graph
    s, paths = float(design.s), int(np.sum(graph.target == graph.output))
    deepest = 4 * s**design.length  # what arrives back at v0, along each open path
    derivative = 4 * float(design.contribution) / s
    control = 4 * s ** (design.length - design.controlled) * abs(float(design.control))
    return [
        Bound("loss and output", 4.0 * max(1, design.m0), _exponent(float(design.contribution)), 4.0 * design.m0),
        Bound("backward into v0", paths * deepest, _exponent(deepest), float(paths)),
        Bound("backward into a control vertex", paths * control, _exponent(control), float(paths)),
        Bound("derivative of a weight", 4.0, _exponent(derivative), 4.0),
        Bound("learning rate", float(design.gamma), _exponent(float(design.gamma)), 1.0),
        Bound("update", 3 * s, _exponent(s), 3.0),
    ]


def _exponent(value: float) -> int:
    return int(np.floor(np.log2(value)))
