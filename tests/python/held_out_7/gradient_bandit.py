# ruff: noqa
"""Gradient bandit: softmax preferences per context, moved by reward against a baseline."""

import math
import random


def softmax(prefs):
    top = max(prefs.values())
    exps = {a: math.exp(p - top) for a, p in prefs.items()}
    total = sum(exps.values())
    return {a: e / total for a, e in exps.items()}


class Policy:
    def __init__(self, actions, alpha):
        self.prefs = {a: 0.0 for a in actions}
        self.alpha = alpha
        self.baseline = 0.0
        self.steps = 0

    def learn(self, action, reward):
        self.steps += 1
        probs = softmax(self.prefs)
        advantage = reward - self.baseline
        for a in self.prefs:
            indicator = 1.0 if a == action else 0.0
            self.prefs[a] += self.alpha * advantage * (indicator - probs[a])
        self.baseline += (reward - self.baseline) / self.steps


class Learner:
    actions = ("a", "b", "c")

    def __init__(self, alpha=0.6, seed=11):
        self.rng = random.Random(seed)
        self.alpha = alpha
        self.policies = {}

    def update(self, x, y):
        key = x[0]
        if key not in self.policies:
            self.policies[key] = Policy(self.actions, self.alpha)
        policy = self.policies[key]
        probs = softmax(policy.prefs)
        (action,) = self.rng.choices(list(probs), weights=list(probs.values()))
        policy.learn(action, 1.0 if action == y else -0.2)

    def predict(self, x):
        policy = self.policies.get(x[0])
        if policy is None:
            return self.actions[0]
        return max(policy.prefs, key=policy.prefs.get)


CASES = [
    ([["day"], ["night"]] * 25, ["a", "c"] * 25, [["day"], ["night"], ["noon"]]),
    ([[1]] * 30, ["b"] * 20 + ["c"] * 10, [[1], [2]]),
]
