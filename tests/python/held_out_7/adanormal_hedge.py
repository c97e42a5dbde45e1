# ruff: noqa
"""AdaNormalHedge: experts without a learning rate, each a fixed rule for the next label."""

import math
from typing import Callable


class Expert:
    def __init__(self, name: str, rule: Callable):
        self.name = name
        self.rule = rule
        self.regret = 0.0
        self.spread = 0.0

    def weight(self) -> float:
        def potential(r, c):
            return math.exp(max(r, 0.0) ** 2 / (3 * c)) if c > 0 else 1.0

        up = potential(self.regret + 1, self.spread + 1)
        down = potential(self.regret - 1, self.spread + 1)
        return (up - down) / 2


RULES = {
    "zero": lambda x: 0,
    "one": lambda x: 1,
    "copy": lambda x: x[-1],
    "flip": lambda x: 1 - x[-1],
    "majority": lambda x: int(2 * sum(x) > len(x)),
    "parity": lambda x: sum(x) % 2,
}


class Learner:
    def __init__(self):
        self.experts = [Expert(name, rule) for name, rule in RULES.items()]
        self.loss = 0.0

    def weights(self):
        raw = [e.weight() for e in self.experts]
        total = sum(raw)
        if total <= 0:
            return [1 / len(raw)] * len(raw)
        return [w / total for w in raw]

    def probability(self, x):
        return sum(w * e.rule(x) for w, e in zip(self.weights(), self.experts))

    def update(self, x, y):
        losses = [abs(e.rule(x) - y) for e in self.experts]
        mix = sum(w * l for w, l in zip(self.weights(), losses))
        self.loss += mix
        for expert, l in zip(self.experts, losses):
            r = mix - l
            expert.regret += r
            expert.spread += abs(r)

    def predict(self, x):
        leader = max(self.experts, key=lambda e: e.regret)
        return round(self.probability(x), 4), leader.name


BITS = [0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1]
CASES = [
    ([BITS[i : i + 2] for i in range(13)], BITS[2:], [[0, 1], [1, 1], [1, 0]]),
    ([[0, 1, 1], [1, 1, 1], [0, 0, 0], [1, 0, 0]] * 3, [0, 1, 0, 1] * 3, [[1, 1, 0], [0, 1, 0]]),
]
