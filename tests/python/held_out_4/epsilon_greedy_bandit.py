# ruff: noqa
"""Epsilon-greedy action values per context, with a decaying exploration rate."""

import random


class Learner:
    def __init__(self, epsilon=0.3, decay=0.95, seed=7):
        self.epsilon = epsilon
        self.decay = decay
        self.rng = random.Random(seed)
        self.n = {}
        self.q = {}

    def update(self, x, y):
        context, arm = x
        key = (context, arm)
        self.n[key] = self.n.get(key, 0) + 1
        old = self.q.get(key, 0.0)
        self.q[key] = old + (y - old) / self.n[key]
        self.epsilon *= self.decay

    def best(self, context, arms):
        values = [self.q.get((context, a), 0.0) for a in arms]
        return arms[values.index(max(values))]

    def predict(self, x):
        context, arms = x
        if self.rng.random() < self.epsilon:
            return self.rng.choice(arms)
        return self.best(context, arms)


def make_rounds(n, seed):
    rng = random.Random(seed)
    X, y = [], []
    for _ in range(n):
        context = rng.choice(["day", "night"])
        arm = rng.randrange(3)
        p = [0.2, 0.5, 0.8][arm] if context == "day" else [0.9, 0.4, 0.1][arm]
        X.append((context, arm))
        y.append(1.0 if rng.random() < p else 0.0)
    return X, y


X1, Y1 = make_rounds(60, 1)
X2, Y2 = make_rounds(12, 2)
QUERIES = [("day", [0, 1, 2]), ("night", [0, 1, 2]), ("night", [1, 2]), ("noon", [2, 1, 0])]
CASES = [(X1, Y1, QUERIES), (X2, Y2, QUERIES * 2)]
