# ruff: noqa
"""PageRank by power iteration on a small link graph with numpy."""

import numpy as np


def transition(links, pages):
    position = {p: i for i, p in enumerate(pages)}
    n = len(pages)
    M = np.zeros((n, n))
    for source, targets in links.items():
        for t in targets:
            M[position[t], position[source]] += 1
    out = M.sum(axis=0)
    dangling = out == 0
    M[:, ~dangling] /= out[~dangling]
    M[:, dangling] = 1 / n
    return M


def pagerank(M, damping=0.85, tol=1e-8, max_iter=100):
    n = M.shape[0]
    rank = np.full(n, 1 / n)
    for iteration in range(max_iter):
        new = damping * (M @ rank) + (1 - damping) / n
        if np.abs(new - rank).sum() < tol:
            return new, iteration
        rank = new
    return rank, max_iter


def main(links, damping=0.85):
    pages = sorted(set(links) | {t for targets in links.values() for t in targets})
    if not pages:
        return [], 0
    rank, iterations = pagerank(transition(links, pages), damping)
    order = sorted(range(len(pages)), key=lambda i: (-round(float(rank[i]), 9), pages[i]))
    report = [f"{pages[i]:<8}{rank[i]:.4f}" for i in order]
    return report, iterations, bool(np.isclose(rank.sum(), 1.0))


CASES = [
    ({"a": ["b", "c"], "b": ["c"], "c": ["a"]},),
    ({"home": ["about", "blog"], "blog": ["home"], "about": []},),
    ({},),
    ({"x": ["x"]},),
    ({"a": ["b"], "b": ["a"], "c": ["a", "b"], "d": ["c", "c", "a"]}, 0.5),
    ({f"p{i}": [f"p{(i * 3 + 1) % 7}", f"p{(i + 1) % 7}"] for i in range(7)},),
]
