# ruff: noqa
"""Predicts the next symbol of a sequence with a Lempel-Ziv 78 phrase tree."""


class Node:
    def __init__(self):
        self.children = {}
        self.count = 1

    def child_weights(self):
        return {s: c.count for s, c in self.children.items()}


class Learner:
    """x is the previous symbol (or None), y the symbol that follows."""

    def __init__(self):
        self.root = Node()
        self.node = self.root
        self.phrases = 0

    def update(self, x, y):
        node = self.node
        node.count += 1
        if y in node.children:
            self.node = node.children[y]
        else:
            node.children[y] = Node()
            self.phrases += 1
            self.node = self.root

    def predict(self, x):
        node = self.root
        for symbol in x:
            node = node.children.get(symbol)
            if node is None:
                node = self.root
        weights = node.child_weights() or self.root.child_weights()
        if not weights:
            return None
        total = sum(weights.values())
        symbol = max(sorted(weights), key=weights.__getitem__)
        return symbol, round(weights[symbol] / total, 3)


def pairs(text):
    return [None, *text[:-1]], list(text)


X1, Y1 = pairs("abracadabraabracadabraabracadabra")
X2, Y2 = pairs([0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0])
CASES = [
    (X1, Y1, ["", "a", "ab", "abr", "zz", "c"]),
    (X2, Y2, [[], [0], [1], [0, 1], [1, 1, 0, 1]]),
]
