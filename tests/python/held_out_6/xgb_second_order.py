# ruff: noqa
"""Boosted trees with gradients, hessians and a penalty on the leaves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional


@dataclass
class Tree:
    value: float = 0.0
    feature: int = -1
    threshold: float = 0.0
    left: Optional[Tree] = None
    right: Optional[Tree] = None

    def predict(self, x) -> float:
        if self.left is None or self.right is None:
            return self.value
        branch = self.left if x[self.feature] < self.threshold else self.right
        return branch.predict(x)


def build(X, g, h, idx, depth, lam, gamma) -> Tree:
    G = sum(g[i] for i in idx)
    H = sum(h[i] for i in idx)
    leaf = Tree(value=-G / (H + lam))
    if depth == 0 or len(idx) < 2:
        return leaf
    best_gain, split = 0.0, None
    for f in range(len(X[0])):
        order = sorted(idx, key=lambda i: X[i][f])
        gl = hl = 0.0
        for a, b in zip(order, order[1:]):
            gl += g[a]
            hl += h[a]
            if X[a][f] == X[b][f]:
                continue
            gain = gl**2 / (hl + lam) + (G - gl) ** 2 / (H - hl + lam) - G**2 / (H + lam)
            gain = gain / 2 - gamma
            if gain > best_gain:
                best_gain, split = gain, (f, (X[a][f] + X[b][f]) / 2)
    if split is None:
        return leaf
    f, t = split
    left = [i for i in idx if X[i][f] < t]
    right = [i for i in idx if X[i][f] >= t]
    return Tree(0.0, f, t, build(X, g, h, left, depth - 1, lam, gamma), build(X, g, h, right, depth - 1, lam, gamma))


class Learner:
    def __init__(self, n_rounds=6, eta=0.5, max_depth=2, lam=1.0, gamma=0.0):
        self.n_rounds, self.eta, self.max_depth = n_rounds, eta, max_depth
        self.lam, self.gamma = lam, gamma
        self.trees: list[Tree] = []

    def raw(self, x):
        return sum(self.eta * t.predict(x) for t in self.trees)

    def fit(self, X, y):
        margin = [0.0] * len(X)
        for _ in range(self.n_rounds):
            p = [1 / (1 + math.exp(-m)) for m in margin]
            g = [pi - yi for pi, yi in zip(p, y)]
            h = [pi * (1 - pi) for pi in p]
            tree = build(X, g, h, list(range(len(X))), self.max_depth, self.lam, self.gamma)
            self.trees.append(tree)
            margin = [m + self.eta * tree.predict(x) for m, x in zip(margin, X)]
        return self

    def predict(self, X):
        return [int(self.raw(x) > 0) for x in X]


CASES = [
    ([[1, 9], [2, 7], [3, 8], [6, 2], [7, 3], [8, 1]], [0, 0, 0, 1, 1, 1], [[2, 8], [7, 1], [4, 4]]),
    ([[0, 0], [0, 1], [1, 0], [1, 1], [0, 0]], [0, 1, 1, 0, 0], [[0, 0], [0, 1], [1, 1]]),
]
