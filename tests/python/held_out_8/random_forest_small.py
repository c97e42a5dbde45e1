# ruff: noqa
"""A small random forest of depth-limited trees (Gini), written by hand."""

import random
from collections import Counter


def gini(labels):
    n = len(labels)
    if n == 0:
        return 0.0
    return 1.0 - sum((c / n) ** 2 for c in Counter(labels).values())


def grow(rows, rng, depth):
    labels = [r[-1] for r in rows]
    most = Counter(labels).most_common(1)[0][0]
    if depth == 0 or len(set(labels)) == 1 or len(rows) < 4:
        return most
    n_features = len(rows[0]) - 1
    chosen = rng.sample(range(n_features), max(1, int(n_features**0.5)))
    best = None
    for f in chosen:
        for t in {r[f] for r in rows}:
            left = [r for r in rows if r[f] <= t]
            right = [r for r in rows if r[f] > t]
            if not left or not right:
                continue
            score = (len(left) * gini([r[-1] for r in left]) + len(right) * gini([r[-1] for r in right])) / len(rows)
            if best is None or (score, f, t) < best[:3]:
                best = (score, f, t, left, right)
    if best is None:
        return most
    _, f, t, left, right = best
    return {"feature": f, "threshold": t, "left": grow(left, rng, depth - 1), "right": grow(right, rng, depth - 1)}


def classify(tree, x):
    while isinstance(tree, dict):
        tree = tree["left"] if x[tree["feature"]] <= tree["threshold"] else tree["right"]
    return tree


class Learner:
    def __init__(self, n_trees=9, max_depth=4, random_state=0):
        self.n_trees = n_trees
        self.max_depth = max_depth
        self.random_state = random_state

    def fit(self, X, y):
        rng = random.Random(self.random_state)
        rows = [(*x, label) for x, label in zip(X, y)]
        self.trees = []
        for _ in range(self.n_trees):
            bootstrap = [rng.choice(rows) for _ in rows]
            self.trees.append(grow(bootstrap, rng, self.max_depth))
        return self

    def predict(self, X):
        out = []
        for x in X:
            votes = Counter(classify(t, x) for t in self.trees)
            label, _ = min(votes.items(), key=lambda kv: (-kv[1], str(kv[0])))
            out.append(label)
        return out


gen = random.Random(99)
X = [[gen.randint(0, 9), gen.randint(0, 9), gen.randint(0, 4)] for _ in range(50)]
y = ["high" if a + b > 9 else "low" for a, b, _ in X]

CASES = [
    (X, y, [[0, 0, 0], [9, 9, 4], [5, 5, 2], [2, 9, 1], [9, 1, 0]]),
    ([[1], [2], [3], [10], [11], [12]], [0, 0, 0, 1, 1, 1], [[0], [5], [20]]),
]
