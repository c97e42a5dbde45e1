# ruff: noqa
"""Predict the next symbol from its context, backing off to shorter contexts."""

from collections import Counter, defaultdict


class Learner:
    """Rows are the last `features` symbols; the label is the symbol that follows."""

    def __init__(self, features):
        self.order = features
        self.tables = [defaultdict(Counter) for _ in range(features + 1)]

    def contexts(self, x):
        for k in range(self.order, -1, -1):
            yield k, tuple(x[len(x) - k :])

    def predict(self, x):
        for k, ctx in self.contexts(x):
            counts = self.tables[k].get(ctx)
            if counts:
                top = max(counts.values())
                return min(s for s, c in counts.items() if c == top)
        return "?"

    def update(self, x, y):
        for k, ctx in self.contexts(x):
            self.tables[k][ctx][y] += 1

    def generate(self, seed, length):
        out = list(seed)
        for _ in range(length):
            out.append(self.predict(out[-self.order :]))
        return "".join(out)


def windows(text, k):
    X = [tuple(text[i : i + k]) for i in range(len(text) - k)]
    y = list(text[k:])
    return X, y


TEXT = "the cat sat on the mat and the rat sat on the cat; the hat is on the mat "
X, y = windows(TEXT * 2, 3)
Xw, yw = windows("to be or not to be that is the question to be or to see".split(), 2)

CASES = [
    (X, y, [tuple("the"), tuple("on "), tuple("zat"), tuple("zzz"), tuple(" ma")]),
    (Xw, yw, [("to", "be"), ("or", "not"), ("be", "or"), ("blue", "to"), ("x", "y")]),
]
