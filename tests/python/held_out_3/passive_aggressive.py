"""A multiclass passive-aggressive learner (PA-I) with weights per class."""

from collections import defaultdict


class Learner:
    def __init__(self, aggressiveness=1.0):
        self.c = aggressiveness
        self.weights = defaultdict(lambda: defaultdict(float))

    def scores(self, x):
        return {label: sum(w[i] * v for i, v in enumerate(x) if i in w) for label, w in self.weights.items()}

    def update(self, x, y):
        self.weights[y]
        scores = self.scores(x)
        own = scores.pop(y)
        if not scores:
            return
        rival = max(scores, key=lambda label: (scores[label], label))
        loss = max(0.0, 1 - own + scores[rival])
        norm = sum(v * v for v in x)
        if loss == 0 or norm == 0:
            return
        tau = min(self.c, loss / (2 * norm))
        for i, v in enumerate(x):
            self.weights[y][i] += tau * v
            self.weights[rival][i] -= tau * v

    def predict(self, x):
        scores = self.scores(x)
        return max(scores, key=lambda label: (scores[label], label))


CASES = [
    (
        [[1, 0, 2], [0, 1, 1], [2, 2, 0], [1, 0, 3], [0, 2, 1], [3, 2, 0]],
        [4, 7, 9, 4, 7, 9],
        [[1, 0, 1], [0, 1, 0], [1, 1, 0]],
    ),
    ([[0.5, -0.5], [-1.5, 0.25], [1, -1]], [1, -1, 1], [[0.1, 0], [-0.1, 0], [0, 0]]),
]
