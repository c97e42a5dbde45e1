# ruff: noqa
"""Categorical naive Bayes with counts in dictionaries and Laplace smoothing."""

import math
from collections import defaultdict


class Learner:
    def __init__(self):
        self.class_counts = defaultdict(int)
        self.value_counts = defaultdict(int)
        self.values = defaultdict(set)

    def update(self, x, y):
        self.class_counts[y] += 1
        for j, v in enumerate(x):
            self.value_counts[y, j, v] += 1
            self.values[j].add(v)

    def predict(self, x):
        n = sum(self.class_counts.values())
        best, best_score = None, -math.inf
        for label in sorted(self.class_counts):
            count = self.class_counts[label]
            score = math.log(count / n)
            for j, v in enumerate(x):
                score += math.log((self.value_counts.get((label, j, v), 0) + 1) / (count + len(self.values[j])))
            if score > best_score:
                best, best_score = label, score
        return best


PLAY = [
    ("sunny", "hot", "high", False, "no"),
    ("sunny", "hot", "high", True, "no"),
    ("overcast", "hot", "high", False, "yes"),
    ("rain", "mild", "high", False, "yes"),
    ("rain", "cool", "normal", False, "yes"),
    ("rain", "cool", "normal", True, "no"),
    ("overcast", "cool", "normal", True, "yes"),
    ("sunny", "mild", "high", False, "no"),
    ("sunny", "cool", "normal", False, "yes"),
    ("rain", "mild", "normal", False, "yes"),
    ("sunny", "mild", "normal", True, "yes"),
    ("overcast", "mild", "high", True, "yes"),
    ("overcast", "hot", "normal", False, "yes"),
    ("rain", "mild", "high", True, "no"),
]

CASES = [
    (
        [row[:4] for row in PLAY],
        [row[4] for row in PLAY],
        [("sunny", "cool", "high", True), ("overcast", "hot", "high", False), ("snow", "cold", "normal", False)],
    ),
    ([(i % 3, i % 4) for i in range(24)], [i % 3 == 0 for i in range(24)], [(0, 0), (1, 2), (2, 3), (0, 3)]),
]
