# ruff: noqa
"""SAMME: multiclass AdaBoost on top of one-attribute lookup tables."""

import math
from collections import defaultdict


class TableLearner:
    """Predicts the weighted majority class for each value of one column."""

    def __init__(self, column):
        self.column = column
        self.table = {}
        self.default = None

    def train(self, X, y, weights, classes):
        votes = defaultdict(lambda: dict.fromkeys(classes, 0.0))
        overall = dict.fromkeys(classes, 0.0)
        for row, label, w in zip(X, y, weights):
            votes[row[self.column]][label] += w
            overall[label] += w
        self.table = {value: max(classes, key=v.get) for value, v in votes.items()}
        self.default = max(classes, key=overall.get)
        return self

    def __call__(self, row):
        return self.table.get(row[self.column], self.default)


class Learner:
    def __init__(self, rounds=10):
        self.rounds = rounds
        self.ensemble = []

    def fit(self, X, y):
        self.classes = sorted(set(y))
        K = len(self.classes)
        w = [1 / len(X)] * len(X)
        for _ in range(self.rounds):
            candidates = [TableLearner(c).train(X, y, w, self.classes) for c in range(len(X[0]))]
            errors = [sum(wi for wi, row, label in zip(w, X, y) if h(row) != label) for h in candidates]
            err, h = min(zip(errors, candidates), key=lambda pair: pair[0])
            if err >= 1 - 1 / K:
                break
            err = max(err, 1e-10)
            alpha = math.log((1 - err) / err) + math.log(K - 1)
            self.ensemble.append((alpha, h))
            if err <= 1e-10:
                break
            w = [wi * math.exp(alpha * (h(row) != label)) for wi, row, label in zip(w, X, y)]
            total = sum(w)
            w = [wi / total for wi in w]

    def predict(self, X):
        result = []
        for row in X:
            score = {c: 0.0 for c in self.classes}
            for alpha, h in self.ensemble:
                score[h(row)] += alpha
            result.append(max(self.classes, key=lambda c: score[c]))
        return result


ANIMALS = [
    ("fur", 4, "land"),
    ("fur", 4, "water"),
    ("feather", 2, "air"),
    ("feather", 2, "water"),
    ("scale", 0, "water"),
    ("scale", 4, "land"),
    ("fur", 2, "air"),
    ("scale", 0, "land"),
    ("fur", 2, "land"),
]
KINDS = ["mammal", "mammal", "bird", "bird", "fish", "reptile", "mammal", "reptile", "mammal"]
CASES = [
    (ANIMALS, KINDS, [("fur", 0, "water"), ("scale", 4, "water"), ("feather", 2, "land"), ("skin", 8, "sea")]),
    (
        [(i % 2, i % 3, i % 5) for i in range(15)],
        [(i % 2 + i % 3) % 3 for i in range(15)],
        [(0, 0, 0), (1, 2, 3), (1, 1, 1)],
    ),
]
