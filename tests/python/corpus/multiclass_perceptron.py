"""Multi-class perceptron with sparse weights per label."""

from collections import defaultdict


class Learner:
    def __init__(self):
        self.weights = {}

    def _features(self, x):
        yield ("bias",), 1
        for i, value in enumerate(x):
            if isinstance(value, str):
                yield (i, value), 1
            else:
                yield (i,), value

    def predict(self, x):
        feats = list(self._features(x))
        best = None
        for label, w in self.weights.items():
            score = sum(w[f] * v for f, v in feats)
            if best is None or score > best[0]:
                best = (score, label)
        return best[1] if best else None

    def update(self, x, y):
        self.weights.setdefault(y, defaultdict(int))
        guess = self.predict(x)
        if guess == y:
            return
        for f, v in self._features(x):
            self.weights[y][f] += v
            self.weights[guess][f] -= v


CASES = [
    (
        [
            ("cat", 4, "furry"),
            ("bird", 2, "feathers"),
            ("fish", 0, "scales"),
            ("dog", 4, "furry"),
            ("snake", 0, "scales"),
            ("hen", 2, "feathers"),
            ("horse", 4, "hair"),
            ("eel", 0, "skin"),
            ("owl", 2, "feathers"),
            ("cow", 4, "hair"),
        ],
        ["mammal", "bird", "fish", "mammal", "reptile", "bird", "mammal", "fish", "bird", "mammal"],
        [("pig", 4, "hair"), ("duck", 2, "feathers"), ("carp", 0, "scales"), ("ant", 6, "none")],
    ),
    ([(i % 3, i % 4, i % 5) for i in range(24)], [i % 3 for i in range(24)], [(0, 1, 1), (1, 1, 1), (2, 3, 4)]),
]
