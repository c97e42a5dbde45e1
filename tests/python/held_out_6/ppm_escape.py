# ruff: noqa
"""Prediction by partial matching with escapes (method C): the most probable next letter."""

from collections import defaultdict
from fractions import Fraction


class Context:
    def __init__(self):
        self.counts: dict[str, int] = {}

    def add(self, symbol):
        self.counts[symbol] = self.counts.get(symbol, 0) + 1

    @property
    def total(self):
        return sum(self.counts.values())

    @property
    def escape(self):
        distinct = len(self.counts)
        return Fraction(distinct, self.total + distinct)


class Learner:
    def __init__(self, order: int = 3):
        self.order = order
        self.table: defaultdict[str, Context] = defaultdict(Context)
        self.alphabet: set[str] = set()

    def update(self, history: str, symbol: str) -> None:
        self.alphabet.add(symbol)
        for k in range(min(self.order, len(history)) + 1):
            self.table[history[len(history) - k :]].add(symbol)

    def distribution(self, history: str) -> dict[str, Fraction]:
        dist = dict.fromkeys(sorted(self.alphabet), Fraction(0))
        left = Fraction(1)
        excluded: set[str] = set()
        for k in range(min(self.order, len(history)), -1, -1):
            context = self.table.get(history[len(history) - k :])
            if context is None:
                continue
            fresh = {s: c for s, c in context.counts.items() if s not in excluded}
            if not fresh:
                continue
            denominator = sum(fresh.values()) + len(fresh)
            for s, c in fresh.items():
                dist[s] += left * Fraction(c, denominator)
            left *= Fraction(len(fresh), denominator)
            excluded |= fresh.keys()
        return dist

    def predict(self, history: str):
        dist = self.distribution(history)
        best = max(dist, key=lambda s: dist[s])
        return best, str(dist[best])


TEXT = "abracadabra abracadabra"
CASES = [
    ([TEXT[max(0, i - 3) : i] for i in range(len(TEXT))], list(TEXT), ["abr", "cad", "ra ", "zzz", ""]),
    (["", "0", "01", "010", "101"], ["0", "1", "0", "1", "0"], ["01", "11", "1"]),
]
