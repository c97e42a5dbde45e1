# ruff: noqa
"""PageRank by power iteration in numpy."""

import numpy as np


def transition_matrix(links, names):
    index = {name: i for i, name in enumerate(names)}
    n = len(names)
    M = np.zeros((n, n))
    for src, targets in links.items():
        for dst in targets:
            M[index[dst], index[src]] += 1
    out = M.sum(axis=0)
    dangling = out == 0
    M[:, ~dangling] /= out[~dangling]
    M[:, dangling] = 1.0 / n
    return M


def power_iteration(G, tol=1e-10, max_iter=500):
    v = np.full(G.shape[0], 1.0 / G.shape[0])
    for k in range(1, max_iter + 1):
        new = G @ v
        new /= new.sum()
        if np.abs(new - v).sum() < tol:
            return new, k
        v = new
    return v, max_iter


def main(links, damping=0.85):
    names = sorted(set(links) | {t for ts in links.values() for t in ts})
    if not names:
        raise ValueError("empty graph")
    n = len(names)
    M = transition_matrix(links, names)
    G = damping * M + (1 - damping) / n * np.ones((n, n))
    rank, iterations = power_iteration(G)
    order = np.argsort(-rank.round(8), kind="stable")
    for place, i in enumerate(order, 1):
        print(f"{place:2d}. {names[i]:<6} {rank[i]:.4f}")
    return [(names[i], round(float(rank[i]), 6)) for i in order], iterations < 500


CASES = [
    ({"a": ["b", "c"], "b": ["c"], "c": ["a"], "d": ["c"]},),
    ({"home": ["about", "shop"], "about": ["home"], "shop": ["home", "cart"], "cart": []},),
    ({"x": []},),
    ({"x": ["y"], "y": ["x"]}, 0.5),
    ({"p": ["q", "q", "r"], "q": ["r"], "r": ["p"]}, 0.9),
    ({},),
    ({"a": ["hub"], "b": ["hub"], "c": ["hub"], "hub": ["a"]}, 0.85),
]
