# ruff: noqa
"""One-against-one classification: a mean-difference classifier for every pair of classes votes."""

from abc import ABC, abstractmethod
from collections import Counter
from itertools import combinations


class BinaryClassifier(ABC):
    def __init__(self, positive, negative):
        self.positive = positive
        self.negative = negative

    @abstractmethod
    def train(self, pos, neg): ...

    @abstractmethod
    def score(self, x): ...

    def vote(self, x):
        return self.positive if self.score(x) > 0 else self.negative


class MeanDifference(BinaryClassifier):
    @staticmethod
    def mean(points):
        return [sum(column) / len(points) for column in zip(*points)]

    def train(self, pos, neg):
        mp, mn = self.mean(pos), self.mean(neg)
        self.w = [a - b for a, b in zip(mp, mn)]
        self.b = -sum(w * (a + b) / 2 for w, a, b in zip(self.w, mp, mn))

    def score(self, x):
        return sum(w * v for w, v in zip(self.w, x)) + self.b


class Learner:
    def __init__(self):
        self.duels = []

    def fit(self, X, y):
        groups = {}
        for x, label in zip(X, y):
            groups.setdefault(label, []).append(x)
        for a, b in combinations(sorted(groups), 2):
            duel = MeanDifference(a, b)
            duel.train(groups[a], groups[b])
            self.duels.append(duel)

    def predict(self, X):
        return [self._predict_one(x) for x in X]

    def _predict_one(self, x):
        votes = Counter(duel.vote(x) for duel in self.duels)
        winner, count = max(votes.items(), key=lambda kv: (kv[1], kv[0]))
        return f"{winner} ({count}/{len(self.duels)})"


IRISH = [(5.1, 1.4), (4.9, 1.5), (5.0, 1.3), (6.0, 4.5), (5.7, 4.2), (6.1, 4.7), (6.9, 5.7), (7.2, 6.0), (6.5, 5.5)]
CASES = [
    (IRISH, ["setosa"] * 3 + ["versicolor"] * 3 + ["virginica"] * 3, [(5.0, 2.0), (6.2, 4.9), (7.0, 6.1), (5.5, 3.0)]),
    (
        [(x, y) for x in range(4) for y in range(4)],
        [chr(65 + (x > 1) * 2 + (y > 1)) for x in range(4) for y in range(4)],
        [(0, 0), (3, 0), (0, 3), (2.6, 2.1)],
    ),
]
