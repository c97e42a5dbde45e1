# ruff: noqa
"""Dominant eigenvector by power iteration and PageRank over a link graph."""

import numpy as np


def adjacency(links, nodes):
    idx = {n: i for i, n in enumerate(nodes)}
    A = np.zeros((len(nodes), len(nodes)))
    for src, dst in links:
        A[idx[dst], idx[src]] += 1
    return A


def stochastic(A):
    n = A.shape[0]
    sums = A.sum(axis=0)
    M = np.where(sums > 0, A / np.where(sums > 0, sums, 1), 1.0 / n)
    return M


def pagerank(M, damping=0.85, tol=1e-10, max_iter=200):
    n = M.shape[0]
    r = np.full(n, 1.0 / n)
    for k in range(1, max_iter + 1):
        new = damping * (M @ r) + (1 - damping) / n
        delta = np.abs(new - r).sum()
        r = new
        if delta < tol:
            return r, k
    return r, max_iter


def main(links, damping):
    nodes = sorted({n for pair in links for n in pair})
    if not nodes:
        return {}
    A = adjacency(links, nodes)
    M = stochastic(A)
    assert np.allclose(M.sum(axis=0), 1)
    rank, iters = pagerank(M, damping)
    order = np.argsort(-rank, kind="stable")
    two_step = np.linalg.matrix_power(A, 2)
    for i in order[:3]:
        print(f"{nodes[i]}: {rank[i]:.4f}")
    return {
        "rank": {nodes[i]: round(float(rank[i]), 6) for i in order},
        "iterations": iters,
        "two_step_paths": int(two_step.sum()),
        "out": dict(zip(nodes, A.sum(axis=0).astype(int).tolist())),
        "shape": M.shape,
    }


CASES = [
    ([], 0.85),
    ([("a", "b")], 0.85),
    ([("a", "b"), ("b", "a")], 0.5),
    ([("a", "b"), ("b", "c"), ("c", "a"), ("d", "c")], 0.85),
    (
        [("home", "about"), ("home", "blog"), ("blog", "home"), ("about", "home"), ("blog", "post"), ("post", "blog")],
        0.85,
    ),
    ([("x", "x"), ("x", "y"), ("y", "z")], 0.9),
    ([("a", "b"), ("a", "c"), ("b", "c")], 0.0),
]
