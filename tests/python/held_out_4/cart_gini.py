# ruff: noqa
"""A CART classification tree with Gini impurity and a minimum leaf size."""

from collections import Counter, namedtuple

Leaf = namedtuple("Leaf", "label counts")
Split = namedtuple("Split", "feature threshold left right")


def gini(labels):
    n = len(labels)
    return 1.0 - sum((c / n) ** 2 for c in Counter(labels).values())


class Learner:
    def __init__(self, max_depth=4, min_leaf=2):
        self.max_depth = max_depth
        self.min_leaf = min_leaf
        self.root = None

    def fit(self, X, y):
        self.root = self._grow(X, y, 0)
        return self

    def _best_split(self, X, y):
        best = (gini(y) - 1e-9, None, None)
        for j in range(len(X[0])):
            values = sorted(set(row[j] for row in X))
            for lo, hi in zip(values, values[1:]):
                t = (lo + hi) / 2
                left = [label for row, label in zip(X, y) if row[j] <= t]
                right = [label for row, label in zip(X, y) if row[j] > t]
                if min(len(left), len(right)) < self.min_leaf:
                    continue
                score = (len(left) * gini(left) + len(right) * gini(right)) / len(y)
                if score < best[0]:
                    best = (score, j, t)
        return best

    def _grow(self, X, y, depth):
        counts = Counter(y)
        leaf = Leaf(counts.most_common(1)[0][0], dict(counts))
        if depth >= self.max_depth or len(counts) == 1:
            return leaf
        _, j, t = self._best_split(X, y)
        if j is None:
            return leaf
        left = [i for i, row in enumerate(X) if row[j] <= t]
        right = [i for i, row in enumerate(X) if row[j] > t]
        return Split(
            j,
            t,
            self._grow([X[i] for i in left], [y[i] for i in left], depth + 1),
            self._grow([X[i] for i in right], [y[i] for i in right], depth + 1),
        )

    def predict(self, X):
        return [self._walk(self.root, row) for row in X]

    def _walk(self, node, row):
        while isinstance(node, Split):
            node = node.left if row[node.feature] <= node.threshold else node.right
        return node.label


CASES = [
    (
        [[2.1, 1.0], [1.3, 3.2], [3.3, 1.1], [6.0, 2.2], [7.1, 3.9], [5.5, 0.4], [6.8, 1.2], [2.2, 2.8]],
        ["low", "low", "low", "high", "top", "high", "high", "low"],
        [[2.0, 2.0], [6.5, 1.0], [7.0, 4.0]],
    ),
    (
        [[i % 5, i % 3] for i in range(20)],
        [int((i % 5 > 2) != (i % 3 == 0)) for i in range(20)],
        [[0, 0], [4, 0], [3, 2], [1, 1]],
    ),
]
