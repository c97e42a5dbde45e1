# ruff: noqa
"""ID3 decision tree over categorical attributes."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import log2
from typing import Any, Union


@dataclass
class Leaf:
    label: Any


@dataclass
class Node:
    attribute: int
    default: Any
    children: dict[Any, Union[Node, Leaf]] = field(default_factory=dict)

    def depth(self) -> int:
        return 1 + max((c.depth() for c in self.children.values() if isinstance(c, Node)), default=0)


def entropy(labels) -> float:
    n = len(labels)
    return -sum(c / n * log2(c / n) for c in Counter(labels).values())


def majority(labels):
    counts = Counter(labels)
    return sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[0][0]


class Learner:
    def __init__(self, max_depth: int = 5, min_gain: float = 1e-6):
        self.max_depth = max_depth
        self.min_gain = min_gain
        self.root = None

    def fit(self, X, y):
        attributes = frozenset(range(len(X[0])))
        self.root = self._grow(X, y, attributes, 0)
        return self

    def _split(self, X, y, a):
        groups = defaultdict(lambda: ([], []))
        for row, label in zip(X, y):
            gx, gy = groups[row[a]]
            gx.append(row)
            gy.append(label)
        return groups

    def _gain(self, X, y, a):
        rest = sum(len(gy) / len(y) * entropy(gy) for _, gy in self._split(X, y, a).values())
        return entropy(y) - rest

    def _grow(self, X, y, attributes, depth):
        if len(set(y)) == 1 or not attributes or depth >= self.max_depth:
            return Leaf(majority(y))
        gain, best = max((self._gain(X, y, a), -a) for a in sorted(attributes))
        best = -best
        if gain < self.min_gain:
            return Leaf(majority(y))
        node = Node(best, majority(y))
        for value, (gx, gy) in self._split(X, y, best).items():
            node.children[value] = self._grow(gx, gy, attributes - {best}, depth + 1)
        return node

    def predict(self, X):
        out = []
        for row in X:
            node = self.root
            while isinstance(node, Node):
                node = node.children.get(row[node.attribute], Leaf(node.default))
            out.append(node.label)
        return out


X = [
    ("young", "no", "no", "fair"),
    ("young", "no", "no", "good"),
    ("young", "yes", "no", "good"),
    ("young", "yes", "yes", "fair"),
    ("young", "no", "no", "fair"),
    ("middle", "no", "no", "fair"),
    ("middle", "no", "no", "good"),
    ("middle", "yes", "yes", "good"),
    ("middle", "no", "yes", "excellent"),
    ("old", "no", "yes", "excellent"),
    ("old", "no", "yes", "good"),
    ("old", "yes", "no", "good"),
    ("old", "yes", "no", "excellent"),
    ("old", "no", "no", "fair"),
]
y = [
    "deny",
    "deny",
    "grant",
    "grant",
    "deny",
    "deny",
    "deny",
    "grant",
    "grant",
    "grant",
    "grant",
    "grant",
    "grant",
    "deny",
]

xor_rows = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in "pq"]

CASES = [
    (X, y, X[:4] + [("old", "maybe", "no", "fair"), ("young", "no", "yes", "fair")]),
    (xor_rows, [a & b for a, b, _ in xor_rows], [(1, 1, "r"), (0, 1, "p"), (2, 2, "q")]),
    ([("a",)], [True], [("a",), ("b",)]),
]
