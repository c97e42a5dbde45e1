"""Q values of (state, action) from rewards; predicts the best action of a state."""

from collections import defaultdict


class Learner:
    """x is (state, action, next_state) and y the reward; predict takes a state in a tuple."""

    def __init__(self):
        self.q = defaultdict(float)
        self.actions = {}
        self.alpha = 0.5
        self.gamma = 0.9

    def value(self, state):
        if state not in self.actions:
            return 0.0
        return max(self.q[state, a] for a in self.actions[state])

    def update(self, x, y):
        state, action, after = x
        self.actions.setdefault(state, [])
        if action not in self.actions[state]:
            self.actions[state].append(action)
        target = y + self.gamma * self.value(after)
        self.q[state, action] += self.alpha * (target - self.q[state, action])

    def predict(self, x):
        state = x[0]
        if state not in self.actions:
            return "stay"
        return max(self.actions[state], key=lambda a: self.q[state, a])


WALK = [(0, "right", 1), (1, "right", 2), (2, "right", 3), (1, "left", 0), (2, "left", 1), (0, "left", 0)]

CASES = [
    (WALK * 4, [0, 0, 1, 0, 0, -1] * 4, [(0,), (1,), (2,), (3,)]),
    (WALK * 2, [0, 0, -5, 2, 0, 0] * 2, [(0,), (1,), (2,)]),
    (
        [("home", "walk", "work"), ("home", "bus", "work"), ("work", "stay", "home")] * 5,
        [2.0, 1.0, 0.5, 0.0, 3.0, 0.5, 1.0, 1.0, 0.5, 2.5, 0.0, 0.5, 0.0, 0.0, 1.0],
        [("home",), ("work",), ("gym",)],
    ),
]
