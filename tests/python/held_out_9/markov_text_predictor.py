# ruff: noqa
"""Predict next token from the last tokens by back-off n-gram counts."""

from collections import Counter, defaultdict


class Learner:
    def __init__(self, features):
        self.order = features
        self.tables = [defaultdict(Counter) for _ in range(features + 1)]

    def _contexts(self, x):
        for k in range(self.order, -1, -1):
            yield k, tuple(x[len(x) - k :])

    def predict(self, x):
        for k, ctx in self._contexts(x):
            table = self.tables[k]
            if ctx in table:
                ranked = sorted(table[ctx].items(), key=lambda kv: (-kv[1], kv[0]))
                return ranked[0][0]
        return "<unk>"

    def update(self, x, y):
        for k, ctx in self._contexts(x):
            self.tables[k][ctx][y] += 1


TEXT = """
the cat sat on the mat and the dog sat on the log
the cat saw the dog and the dog saw the cat
then the cat ran to the log and the dog ran to the mat
"""


def windows(tokens, n):
    xs, ys = [], []
    for i in range(n, len(tokens)):
        xs.append(tuple(tokens[i - n : i]))
        ys.append(tokens[i])
    return xs, ys


words = TEXT.split()
WX, WY = windows(words, 2)
CX, CY = windows(list("abracadabra abracadabra"), 3)

CASES = [
    (WX, WY, [("the", "cat"), ("sat", "on"), ("to", "the"), ("zebra", "the"), ("foo", "bar")]),
    (CX, CY, [tuple("abr"), tuple("cad"), tuple("zra"), tuple("zzz")]),
    (WX[:3], WY[:3], WX[3:8]),
]
