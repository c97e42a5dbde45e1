"""A random forest: bootstrap samples, a random subset of the features at each split, Gini impurity."""

import random
from collections import Counter
from math import isqrt


def gini(labels):
    n = len(labels)
    return 1 - sum((c / n) ** 2 for c in Counter(labels).values())


def majority(labels):
    return max(sorted(set(labels)), key=labels.count)


class Tree:
    def __init__(self, X, y, rng, depth=3):
        self.label = majority(y)
        self.split = None
        if depth == 0 or len(set(y)) == 1:
            return
        features = rng.sample(range(len(X[0])), max(1, isqrt(len(X[0]))))
        best = gini(y)
        for f in features:
            for t in {row[f] for row in X}:
                left = [i for i, row in enumerate(X) if row[f] < t]
                right = [i for i, row in enumerate(X) if row[f] >= t]
                if not left or not right:
                    continue
                impurity = sum(len(part) / len(y) * gini([y[i] for i in part]) for part in (left, right))
                if impurity < best - 1e-9:
                    best, self.split = impurity, (f, t, left, right)
        if self.split:
            f, t, left, right = self.split
            children = (Tree([X[i] for i in part], [y[i] for i in part], rng, depth - 1) for part in (left, right))
            self.split = (f, t, *children)

    def predict(self, x):
        if self.split is None:
            return self.label
        f, t, left, right = self.split
        return (left if x[f] < t else right).predict(x)


class Learner:
    def __init__(self, trees=4, seed=0):
        self.trees = trees
        self.rng = random.Random(seed)

    def fit(self, X, y):
        self.forest = []
        for _ in range(self.trees):
            chosen = [self.rng.randrange(len(X)) for _ in X]
            self.forest.append(Tree([X[i] for i in chosen], [y[i] for i in chosen], self.rng))
        return self

    def predict(self, X):
        return [majority([tree.predict(x) for tree in self.forest]) for x in X]


CASES = [
    (
        [[2, 7, 1, 3], [3, 6, 1, 1], [8, 1, 0, 2], [9, 2, 1, 3], [2, 9, 0, 1], [7, 3, 0, 0]],
        [0, 0, 1, 1, 0, 1],
        [[1, 8, 0, 2], [8, 2, 1, 1], [5, 5, 1, 0]],
    ),
    ([[1], [2], [3], [4], [5]], [2, 2, 3, 3, 3], [[0], [2.5], [6]]),
]
