"""In which dtypes SGD on an exact emulation net is exact: forward, backward and the update.

What every vertex can show is known: the constant and inputs 1, gates and control vertices 2, and a memory vertex v_t
v0 s^t, all multiples of one power of two. The backward values are powers of two as well: 4 s^k at the vertex that is k
edges before the output, and 4 I / s for a weight's derivative; only v0 and a control vertex collect several of them
(their slopes are 0, but the sums must not overflow). The update subtracts 2 w from
a weight w = ±s of an open path, and 0 from every other.
"""

from __future__ import annotations

import re

import numpy as np

from turingrad.constructions.emulation.build import Emulation
from turingrad.exact import Bound, Certificate, Entries, Sum, bound_of, grid_exponent, grid_exponents, multiples

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
    edges = Entries(graph.target, graph.source, weight, (graph.vertices, graph.vertices))
    received = Sum("vertices", edges, None, (-show, show), grid_exponents(show))
    totals, grids = received.totals(), received.grids()
    bounds = []
    for level in range(1, graph.depth + 1):
        at = slice(*np.searchsorted(graph.level, (level, level + 1)))
        bounds.append(bound_of(f"level {level}", totals[at], grids[at]))
    return Certificate.of([*bounds, *backward_bounds(emulation)])


def backward_bounds(emulation: Emulation) -> list[Bound]:
    design, graph = emulation.design, emulation.graph
    weights = np.abs([float(w) for w in graph.weight])
    s, paths = float(design.s), int(np.sum(graph.target == graph.output))
    deepest = 4 * s**design.length  # what arrives back at v0, along each open path
    derivative = 4 * float(design.contribution) / s
    along = [4 * s**k for k in range(design.length + 1)]
    control = 4 * s ** (design.length - design.controlled) * abs(float(design.control))
    return [
        multiples("loss and output", 4.0, float(design.contribution)),
        bound_of("backward along a path", along, grid_exponents(along)),
        multiples("backward into v0", paths * deepest, deepest),
        multiples("backward into a control vertex", paths * control, control),
        multiples("derivative of a weight", derivative, derivative),
        multiples("learning rate", float(design.gamma), float(design.gamma)),
        bound_of("update", [3 * s, *weights], [grid_exponent(s), *grid_exponents(weights)]),
    ]
