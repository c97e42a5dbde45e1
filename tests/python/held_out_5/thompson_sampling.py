# ruff: noqa
"""Thompson sampling on Bernoulli arms with beta posteriors."""

import random
from collections import defaultdict


class Learner:
    def __init__(self):
        self.wins = defaultdict(lambda: 1)
        self.losses = defaultdict(lambda: 1)
        self.rng = random.Random(2024)

    def update(self, arm, reward):
        if reward:
            self.wins[arm] += 1
        else:
            self.losses[arm] += 1

    def predict(self, arms):
        """Sample from every posterior and play the best sample."""
        best_arm, best_sample = None, -1.0
        for arm in arms:
            theta = self.rng.betavariate(self.wins[arm], self.losses[arm])
            if theta > best_sample:
                best_arm, best_sample = arm, theta
        return best_arm, round(self.posterior_mean(best_arm), 4)

    def posterior_mean(self, arm):
        a, b = self.wins[arm], self.losses[arm]
        return a / (a + b)


CASES = [
    (
        ["red", "red", "blue", "green", "blue", "blue", "red", "green", "blue"],
        [1, 0, 1, 0, 1, 1, 0, 0, 1],
        [["red", "blue", "green"], ["red", "green"], ["blue", "violet"]],
    ),
    (
        [i % 4 for i in range(40)],
        [1 if i % 4 == 2 or i % 7 == 0 else 0 for i in range(40)],
        [[0, 1, 2, 3]] * 5,
    ),
]
