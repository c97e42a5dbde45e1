# ruff: noqa
"""Specialist experts that abstain: one per (feature, value), with multiplicative updates."""


class Learner:
    def __init__(self):
        self.weight = {}
        self.guess = {}

    def awake(self, x):
        return [(i, v) for i, v in enumerate(x)] + [(-1, None)]

    def predict(self, x):
        votes = {}
        for e in self.awake(x):
            if e in self.guess:
                votes[self.guess[e]] = votes.get(self.guess[e], 0) + self.weight[e]
        if not votes:
            return None
        return max(votes.items(), key=lambda item: (item[1], str(item[0])))[0]

    def update(self, x, y):
        for e in self.awake(x):
            if e not in self.guess:
                self.guess[e] = y
                self.weight[e] = 1.0
            elif self.guess[e] == y:
                self.weight[e] *= 1.5
            else:
                self.weight[e] /= 2
                if self.weight[e] < 0.3:
                    self.guess[e], self.weight[e] = y, 1.0


ROWS = [
    ("mon", "rain"),
    ("tue", "sun"),
    ("wed", "sun"),
    ("thu", "rain"),
    ("fri", "sun"),
    ("sat", "sun"),
    ("sun", "rain"),
]

CASES = [
    (
        ROWS * 3,
        ["bus", "bike", "bike", "bus", "bike", "home", "home"] * 3,
        [("mon", "sun"), ("sat", "sun"), ("sun", "sun"), ("hol", "rain")],
    ),
    ([(i % 4, i % 3) for i in range(20)], [(i % 4) // 2 for i in range(20)], [(0, 0), (3, 1), (2, 7)]),
    ([(1,), (1,)] * 5, [True, False] * 5, [(1,), (2,)]),
]
