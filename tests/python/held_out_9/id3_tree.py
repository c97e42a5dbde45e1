# ruff: noqa
"""ID3 decision tree on categorical attributes."""

from collections import Counter
from math import log2


def entropy(labels):
    n = len(labels)
    return -sum(c / n * log2(c / n) for c in Counter(labels).values())


class Node:
    __slots__ = ("attr", "children", "majority")

    def __init__(self, majority, attr=None):
        self.majority = majority
        self.attr = attr
        self.children = {}

    def is_leaf(self):
        return self.attr is None

    def __repr__(self):
        if self.is_leaf():
            return f"Leaf({self.majority!r})"
        return f"Node(x{self.attr}, {self.children})"


class Learner:
    def __init__(self, max_depth=5, min_gain=1e-9):
        self.max_depth = max_depth
        self.min_gain = min_gain
        self.root = None

    def fit(self, X, y):
        self.root = self._grow(list(zip(X, y)), set(range(len(X[0]))), 0)
        return self

    def _grow(self, data, attrs, depth):
        labels = [label for _, label in data]
        counts = Counter(labels)
        top = max(counts.values())
        node = Node(min(c for c in counts if counts[c] == top))
        if len(counts) == 1 or not attrs or depth >= self.max_depth:
            return node
        base = entropy(labels)
        gains = []
        for a in sorted(attrs):
            parts = {}
            for x, label in data:
                parts.setdefault(x[a], []).append(label)
            rest = sum(len(p) / len(data) * entropy(p) for p in parts.values())
            gains.append((base - rest, -a))
        gain, neg = max(gains)
        if gain <= self.min_gain:
            return node
        node.attr = -neg
        groups = {}
        for x, label in data:
            groups.setdefault(x[node.attr], []).append((x, label))
        for value, part in groups.items():
            node.children[value] = self._grow(part, attrs - {node.attr}, depth + 1)
        return node

    def predict(self, X):
        out = []
        for x in X:
            node = self.root
            while not node.is_leaf():
                child = node.children.get(x[node.attr])
                if child is None:
                    break
                node = child
            out.append(node.majority)
        return out


ANIMALS = [
    (("hair", "milk", "land", 4), "mammal"),
    (("hair", "milk", "sea", 0), "mammal"),
    (("feather", "egg", "air", 2), "bird"),
    (("feather", "egg", "land", 2), "bird"),
    (("scale", "egg", "sea", 0), "fish"),
    (("scale", "egg", "land", 4), "reptile"),
    (("scale", "egg", "land", 0), "reptile"),
    (("none", "egg", "land", 6), "insect"),
    (("none", "egg", "air", 6), "insect"),
]
CASES = [
    (
        [x for x, _ in ANIMALS],
        [c for _, c in ANIMALS],
        [
            ("hair", "egg", "sea", 4),
            ("scale", "egg", "sea", 8),
            ("feather", "egg", "sea", 2),
            ("none", "milk", "air", 2),
        ],
    ),
    ([(0, 0), (0, 1), (1, 0), (1, 1)], [0, 1, 1, 0], [(0, 0), (0, 1), (1, 0), (1, 1)]),
    ([(0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (1, 1, 1)], list("abbab"), [(0, 1, 1), (1, 0, 0), (2, 2, 2)]),
]
