"""A contextual bandit with upper confidence bounds for each context."""

import math
from collections import defaultdict


class Arm:
    def __init__(self):
        self.pulls = 0
        self.total = 0.0

    @property
    def mean(self):
        return self.total / self.pulls if self.pulls else 0.0

    def bound(self, t):
        if self.pulls == 0:
            return math.inf
        return self.mean + math.sqrt(2 * math.log(t) / self.pulls)


class Learner:
    """x = (context, arm) with reward y; predict((context,)) gives the arm to pull."""

    def __init__(self):
        self.arms = defaultdict(dict)
        self.t = 1

    def update(self, x, y):
        context, name = x
        arm = self.arms[context].setdefault(name, Arm())
        arm.pulls += 1
        arm.total += y
        self.t += 1

    def predict(self, x):
        arms = self.arms.get(x[0])
        if not arms:
            return None
        return max(sorted(arms), key=lambda name: arms[name].bound(self.t))


CASES = [
    (
        [("day", "a"), ("day", "b"), ("night", "a"), ("night", "b")] * 4,
        [1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1],
        [("day",), ("night",), ("noon",)],
    ),
    ([(0, "x")] * 9 + [(0, "y")], [0.9] * 9 + [0.5], [(0,), (1,)]),
]
