"""Pairs of graphs, one connected and one in two parts, that agree in every count of small subgraphs.

In a graph of degree k without cycles shorter than 5, every subgraph on at most 4 vertices is a forest, and how often
each occurs depends on the number of vertices and on k alone. So a connected one on n vertices, and two on n/2 each,
cannot be told apart by counting subgraphs on up to 4 vertices: edges, degrees, leaves, paths, stars, triangles and
4-cycles. That is the property that 6.2 wants of its graphs ("no subgraph induced by fewer than sqrt(ln n) vertices
provides significant information"); the pruned Erdos-Renyi graphs of Definition 8 have it at astronomic sizes only.

The graphs are drawn by a random walk of switches: two edges ab, cd become ac, bd. They are random, not uniform.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np

from turingrad._support.arrays import I64
from turingrad.errors import InputError, LimitError
from turingrad.theory.limits.graphs import MAX_VERTICES, Graph, components, join_graphs

MAX_SWITCHES = 100_000
APART = 30  # accepted switches between two graphs of one walk
RELUCTANCE = 1.5  # a switch that makes k more near pairs is taken with probability exp(-1.5 k)


def regular_graphs(rng: np.random.Generator, n: int, degree: int) -> Iterator[Graph]:
    """Random connected graphs of that degree without triangles and 4-cycles, from one walk, vertices relabelled."""
    least = max(5, degree * degree + 1)  # Moore's bound for girth 5
    if degree < 2 or not least <= n <= MAX_VERTICES or n * degree % 2:
        raise InputError(
            f"no graph of {n} vertices of degree {degree} without cycles of length 3 and 4 can be drawn: the degree "
            f"must be at least 2, n between {least} (for this degree) and {MAX_VERTICES}, and their product even"
        )
    return _walk(rng, circulant(n, degree))


def _walk(rng: np.random.Generator, graph: Graph) -> Iterator[Graph]:
    near, switched, tried = near_pairs(graph), 0, 0
    while True:
        if near == 0 and switched >= APART and components(graph) == 1:
            order = rng.permutation(len(graph))
            yield graph[np.ix_(order, order)]
            switched = tried = 0
        tried += 1
        if tried > MAX_SWITCHES:
            raise LimitError(f"no graph of {len(graph)} vertices was found in {MAX_SWITCHES:,} switches")
        other = switch(rng, graph)
        if other is not None:
            more = near_pairs(other) - near
            if more <= 0 or rng.random() < np.exp(-RELUCTANCE * more):
                graph, near, switched = other, near + more, switched + 1


def circulant(n: int, degree: int) -> Graph:
    """Vertex i joined with i + 1, ..., i + degree // 2, and with the opposite one where the degree is odd."""
    graph = np.zeros((n, n), np.bool_)
    i = np.arange(n)
    for step in [*range(1, degree // 2 + 1), *([n // 2] if degree % 2 else [])]:
        graph[i, (i + step) % n] = graph[(i + step) % n, i] = True
    return graph


def near_pairs(graph: Graph) -> int:
    """How many pairs of vertices have two ways of length at most 2 between them: 0 iff no cycle is shorter than 5."""
    ways = graph.astype(np.float32)
    ways = ways + ways @ ways
    np.fill_diagonal(ways, 0)
    return int((ways > 1).sum()) // 2


def switch(rng: np.random.Generator, graph: Graph) -> Graph | None:
    """Two random edges ab, cd replaced by ac, bd; None if that is no simple graph."""
    edges: I64 = np.argwhere(np.triu(graph))
    (a, b), (c, d) = edges[rng.choice(len(edges), 2, replace=False)]
    if rng.random() < 0.5:
        c, d = d, c
    if len({int(a), int(b), int(c), int(d)}) < 4 or graph[a, c] or graph[b, d]:
        return None
    other = graph.copy()
    for x, y, value in ((a, b, False), (c, d, False), (a, c, True), (b, d, True)):
        other[x, y] = other[y, x] = value
    return other


def one_or_two_regular(rng: np.random.Generator, n: int, degree: int) -> Iterator[tuple[Graph, Graph]]:
    """Connected graphs on n vertices, each with two on n/2 side by side; vertices randomly relabelled."""
    if n % 2:
        raise InputError(f"the number of vertices must be even, so that they can be split into two graphs; it is {n}")
    whole, half = regular_graphs(rng, n, degree), regular_graphs(rng, n // 2, degree)
    return ((next(whole), join_graphs(rng, (next(half), next(half)))) for _ in count())
