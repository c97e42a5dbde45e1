# ruff: noqa
"""Bagged one-rule classifiers with a seeded bootstrap."""

import random
from collections import Counter, defaultdict


class OneR:
    """For one attribute: the majority class of every value."""

    def fit(self, rows, labels):
        best_errors = len(rows) + 1
        for j in range(len(rows[0])):
            table = defaultdict(Counter)
            for row, label in zip(rows, labels):
                table[row[j]][label] += 1
            rule = {v: c.most_common(1)[0][0] for v, c in table.items()}
            errors = sum(rule[row[j]] != label for row, label in zip(rows, labels))
            if errors < best_errors:
                best_errors, self.attribute, self.rule = errors, j, rule
        self.default = Counter(labels).most_common(1)[0][0]
        return self

    def classify(self, row):
        return self.rule.get(row[self.attribute], self.default)


class Learner:
    def __init__(self):
        self.models = []
        self.rng = random.Random(42)

    def fit(self, X, y):
        n = len(X)
        for _ in range(7):
            idx = self.rng.choices(range(n), k=n)
            self.models.append(OneR().fit([X[i] for i in idx], [y[i] for i in idx]))
        return self

    def predict(self, X):
        answers = []
        for x in X:
            votes = Counter(m.classify(x) for m in self.models)
            top = max(votes.values())
            answers.append(sorted(v for v, c in votes.items() if c == top)[0])
        return answers


CASES = [
    (
        [
            ["red", "round", "small"],
            ["red", "round", "large"],
            ["green", "round", "large"],
            ["yellow", "long", "large"],
            ["green", "long", "large"],
            ["red", "round", "small"],
            ["yellow", "round", "small"],
            ["yellow", "long", "small"],
            ["purple", "round", "small"],
            ["green", "round", "small"],
            ["yellow", "long", "large"],
            ["red", "round", "large"],
        ],
        [
            "cherry",
            "apple",
            "apple",
            "banana",
            "banana",
            "cherry",
            "plum",
            "banana",
            "plum",
            "grape",
            "banana",
            "apple",
        ],
        [
            ["red", "round", "large"],
            ["yellow", "long", "large"],
            ["blue", "square", "huge"],
            ["purple", "round", "small"],
        ],
    ),
    ([[i % 2, i % 3] for i in range(18)], [i % 3 for i in range(18)], [[0, 0], [1, 1], [0, 2], [1, 3]]),
]
