# ruff: noqa
"""A small random forest: bootstrap samples, random features, depth-limited trees."""

import random
from collections import Counter


def gini(labels):
    n = len(labels)
    return 1.0 - sum((c / n) ** 2 for c in Counter(labels).values()) if n else 0.0


class Tree:
    def __init__(self, depth, rng):
        self.depth = depth
        self.rng = rng

    def fit(self, X, y):
        self.label = Counter(y).most_common(1)[0][0]
        self.children = None
        if self.depth == 0 or len(set(y)) == 1:
            return self
        features = self.rng.sample(range(len(X[0])), max(1, len(X[0]) // 2))
        best = (gini(y), None, None)
        for f in features:
            for t in sorted({row[f] for row in X})[1:]:
                left = [label for row, label in zip(X, y) if row[f] < t]
                right = [label for row, label in zip(X, y) if row[f] >= t]
                score = (len(left) * gini(left) + len(right) * gini(right)) / len(y)
                if score < best[0]:
                    best = (score, f, t)
        _, self.f, self.t = best
        if self.f is None:
            return self
        sides = ([], []), ([], [])
        for row, label in zip(X, y):
            xs, ys = sides[row[self.f] >= self.t]
            xs.append(row)
            ys.append(label)
        self.children = [Tree(self.depth - 1, self.rng).fit(xs, ys) for xs, ys in sides]
        return self

    def predict_one(self, x):
        if self.children is None:
            return self.label
        return self.children[x[self.f] >= self.t].predict_one(x)


class Learner:
    def __init__(self, n_trees=5, depth=3, seed=0):
        self.n_trees, self.depth, self.seed = n_trees, depth, seed

    def fit(self, X, y):
        rng = random.Random(self.seed)
        self.trees = []
        for _ in range(self.n_trees):
            picks = [rng.randrange(len(X)) for _ in X]
            self.trees.append(Tree(self.depth, rng).fit([X[i] for i in picks], [y[i] for i in picks]))
        return self

    def predict(self, X):
        return [Counter(t.predict_one(x) for t in self.trees).most_common(1)[0][0] for x in X]


CASES = [
    (
        [[i % 5, (i * 3) % 7, i % 2, (i * i) % 11] for i in range(20)],
        ["red" if i % 5 > 2 else "blue" for i in range(20)],
        [[4, 1, 0, 3], [0, 6, 1, 9], [2, 2, 1, 1], [3, 0, 0, 0]],
    ),
    (
        [[x / 2, y / 2] for x in range(4) for y in range(4)],
        [int(x > 1) + int(y > 1) for x in range(4) for y in range(4)],
        [[0.1, 0.2], [1.4, 1.4], [1.2, 0.0]],
    ),
]
