# ruff: noqa
"""Rivest's decision lists: greedy rules of at most two literals that cover samples of one label."""

from itertools import combinations
from typing import Optional

Literal = tuple[int, int]


def satisfies(x: list[int], term: tuple[Literal, ...]) -> bool:
    return all(x[i] == value for i, value in term)


def terms(n: int, k: int = 2):
    literals = [(i, value) for i in range(n) for value in (0, 1)]
    for size in range(k + 1):
        for term in combinations(literals, size):
            if len({i for i, _ in term}) == size:
                yield term


class Learner:
    def fit(self, X, y):
        self.rules: list[tuple[tuple[Literal, ...], int]] = []
        rest = list(zip(X, y))
        while rest:
            rule = self._find(rest)
            if rule is None:
                labels = [label for _, label in rest]
                self.rules.append(((), max(set(labels), key=labels.count)))
                break
            self.rules.append(rule)
            rest = [(x, label) for x, label in rest if not satisfies(x, rule[0])]
        return self

    @staticmethod
    def _find(rest) -> Optional[tuple]:
        for term in terms(len(rest[0][0])):
            labels = [label for x, label in rest if satisfies(x, term)]
            if labels and labels.count(labels[0]) == len(labels):
                return term, labels[0]
        return None

    def predict(self, X):
        return [next((label for term, label in self.rules if satisfies(x, term)), -1) for x in X]


CASES = [
    (
        [[0, 0, 1], [0, 1, 1], [1, 1, 0], [1, 0, 0], [1, 0, 1], [1, 1, 1]],
        [0, 0, 1, 0, 0, 1],
        [[0, 1, 0], [1, 1, 0], [1, 0, 0]],
    ),
    ([[0, 1], [1, 0], [1, 0]], [1, 1, 0], [[0, 0], [1, 1], [1, 0]]),
]
