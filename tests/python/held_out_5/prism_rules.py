# ruff: noqa
"""Cendrowska's PRISM: covers each class with conjunctions of attribute tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass
class Rule:
    label: str
    tests: dict[str, str] = field(default_factory=dict)

    def covers(self, row: dict[str, str]) -> bool:
        return all(row.get(a) == v for a, v in self.tests.items())

    def __str__(self) -> str:
        body = " and ".join(f"{a}={v}" for a, v in self.tests.items())
        return f"{self.label} <- {body or 'true'}"


def grow(rows, label) -> Rule:
    rule = Rule(label)
    covered = rows
    while any(c != label for _, c in covered):
        best = None
        for attribute in sorted(covered[0][0]):
            if attribute in rule.tests:
                continue
            for value in sorted({r[attribute] for r, _ in covered}):
                matching = [c for r, c in covered if r[attribute] == value]
                hits = matching.count(label)
                key = (Fraction(hits, len(matching)), hits)
                if best is None or key > best[0]:
                    best = (key, attribute, value)
        if best is None:
            break
        _, attribute, value = best
        rule.tests[attribute] = value
        covered = [(r, c) for r, c in covered if r[attribute] == value]
    return rule


class Learner:
    def fit(self, X, y):
        self.rules: list[Rule] = []
        self.default = Counter(y).most_common(1)[0][0]
        for label in sorted(set(y)):
            remaining = list(zip(X, y))
            while any(c == label for _, c in remaining):
                rule = grow(remaining, label)
                self.rules.append(rule)
                remaining = [(r, c) for r, c in remaining if not rule.covers(r)]

    def predict(self, X):
        def first(row):
            for rule in self.rules:
                if rule.covers(row):
                    return rule.label, str(rule)
            return self.default, "default"

        return [first(row) for row in X]


LENSES = [
    {"age": age, "astigmatic": ast, "tears": tears}
    for age in ("young", "old")
    for ast in ("no", "yes")
    for tears in ("reduced", "normal")
]
CASES = [
    (
        LENSES,
        ["none", "soft", "none", "hard", "none", "soft", "none", "none"],
        LENSES[1::2] + [{"age": "baby", "astigmatic": "no", "tears": "none"}],
    ),
    (
        [{"x": str(i % 3), "y": str(i % 2)} for i in range(6)],
        list("ababba"),
        [{"x": "0", "y": "1"}, {"x": "2", "y": "0"}, {"x": "7", "y": "7"}],
    ),
]
