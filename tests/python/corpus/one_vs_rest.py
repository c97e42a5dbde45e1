# ruff: noqa
"""One against the rest, built from any binary learner."""


class BinaryPerceptron:
    def __init__(self):
        self.w = []

    def train(self, data, epochs):
        self.w = [0] * (len(data[0][0]) + 1)
        for _ in range(epochs):
            mistakes = 0
            for x, t in data:
                if self.margin(x) * t <= 0:
                    mistakes += 1
                    self.w = [w + t * v for w, v in zip(self.w, (*x, 1))]
            if not mistakes:
                break
        return self

    def margin(self, x):
        return sum(w * v for w, v in zip(self.w, (*x, 1)))


class Learner:
    def __init__(self, base=BinaryPerceptron, epochs=10):
        self.base = base
        self.epochs = epochs

    def fit(self, X, y):
        self.models = {}
        for label in sorted(set(y)):
            data = [(x, 1 if t == label else -1) for x, t in zip(X, y)]
            self.models[label] = self.base().train(data, self.epochs)
        return self

    def predict(self, X):
        return [max(self.models, key=lambda label: self.models[label].margin(x)) for x in X]


CASES = [
    (
        [[0, 0], [1, 0], [0, 1], [5, 0], [6, 1], [5, 1], [0, 5], [1, 6], [0, 6], [6, 0]],
        ["origin", "origin", "origin", "right", "right", "right", "top", "top", "top", "right"],
        [[0, 0], [7, 0], [0, 7], [3, 3]],
    ),
    ([[i % 4, (i * 3) % 5, 1] for i in range(16)], [i % 4 for i in range(16)], [[0, 0, 1], [3, 2, 1], [1, 4, 1]]),
]
