# ruff: noqa
"""EXP3 run on recorded losses: every label is an arm, and wrong arms cost one."""

import math
import random


class Learner:
    def __init__(self, n_arms=3, gamma=0.2, seed=7):
        self.n_arms = n_arms
        self.gamma = gamma
        self.weights = {}
        self.rng = random.Random(seed)
        self.total_reward = 0.0

    def _context(self, x):
        return tuple(int(v > 0) for v in x)

    def _probs(self, ctx):
        w = self.weights.setdefault(ctx, [1.0] * self.n_arms)
        total = sum(w)
        return [(1 - self.gamma) * wi / total + self.gamma / self.n_arms for wi in w]

    def _draw(self, probs):
        r = self.rng.random()
        acc = 0.0
        for arm, p in enumerate(probs):
            acc += p
            if r < acc:
                return arm
        return len(probs) - 1

    def update(self, x, y):
        ctx = self._context(x)
        probs = self._probs(ctx)
        arm = self._draw(probs)
        reward = 1.0 if arm == y else 0.0
        self.total_reward += reward
        estimate = reward / probs[arm]
        self.weights[ctx][arm] *= math.exp(self.gamma * estimate / self.n_arms)

    def predict(self, x):
        probs = self._probs(self._context(x))
        return max(range(self.n_arms), key=lambda a: probs[a])


SIGNS = [[1, -1], [-1, 1], [1, 1], [-1, -1]]
CASES = [
    (SIGNS * 10, [0, 1, 2, 0] * 10, SIGNS),
    ([[0.5], [-0.5]] * 15, [1, 2] * 15, [[3.0], [-2.0], [0.0]]),
]
