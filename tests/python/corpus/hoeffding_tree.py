"""A simplified Hoeffding tree over Boolean features."""

import math


def impurity(counts):
    n = sum(counts.values())
    if n == 0:
        return 0.0
    return -sum(c / n * math.log2(c / n) for c in counts.values() if c)


class HNode:
    def __init__(self, features, prior=None):
        self.features = features
        self.counts = dict(prior or {})
        self.stats = {(f, v): {} for f in features for v in (False, True)}
        self.seen = 0
        self.split = None
        self.children = None

    def leaf(self, x):
        node = self
        while node.split is not None:
            node = node.children[bool(x[node.split])]
        return node

    def learn(self, x, y):
        self.seen += 1
        self.counts[y] = self.counts.get(y, 0) + 1
        for f in self.features:
            table = self.stats[f, bool(x[f])]
            table[y] = table.get(y, 0) + 1

    def gain(self, f):
        parts = [self.stats[f, v] for v in (False, True)]
        weighted = sum(sum(p.values()) / self.seen * impurity(p) for p in parts)
        return impurity(self.counts) - weighted

    def try_split(self, delta):
        if len(self.features) < 1 or len(self.counts) < 2:
            return
        ranked = sorted(((self.gain(f), -f) for f in self.features), reverse=True)
        bound = math.sqrt(math.log(1 / delta) / (2 * self.seen))
        second = ranked[1][0] if len(ranked) > 1 else 0.0
        if ranked[0][0] - second > bound:
            f = -ranked[0][1]
            rest = [g for g in self.features if g != f]
            self.children = {v: HNode(rest, self.stats[f, v]) for v in (False, True)}
            self.split = f


class Learner:
    def __init__(self):
        self.root = None

    def update(self, x, y):
        if self.root is None:
            self.root = HNode(list(range(len(x))))
        leaf = self.root.leaf(x)
        leaf.learn(x, y)
        if leaf.seen % 3 == 0:
            leaf.try_split(0.2)

    def predict(self, x):
        if self.root is None:
            return None
        counts = self.root.leaf(x).counts
        return max(counts, key=counts.get) if counts else None


XS = [[bool((5 * i + 3) >> k & 1) for k in range(4)] for i in range(30)]

CASES = [
    (XS, [x[1] for x in XS], [[True, False, True, True], [False, True, False, False]]),
    (XS, ["a" if x[0] and x[2] else "b" for x in XS], [[True, True, True, True], [True, False, False, True]]),
    (XS[:12], [0] * 12, [[False] * 4]),
]
