# ruff: noqa
"""Extremely randomized trees: random cut points, a vote over the trees."""

import random
from collections import Counter


class Node:
    __slots__ = ("feature", "cut", "left", "right", "label")

    def __init__(self, feature=None, cut=None, left=None, right=None, label=None):
        self.feature = feature
        self.cut = cut
        self.left = left
        self.right = right
        self.label = label


def gini(labels):
    n = len(labels)
    return 1 - sum((c / n) ** 2 for c in Counter(labels).values())


def majority(labels):
    return Counter(sorted(labels)).most_common(1)[0][0]


class Learner:
    def __init__(self, n_trees=7, max_depth=4, k=2, seed=0):
        self.n_trees = n_trees
        self.max_depth = max_depth
        self.k = k
        self.rng = random.Random(seed)

    def fit(self, X, y):
        self.trees = [self._grow(list(zip(X, y)), 0) for _ in range(self.n_trees)]
        return self

    def _grow(self, rows, depth):
        labels = [label for _, label in rows]
        if depth == self.max_depth or len(set(labels)) == 1:
            return Node(label=majority(labels))
        best = None
        for _ in range(self.k):
            f = self.rng.randrange(len(rows[0][0]))
            values = [x[f] for x, _ in rows]
            lo, hi = min(values), max(values)
            if lo == hi:
                continue
            cut = self.rng.uniform(lo, hi)
            left = [r for r in rows if r[0][f] < cut]
            right = [r for r in rows if r[0][f] >= cut]
            if not left or not right:
                continue
            score = sum(len(part) * gini([l for _, l in part]) for part in (left, right))
            if best is None or score < best[0]:
                best = (score, f, cut, left, right)
        if best is None:
            return Node(label=majority(labels))
        _, f, cut, left, right = best
        return Node(f, cut, self._grow(left, depth + 1), self._grow(right, depth + 1))

    def _walk(self, node, x):
        while node.label is None:
            node = node.left if x[node.feature] < node.cut else node.right
        return node.label

    def predict(self, X):
        return [majority([self._walk(t, x) for t in self.trees]) for x in X]


CASES = [
    ([[1, 5], [2, 4], [3, 6], [7, 1], [8, 2], [9, 0]], ["a", "a", "a", "b", "b", "b"], [[2, 5], [8, 1], [5, 3]]),
    ([[0, 0], [0, 1], [1, 0], [1, 1]] * 3, [0, 1, 1, 0] * 3, [[0, 0], [0, 1], [1, 0], [1, 1]]),
    ([[0.1, 1.0, 3.0], [0.4, 0.9, 2.0], [0.8, 0.2, 1.0]], [2, 1, 0], [[0.2, 1.0, 2.9], [0.9, 0.0, 0.0]]),
]
