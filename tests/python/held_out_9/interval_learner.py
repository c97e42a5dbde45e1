# ruff: noqa
"""PAC learner for axis-parallel rectangles: tightest fit around positives."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random


@dataclass
class Box:
    lo: list[float] = field(default_factory=list)
    hi: list[float] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not self.lo

    def extend(self, point) -> None:
        if self.empty:
            self.lo, self.hi = list(point), list(point)
            return
        self.lo = [min(a, p) for a, p in zip(self.lo, point)]
        self.hi = [max(a, p) for a, p in zip(self.hi, point)]

    def __contains__(self, point) -> bool:
        return not self.empty and all(a <= p <= b for a, p, b in zip(self.lo, point, self.hi))

    def volume(self) -> float:
        v = 1.0
        for a, b in zip(self.lo, self.hi):
            v *= b - a
        return v if not self.empty else 0.0


class Learner:
    def __init__(self, features: int):
        self.features = features
        self.box = Box()
        self.false_negatives = 0
        self.inconsistent = 0

    def predict(self, x) -> bool:
        return x in self.box

    def update(self, x, y) -> None:
        if y and x not in self.box:
            self.false_negatives += 1
            self.box.extend(x)
        elif not y and x in self.box:
            self.inconsistent += 1


def sample(seed: int, n: int, target: Box):
    rng = Random(seed)
    xs = [tuple(rng.randint(0, 20) for _ in target.lo) for _ in range(n)]
    return xs, [x in target for x in xs]


t2 = Box([4, 6], [15, 17])
t3 = Box([0, 3, 3], [18, 20, 12])
X2, y2 = sample(10, 60, t2)
X3, y3 = sample(11, 60, t3)

CASES = [
    (X2[:40], y2[:40], X2[40:]),
    (X3[:45], y3[:45], X3[45:]),
    ([(1,), (2,), (3,)], [False, False, False], [(1,), (2.5,)]),
]
