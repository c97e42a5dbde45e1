# ruff: noqa
"""An ensemble of naive table classifiers, each on a random subset of the features."""

import random
from collections import Counter, defaultdict


class TableClassifier:
    def __init__(self, features):
        self.features = features
        self.table = defaultdict(Counter)

    def key(self, x):
        return tuple(x[f] for f in self.features)

    def fit(self, X, y):
        for x, label in zip(X, y):
            self.table[self.key(x)][label] += 1
        return self

    def vote(self, x):
        counts = self.table.get(self.key(x))
        if not counts:
            return {}
        total = sum(counts.values())
        return {label: c / total for label, c in counts.items()}


class Learner:
    def __init__(self, members=9, size=2, seed=123):
        self.members = members
        self.size = size
        self.seed = seed

    def fit(self, X, y):
        random.seed(self.seed)
        d = len(X[0])
        self.prior = Counter(y)
        self.ensemble = [
            TableClassifier(sorted(random.sample(range(d), min(self.size, d)))).fit(X, y) for _ in range(self.members)
        ]
        return self

    def predict_one(self, x):
        scores = Counter()
        for member in self.ensemble:
            scores.update(member.vote(x))
        if not scores:
            return self.prior.most_common(1)[0][0]
        return max(sorted(scores), key=lambda label: scores[label])

    def predict(self, X):
        return [self.predict_one(x) for x in X]


MUSHROOMS = [
    ["brown", "flat", "sweet", "wood"],
    ["red", "round", "foul", "wood"],
    ["brown", "round", "sweet", "field"],
    ["white", "flat", "foul", "field"],
    ["red", "flat", "none", "wood"],
    ["white", "round", "sweet", "field"],
]
CASES = [
    (
        MUSHROOMS,
        ["ok", "bad", "ok", "bad", "bad", "ok"],
        [["brown", "flat", "sweet", "field"], ["red", "round", "none", "wood"]],
    ),
    ([[0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 1, 0]], [1, 1, 0, 0], [[0, 0, 0], [1, 1, 1], [5, 5, 5]]),
]
