# ruff: noqa
"""A Hopfield network that stores the pattern with its label and completes it."""


class Learner:
    def __init__(self):
        self.W = None
        self.labels = []

    def _encode(self, x, label=None):
        pattern = [1 if v else -1 for v in x]
        code = [0] * len(self.labels) if label is None else [1 if c == label else -1 for c in self.labels]
        return pattern + code

    def fit(self, X, y):
        self.labels = sorted(set(y))
        patterns = [self._encode(x, t) for x, t in zip(X, y)]
        n = len(patterns[0])
        self.W = [[0 if i == j else sum(p[i] * p[j] for p in patterns) for j in range(n)] for i in range(n)]
        return self

    def recall(self, state, clamped):
        changed, rounds = True, 0
        while changed and rounds < 10:
            changed = False
            rounds += 1
            for i in range(clamped, len(state)):
                field = sum(w * s for w, s in zip(self.W[i], state))
                new = (field > 0) - (field < 0) or state[i]
                if new != state[i]:
                    state[i] = new
                    changed = True
        return state

    def predict(self, X):
        out = []
        for x in X:
            state = self.recall(self._encode(x), len(x))
            scores = state[len(x) :]
            out.append(self.labels[scores.index(max(scores))])
        return out


CASES = [
    (
        [[1, 1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1], [1, 0, 1, 0, 1, 0]] * 2,
        ["left", "left", "right", "right", "mixed"] * 2,
        [[1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 0], [0, 0, 1, 0, 1, 0]],
    ),
    (
        [[bool(i & 1), bool(i & 2), bool(i & 4)] for i in range(16)],
        [i & 1 for i in range(16)],
        [[True, False, True], [False, True, True]],
    ),
]
