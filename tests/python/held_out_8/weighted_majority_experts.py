# ruff: noqa
"""Weighted majority vote over simple experts (one per literal, and constants)."""

import random


class Expert:
    def __init__(self, name, fn):
        self.name = name
        self.fn = fn
        self.weight = 1.0
        self.errors = 0

    def __call__(self, x):
        return self.fn(x)

    def __repr__(self):
        return f"Expert({self.name!r}, weight={self.weight:.4f})"


def make_experts(n):
    experts = [Expert("always", lambda x: 1), Expert("never", lambda x: 0)]
    for i in range(n):
        experts.append(Expert(f"x{i}", lambda x, i=i: x[i]))
        experts.append(Expert(f"not x{i}", lambda x, i=i: 1 - x[i]))
    experts.append(Expert("parity", lambda x: sum(x) % 2))
    experts.append(Expert("majority", lambda x: int(2 * sum(x) > len(x))))
    return experts


class Learner:
    def __init__(self, features, beta=0.5):
        self.experts = make_experts(features)
        self.beta = beta
        self.mistakes = 0

    def predict(self, x):
        q = [0.0, 0.0]
        for e in self.experts:
            q[e(x)] += e.weight
        return 1 if q[1] >= q[0] else 0

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes += 1
        for e in self.experts:
            if e(x) != y:
                e.errors += 1
                e.weight *= self.beta
        total = sum(e.weight for e in self.experts)
        if total < 1e-6:
            for e in self.experts:
                e.weight /= total

    def best(self):
        return min(self.experts, key=lambda e: (e.errors, e.name))


rng = random.Random(2024)
X = [[rng.randint(0, 1) for _ in range(6)] for _ in range(100)]
noisy = [x[3] if rng.random() < 0.9 else 1 - x[3] for x in X]
parity = [sum(x) & 1 for x in X]

CASES = [
    (X[:80], noisy[:80], X[80:]),
    (X[:80], parity[:80], X[80:]),
]
