# ruff: noqa
"""Error-correcting output codes: a perceptron per bit and decoding to the nearest codeword."""

from itertools import product


def exhaustive_code(k):
    """Every way to split k classes in two, up to complement: 2^(k-1) - 1 columns."""
    columns = [(1, *rest) for rest in product((0, 1), repeat=k - 1)]
    columns = [c for c in columns if 0 < sum(c) < k]
    return list(zip(*columns))


class BitPerceptron:
    def __init__(self, dim):
        self.w = [0] * (dim + 1)

    def score(self, x):
        return self.w[-1] + sum(w * v for w, v in zip(self.w, x))

    def bit(self, x):
        return int(self.score(x) > 0)

    def train(self, x, target):
        error = target - self.bit(x)
        if error:
            for i, v in enumerate(list(x) + [1]):
                self.w[i] += error * v


class Learner:
    def fit(self, X, y):
        self.classes = sorted(set(y))
        self.code = dict(zip(self.classes, exhaustive_code(len(self.classes))))
        length = len(self.code[self.classes[0]])
        self.bits = [BitPerceptron(len(X[0])) for _ in range(length)]
        for _ in range(6):
            for x, label in zip(X, y):
                for perceptron, target in zip(self.bits, self.code[label]):
                    perceptron.train(x, target)

    def hamming(self, word, label):
        return sum(a != b for a, b in zip(word, self.code[label]))

    def predict(self, X):
        answers = []
        for x in X:
            word = [p.bit(x) for p in self.bits]
            answers.append(min(self.classes, key=lambda c: self.hamming(word, c)))
        return answers


CORNERS = {"sw": (0, 0), "se": (6, 0), "nw": (0, 6), "ne": (6, 6)}
POINTS = [(cx + dx, cy + dy) for cx, cy in CORNERS.values() for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 2))]
CASES = [
    (POINTS, [name for name in CORNERS for _ in range(4)], [(1, 1), (6, 1), (2, 7), (5, 5), (3, 3)]),
    ([(i, -i) for i in range(-6, 7)], [(i > -3) + (i > 2) for i in range(-6, 7)], [(-5, 5), (0, 0), (6, -6)]),
]
