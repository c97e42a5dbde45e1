# ruff: noqa
"""ID3: a decision tree over categorical attributes by information gain."""

from collections import Counter
from math import log2


def entropy(labels):
    n = len(labels)
    return -sum(c / n * log2(c / n) for c in Counter(labels).values())


def majority(labels):
    counts = Counter(labels)
    return min(counts, key=lambda label: (-counts[label], str(label)))


class Leaf:
    def __init__(self, label):
        self.label = label

    def decide(self, x):
        return self.label


class Split:
    def __init__(self, attribute, branches, default):
        self.attribute = attribute
        self.branches = branches
        self.default = default

    def decide(self, x):
        branch = self.branches.get(x[self.attribute])
        return self.default if branch is None else branch.decide(x)


def grow(rows, labels, attributes):
    if len(set(labels)) == 1 or not attributes:
        return Leaf(majority(labels))

    def gain(a):
        parts = {}
        for row, label in zip(rows, labels):
            parts.setdefault(row[a], []).append(label)
        return entropy(labels) - sum(len(p) / len(labels) * entropy(p) for p in parts.values())

    best = max(attributes, key=gain)
    if gain(best) <= 1e-12:
        return Leaf(majority(labels))
    branches = {}
    for value in sorted({row[best] for row in rows}, key=str):
        chosen = [i for i, row in enumerate(rows) if row[best] == value]
        rest = [a for a in attributes if a != best]
        branches[value] = grow([rows[i] for i in chosen], [labels[i] for i in chosen], rest)
    return Split(best, branches, majority(labels))


class Learner:
    def fit(self, X, y):
        self.tree = grow(X, y, list(range(len(X[0]))))
        return self

    def predict(self, X):
        return [self.tree.decide(x) for x in X]


CASES = [
    (
        [
            ("young", "no", "fair"),
            ("young", "no", "good"),
            ("young", "yes", "good"),
            ("young", "yes", "fair"),
            ("middle", "no", "fair"),
            ("middle", "no", "good"),
            ("middle", "yes", "great"),
            ("old", "yes", "great"),
            ("old", "yes", "good"),
            ("old", "no", "good"),
            ("old", "no", "fair"),
            ("old", "no", "great"),
        ],
        ["deny", "deny", "lend", "lend", "deny", "deny", "lend", "lend", "lend", "lend", "deny", "lend"],
        [("young", "no", "great"), ("middle", "yes", "fair"), ("old", "no", "good"), ("old", "no", "fair")],
    ),
    (
        [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)] * 2,
        [a and not b or c for a in (0, 1) for b in (0, 1) for c in (0, 1)] * 2,
        [(0, 0, 0), (1, 0, 0), (1, 1, 1), (1, 1, 0)],
    ),
]
