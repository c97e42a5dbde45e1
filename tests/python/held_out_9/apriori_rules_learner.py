# ruff: noqa
"""Rule-list learner: order single- and pair-condition rules by smoothed confidence."""

from collections import Counter
from fractions import Fraction
from itertools import combinations


class Rule:
    def __init__(self, conditions, label, hits, covered):
        self.conditions = conditions
        self.label = label
        self.hits = hits
        self.covered = covered

    @property
    def confidence(self):
        return Fraction(self.hits + 1, self.covered + 2)

    def matches(self, x):
        return all(x[i] == v for i, v in self.conditions)

    def sort_key(self):
        return (-self.confidence, len(self.conditions), str(self.conditions), str(self.label))

    def __repr__(self):
        cond = " and ".join(f"x{i}=={v!r}" for i, v in self.conditions)
        return f"if {cond} then {self.label!r} [{self.confidence}]"


class Learner:
    def __init__(self, min_support=2):
        self.min_support = min_support

    def fit(self, X, y):
        cover, hit = Counter(), Counter()
        for x, t in zip(X, y):
            items = list(enumerate(x))
            for size in (1, 2):
                for conds in combinations(items, size):
                    cover[conds] += 1
                    hit[conds, t] += 1
        self.rules = sorted(
            (Rule(c, t, h, cover[c]) for (c, t), h in hit.items() if cover[c] >= self.min_support),
            key=Rule.sort_key,
        )
        self.default = sorted(Counter(y).items(), key=lambda p: (-p[1], str(p[0])))[0][0]
        return self

    def predict(self, X):
        result = []
        for x in X:
            rule = next((r for r in self.rules if r.matches(x)), None)
            result.append(self.default if rule is None else rule.label)
        return result


DATA = [
    ("student", "young", "low", "no"),
    ("student", "young", "mid", "yes"),
    ("worker", "old", "high", "yes"),
    ("worker", "young", "mid", "yes"),
    ("retired", "old", "low", "no"),
    ("retired", "old", "mid", "no"),
    ("worker", "old", "low", "no"),
    ("student", "young", "low", "no"),
    ("worker", "young", "high", "yes"),
    ("retired", "old", "high", "yes"),
]
X = [d[:3] for d in DATA]
y = [d[3] for d in DATA]

CASES = [
    (X, y, [("student", "old", "low"), ("worker", "young", "low"), ("x", "y", "z"), ("retired", "young", "mid")]),
    ([(1, 2), (1, 3), (2, 2), (2, 3)] * 2, [0, 1, 0, 1] * 2, [(1, 2), (2, 3), (9, 9)]),
]
