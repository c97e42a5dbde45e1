# ruff: noqa
"""ID3: a decision tree over categories by information gain."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import log2
from typing import Union


@dataclass
class Leaf:
    label: int


@dataclass
class Split:
    feature: int
    default: int
    branches: dict[int, Tree] = field(default_factory=dict)


Tree = Union[Leaf, Split]


def entropy(labels: list[int]) -> float:
    return -sum(n / len(labels) * log2(n / len(labels)) for n in Counter(labels).values())


def partition(rows, labels, feature):
    parts = defaultdict(lambda: ([], []))
    for row, label in zip(rows, labels):
        some_rows, some_labels = parts[row[feature]]
        some_rows.append(row)
        some_labels.append(label)
    return parts


def gain(rows, labels, feature):
    parts = [part for _, part in partition(rows, labels, feature).values()]
    return entropy(labels) - sum(len(part) / len(labels) * entropy(part) for part in parts)


def grow(rows, labels, features) -> Tree:
    majority = Counter(labels).most_common(1)[0][0]
    if len(set(labels)) == 1 or not features:
        return Leaf(majority)
    best = max(sorted(features), key=lambda feature: gain(rows, labels, feature))
    split = Split(best, majority)
    for value, (some_rows, some_labels) in partition(rows, labels, best).items():
        split.branches[value] = grow(some_rows, some_labels, features - {best})
    return split


class Learner:
    def fit(self, X, y):
        self.tree = grow(X, y, set(range(len(X[0]))))
        return self

    def classify(self, row):
        node = self.tree
        while isinstance(node, Split):
            if (branch := node.branches.get(row[node.feature])) is None:
                return node.default
            node = branch
        return node.label

    def predict(self, X):
        return [self.classify(row) for row in X]


CASES = [
    (
        [[0, 2, 1], [0, 2, 0], [1, 2, 1], [2, 1, 1], [2, 0, 1], [2, 0, 0], [1, 0, 0], [0, 1, 1]],
        [0, 0, 1, 1, 1, 0, 1, 0],
        [[0, 0, 0], [1, 1, 1], [2, 2, 0], [3, 1, 1]],
    ),
    ([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 1, 1, 0], [[1, 1], [0, 1], [5, 5]]),
]
