"""6.2: graphs, one against two, and one cycle against two. A graph is its adjacency matrix, symmetric and boolean."""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I64, Mask, Signs
from turingrad.errors import InputError

Graph = Mask
MAX_VERTICES = 200


def components(graph: Graph) -> int:
    """The number of connected components, by depth-first search."""
    unseen = set(range(len(graph)))
    count = 0
    while unseen:
        count += 1
        stack = [unseen.pop()]
        while stack:
            near = unseen.intersection(np.flatnonzero(graph[stack.pop()]).tolist())
            unseen -= near
            stack.extend(near)
    return count


def join_graphs(rng: np.random.Generator, halves: tuple[Graph, Graph]) -> Graph:
    """Two graphs side by side, the vertices randomly relabelled."""
    a, b = (len(half) for half in halves)
    graph = np.zeros((a + b, a + b), np.bool_)
    graph[:a, :a], graph[a:, a:] = halves
    order = rng.permutation(a + b)
    return graph[np.ix_(order, order)]


def cycle_successors(rng: np.random.Generator, n: int, two: bool) -> I64:
    """A random cyclic order of n vertices, or of each of two random halves: the vertex after each vertex."""
    if n < 6 or n % 2:
        raise InputError(f"{n} vertices do not make two cycles of at least 3")
    order = rng.permutation(n)
    after = np.zeros(n, np.int64)
    for part in np.split(order, 2) if two else [order]:
        after[part] = np.roll(part, -1)
    return after


def graph_of(successors: I64) -> Graph:
    """The cycles without their direction."""
    graph = np.zeros((len(successors), len(successors)), np.bool_)
    graph[np.arange(len(successors)), successors] = True
    return graph | graph.T


def inversions(permutation: I64) -> Signs:
    """A sign for each pair i < j: -1 where permutation(i) > permutation(j). Their product is the permutation's sign."""
    i, j = np.triu_indices(len(permutation), 1)
    return np.where(permutation[i] > permutation[j], np.int8(-1), np.int8(1))


def edge_signs(graph: Graph) -> Signs:
    """A sign for each pair i < j: +1 where there is an edge."""
    i, j = np.triu_indices(len(graph), 1)
    return np.where(graph[i, j], np.int8(1), np.int8(-1))
