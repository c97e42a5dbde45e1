# ruff: noqa
"""Rocchio profiles with tf-idf weights and cosine similarity over bags of tokens."""

import math
from collections import Counter


class Vector(Counter):
    def norm(self):
        return math.sqrt(sum(v * v for v in self.values()))

    def cosine(self, other):
        bottom = self.norm() * other.norm()
        return sum(self[k] * other[k] for k in sorted(self)) / bottom if bottom else 0.0


class Learner:
    def fit(self, X, y):
        bags = [Vector(self.tokens(x)) for x in X]
        n = len(bags)
        df = Counter(t for bag in bags for t in bag.keys())
        self.idf = {t: math.log((1 + n) / (1 + c)) + 1 for t, c in df.items()}
        self.profiles = {}
        for bag, label in zip(bags, y):
            profile = self.profiles.setdefault(label, Vector())
            weighted = self.weigh(bag)
            length = weighted.norm()
            for t, v in weighted.items():
                profile[t] += v / length

    @staticmethod
    def tokens(x):
        return [f"{i}:{v}" for i, v in enumerate(x) if v]

    def weigh(self, bag):
        return Vector({t: c * self.idf.get(t, 0.0) for t, c in sorted(bag.items())})

    def predict(self, X):
        queries = [self.weigh(Vector(self.tokens(x))) for x in X]
        return [max(self.profiles, key=lambda c, q=q: round(self.profiles[c].cosine(q), 12)) for q in queries]


CASES = [
    (
        [
            (1, 0, 2, 0),
            (1, 1, 0, 0),
            (0, 0, 2, 1),
            (0, 1, 0, 1),
            (1, 0, 2, 1),
            (1, 1, 2, 0),
            (0, 1, 2, 1),
            (0, 0, 0, 1),
            (1, 1, 0, 1),
            (1, 0, 0, 0),
        ],
        ["A", "A", "B", "B", "A", "A", "B", "B", "B", "A"],
        [(1, 0, 0, 0), (0, 0, 0, 1), (1, 0, 2, 1), (0, 0, 0, 0)],
    ),
    (
        [("x", "y"), ("x", "z"), ("w", "y"), ("w", "z"), ("", "y")] * 2,
        [1, 1, 2, 2, 3] * 2,
        [("x", ""), ("w", "y"), ("", "y")],
    ),
]
