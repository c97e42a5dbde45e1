"""Context tree weighting: mixes Krichevsky-Trofimov estimators of all suffix trees."""


class Context:
    def __init__(self):
        self.counts = [0, 0]
        self.kt = 1.0
        self.pw = 1.0
        self.below = {}

    def update(self, bit, history):
        a = self.counts[bit]
        self.kt *= (a + 0.5) / (sum(self.counts) + 1)
        self.counts[bit] += 1
        if history:
            child = self.below.setdefault(history[-1], Context())
            child.update(bit, history[:-1])
            product = 1.0
            for node in self.below.values():
                product *= node.pw
            self.pw = (self.kt + product) / 2
        else:
            self.pw = self.kt


class Learner:
    def __init__(self):
        self.root = Context()
        self.examples = []

    def update(self, x, y):
        self.examples.append((tuple(x), y))
        self.root.update(y, tuple(x))

    def predict(self, x):
        weights = []
        for bit in (0, 1):
            trial = Context()
            for history, y in self.examples:
                trial.update(y, history)
            trial.update(bit, tuple(x))
            weights.append(trial.pw)
        return int(weights[1] > weights[0])


BITS = [0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1]

CASES = [
    ([BITS[i : i + 2] for i in range(10)], [BITS[i + 2] for i in range(10)], [[0, 1], [1, 1], [1, 0]]),
    ([[i % 2, i // 2 % 2] for i in range(10)], [1] * 10, [[0, 0], [1, 1]]),
]
