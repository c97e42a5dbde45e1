# ruff: noqa
"""A decision tree over mixed attributes by gain ratio, with pessimistic leaves."""

from collections import Counter
from dataclasses import dataclass
from math import log2
from typing import Any, Optional


@dataclass
class Node:
    label: Any
    attribute: Optional[int] = None
    threshold: Optional[float] = None
    branches: Optional[dict] = None

    def route(self, x):
        if self.branches is None:
            return None
        v = x[self.attribute]
        key = v if self.threshold is None else v <= self.threshold
        return self.branches.get(key)


def info(counts):
    n = sum(counts)
    return -sum(c / n * log2(c / n) for c in counts if c)


def gain_ratio(parts, labels):
    n = len(labels)
    sizes = [len(p) for p in parts]
    after = sum(len(p) / n * info(Counter(p).values()) for p in parts)
    split = info(sizes)
    return (info(Counter(labels).values()) - after) / split if split else 0.0


class Learner:
    def __init__(self, min_leaf=2, max_depth=4):
        self.min_leaf = min_leaf
        self.max_depth = max_depth

    def fit(self, X, y):
        self.root = self._grow(list(zip(X, y)), self.max_depth)
        return self

    def _tests(self, rows):
        for a in range(len(rows[0][0])):
            values = {x[a] for x, _ in rows}
            if any(isinstance(v, str) for v in values):
                yield a, None
            else:
                yield from ((a, t) for t in sorted(values)[:-1])

    def _grow(self, rows, depth):
        labels = [t for _, t in rows]
        tally = Counter(labels)
        node = Node(min(tally, key=lambda k: (-tally[k], repr(k))))
        if depth == 0 or len(tally) == 1 or len(rows) < 2 * self.min_leaf:
            return node
        best, best_groups, top = None, None, 1e-9
        for a, t in self._tests(rows):
            groups = {}
            for x, label in rows:
                groups.setdefault(x[a] if t is None else x[a] <= t, []).append((x, label))
            ratio = gain_ratio([[label for _, label in g] for g in groups.values()], labels)
            if ratio > top:
                best, best_groups, top = (a, t), groups, ratio
        if best is None:
            return node
        node.attribute, node.threshold = best
        node.branches = {k: self._grow(g, depth - 1) for k, g in best_groups.items()}
        return node

    def predict(self, X):
        out = []
        for x in X:
            node = self.root
            while (below := node.route(x)) is not None:
                node = below
            out.append(node.label)
        return out


CASES = [
    (
        [
            ("sunny", 85, False),
            ("sunny", 80, True),
            ("overcast", 83, False),
            ("rain", 70, False),
            ("rain", 68, False),
            ("rain", 65, True),
            ("overcast", 64, True),
            ("sunny", 72, False),
            ("sunny", 69, False),
            ("rain", 75, False),
            ("sunny", 75, True),
            ("overcast", 72, True),
        ],
        ["no", "no", "yes", "yes", "yes", "no", "yes", "no", "yes", "yes", "yes", "yes"],
        [("sunny", 90, False), ("overcast", 50, True), ("snow", 30, False), ("rain", 60, True)],
    ),
    (
        [(i, (i * i) % 5) for i in range(20)],
        [0 if i < 8 else (1 if i % 2 else 2) for i in range(20)],
        [(3, 0), (11, 1), (19, 1)],
    ),
]
