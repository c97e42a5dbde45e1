"""6.2: the random graphs without short cycles of Definition 8, one against two, and what small subgraphs tell.

The paper takes AER(n, 10 ln n, sqrt(ln n)); there sqrt(ln n) exceeds 3, so that a triangle is deleted at all, only from
n = e^9 > 8,103 on, and the probability 10 ln(n) / (n/2) of an edge in a half is at most 1 only from n = 90 on. So m and
r are free here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from turingrad.errors import InputError, LimitError
from turingrad.theory.limits.graphs import MAX_VERTICES, Graph, components, join_graphs

MAX_PATHS = 200_000
MAX_DRAWS = 2000


def aer(rng: np.random.Generator, n: int, m: float, r: float) -> Graph:
    """AER(n, m, r): each edge with probability m/n; then, until no cycle of length less than r is left, a random one
    of them loses a random edge."""
    if not 1 <= n <= MAX_VERTICES:
        raise InputError(f"graphs must have 1 to {MAX_VERTICES} vertices, not {n}")
    if not 0 <= m <= n:
        raise InputError(f"an edge would have probability {m}/{n}; m must be 0 to n")
    graph = np.triu(rng.random((n, n)) < m / n, 1)
    graph = graph | graph.T
    cycles = list(short_cycles(graph, r))
    while cycles:
        edges = sorted(cycles[rng.integers(len(cycles))])
        gone = edges[rng.integers(len(edges))]
        a, b = gone
        graph[a, b] = graph[b, a] = False
        cycles = [cycle for cycle in cycles if gone not in cycle]
    return graph


def short_cycles(graph: Graph, r: float) -> Iterator[frozenset[tuple[int, int]]]:
    """All cycles of length less than r, each once, as sets of edges (a, b) with a < b.

    A cycle is found as a path from its least vertex, in the direction in which its second vertex is less than its last.
    """
    neighbours = [np.flatnonzero(row).tolist() for row in graph]
    followed = 0
    for start in range(len(graph)):
        paths = [[start]]
        while paths:
            path = paths.pop()
            followed += 1
            if followed > MAX_PATHS:
                raise LimitError(f"cycles shorter than {r:g} are too many to look through; lower m or r")
            for v in neighbours[path[-1]]:
                if v == start and len(path) > 2 and path[1] < path[-1]:
                    around = zip(path, [*path[1:], start], strict=True)
                    yield frozenset((min(a, b), max(a, b)) for a, b in around)
                elif v > start and v not in path and len(path) + 1 < r:
                    paths.append([*path, v])


def connected_aer(rng: np.random.Generator, n: int, m: float, r: float) -> Graph:
    """AER(n, m, r) under the condition that it is connected, as it is with high probability at the paper's m."""
    for _ in range(MAX_DRAWS):
        graph = aer(rng, n, m, r)
        if components(graph) == 1:
            return graph
    raise LimitError(f"none of {MAX_DRAWS:,} draws of AER({n}, {m:g}, {r:g}) was connected; raise m")


def one_or_two(rng: np.random.Generator, n: int, m: float, r: float, balanced: bool = True) -> tuple[Graph, Graph]:
    """A connected AER(n, m, r), and a patching of two connected AER(n/2, m, r).

    At finite n the halves lose more edges: the number of short cycles does not depend on n, and there are two halves.
    Counting edges would then tell the classes apart. `balanced` deletes random edges that are no bridges from the graph
    that has more, until the numbers agree; that makes no cycle and separates nothing.
    """
    if n < 6 or n % 2:
        raise InputError(f"a graph of {n} vertices has no two halves of at least 3")
    one = connected_aer(rng, n, m, r)
    two = join_graphs(rng, (connected_aer(rng, n // 2, m, r), connected_aer(rng, n // 2, m, r)))
    if balanced:
        size = min(int(one.sum()), int(two.sum())) // 2
        one, two = thin_edges(rng, one, size), thin_edges(rng, two, size)
    return one, two


def thin_edges(rng: np.random.Generator, graph: Graph, size: int) -> Graph:
    """Without random edges that are no bridges, until `size` edges, or a forest, are left."""
    graph = graph.copy()
    parts = components(graph)
    excess = int(graph.sum()) // 2 - size
    for a, b in rng.permutation(np.argwhere(np.triu(graph))):
        if excess <= 0:
            break
        graph[a, b] = graph[b, a] = False
        if components(graph) == parts:
            excess -= 1
        else:
            graph[a, b] = graph[b, a] = True
    return graph


def small_counts(graph: Graph) -> dict[tuple[int, ...], int]:
    """How often each graph on 3 and on 4 vertices is induced, by its sorted degrees, which name it."""
    counts: dict[tuple[int, ...], int] = {}
    for size in (3, 4):
        chosen = np.array(list(combinations(range(len(graph)), size)))  # (subsets, size)
        degrees = np.zeros(chosen.shape, np.int64)
        for i in range(size):
            for j in range(size):
                degrees[:, i] += graph[chosen[:, i], chosen[:, j]]
        found, times = np.unique(np.sort(degrees, axis=1), axis=0, return_counts=True)
        counts |= {tuple(map(int, row)): int(count) for row, count in zip(found, times, strict=True)}
    return counts
