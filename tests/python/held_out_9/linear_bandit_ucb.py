# ruff: noqa
"""UCB1-like learner which picks the label with best optimistic estimate by context bucket."""

import math
from typing import Dict, List, NamedTuple, Optional, Tuple


class ArmStats(NamedTuple):
    pulls: int = 0
    reward: float = 0.0

    def add(self, r: float) -> "ArmStats":
        return self._replace(pulls=self.pulls + 1, reward=self.reward + r)

    @property
    def mean(self) -> float:
        return self.reward / self.pulls if self.pulls else 0.0


class Learner:
    ARMS: List[str] = ["buy", "hold", "sell"]

    def __init__(self, features: int, c: float = 1.0) -> None:
        self.features = features
        self.c = c
        self.stats: Dict[Tuple[int, ...], Dict[str, ArmStats]] = {}
        self.t = 0
        self.last: Optional[str] = None

    def bucket(self, x) -> Tuple[int, ...]:
        return tuple(int(math.floor(v / 10)) for v in x[: self.features])

    def predict(self, x) -> str:
        table = self.stats.get(self.bucket(x))
        if table is None:
            return self.ARMS[0]

        def optimistic(arm):
            s = table[arm]
            if s.pulls == 0:
                return math.inf
            return s.mean + self.c * math.sqrt(2 * math.log(self.t + 1) / s.pulls)

        return max(self.ARMS, key=optimistic)

    def update(self, x, y) -> None:
        self.t += 1
        arm = self.predict(x)
        key = self.bucket(x)
        if key not in self.stats:
            self.stats[key] = {a: ArmStats() for a in self.ARMS}
        r = 1.0 if arm == y else 0.0
        self.stats[key][arm] = self.stats[key][arm].add(r)
        self.last = arm

    def summary(self):
        return {k: {a: round(s.mean, 3) for a, s in v.items()} for k, v in sorted(self.stats.items())}


def prices(n, step):
    out = []
    p = 15.0
    for i in range(n):
        p += step * math.sin(i * 1.3)
        out.append((round(p, 2), (i * 7) % 20))
    return out


def rule(x):
    if x[0] < 12:
        return "buy"
    return "sell" if x[1] >= 10 else "hold"


P = prices(80, 3.0)
CASES = [
    (P[:60], [rule(x) for x in P[:60]], P[60:]),
    ([(5, 5)] * 10, ["sell"] * 10, [(5, 5), (50, 5)]),
]
