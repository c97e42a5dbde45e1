# ruff: noqa
"""Weighted majority over the features as experts."""


class Learner:
    beta = 0.5

    def __init__(self, features):
        self.weights = [1.0] * features

    def predict(self, x):
        votes = {}
        for w, advice in zip(self.weights, x):
            votes[advice] = votes.get(advice, 0.0) + w
        return max(sorted(votes), key=votes.get)

    def update(self, x, y):
        for i, advice in enumerate(x):
            if advice != y:
                self.weights[i] *= self.beta


ADVICE = [
    ("up", "down", "up"),
    ("down", "down", "up"),
    ("up", "up", "down"),
    ("down", "up", "up"),
    ("up", "down", "down"),
]

CASES = [
    (ADVICE * 3, [a[1] for a in ADVICE] * 3, [("up", "down", "up"), ("down", "up", "down")]),
    (
        [(i % 2, i % 3, i % 4, 1) for i in range(20)],
        [i % 4 for i in range(20)],
        [(0, 1, 2, 1), (1, 1, 3, 1), (0, 0, 0, 1)],
    ),
    (ADVICE * 2, ["up"] * 10, [("down", "down", "down"), ("up", "down", "down")]),
]
