# ruff: noqa
"""Conjunctions over attributes by candidate elimination: the version space from below and above."""

from __future__ import annotations

ANY = None


class Hypothesis(tuple):
    def covers(self, x) -> bool:
        return all(wanted is ANY or wanted == value for wanted, value in zip(self, x))

    def more_general(self, other: Hypothesis) -> bool:
        return all(mine is ANY or mine == theirs for mine, theirs in zip(self, other))


class Learner:
    def __init__(self, n: int):
        self.specific: Hypothesis | None = None
        self.general = [Hypothesis([ANY] * n)]

    def update(self, x, y) -> None:
        if y:
            self.specific = Hypothesis(
                x if self.specific is None else [a if a == b else ANY for a, b in zip(self.specific, x)]
            )
            self.general = [g for g in self.general if g.covers(x)]
            return
        if self.specific is None:
            return
        refined = []
        for g in self.general:
            if not g.covers(x):
                refined.append(g)
                continue
            for i, value in enumerate(self.specific):
                if g[i] is ANY and value is not ANY and value != x[i]:
                    refined.append(Hypothesis((*g[:i], value, *g[i + 1 :])))
        self.general = [g for g in refined if not any(h != g and h.more_general(g) for h in refined)]

    def predict(self, x) -> int:
        if self.specific is None:
            return 0
        votes = [h.covers(x) for h in (self.specific, *self.general)]
        return 1 if sum(votes) * 2 > len(votes) else 0


CASES = [
    (
        [[0, 1, 0, 2], [0, 1, 1, 2], [3, 4, 1, 2], [0, 1, 1, 5]],
        [1, 1, 0, 1],
        [[0, 1, 0, 5], [3, 4, 0, 2], [0, 4, 1, 1]],
    ),
    ([[1, 1], [0, 1]], [0, 0], [[1, 1]]),
]
