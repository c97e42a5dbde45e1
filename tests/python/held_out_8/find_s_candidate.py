# ruff: noqa
"""Candidate elimination: S and G boundaries over attribute-value conjunctions."""

ANY, NONE = "?", "0"


def covers(h, x):
    return all(a == ANY or a == b for a, b in zip(h, x))


def more_general(h, g):
    return all(a == ANY or a == b or b == NONE for a, b in zip(h, g))


class Learner:
    def __init__(self, features):
        self.n = features
        self.S = (NONE,) * features
        self.G = [(ANY,) * features]
        self.domains = [set() for _ in range(features)]
        self.consistent = True

    def predict(self, x):
        if covers(self.S, x):
            return "yes"
        if not any(covers(g, x) for g in self.G):
            return "no"
        return "unknown"

    def update(self, x, y):
        for dom, v in zip(self.domains, x):
            dom.add(v)
        if y == "yes":
            self._generalise(x)
        else:
            self._specialise(x)
        if not self.G:
            self.consistent = False

    def _generalise(self, x):
        self.S = tuple(v if s == NONE else (s if s == v else ANY) for s, v in zip(self.S, x))
        self.G = [g for g in self.G if covers(g, x)]

    def _specialise(self, x):
        new = []
        for g in self.G:
            if not covers(g, x):
                new.append(g)
                continue
            for i in range(self.n):
                if g[i] != ANY:
                    continue
                if self.S[i] not in (ANY, NONE):
                    options = [self.S[i]]
                else:
                    options = sorted(self.domains[i])
                for v in options:
                    if v == x[i]:
                        continue
                    h = g[:i] + (v,) + g[i + 1 :]
                    if more_general(h, self.S):
                        new.append(h)
        # drop duplicates and non-maximal members
        unique = list(dict.fromkeys(new))
        self.G = [h for h in unique if not any(o != h and more_general(o, h) for o in unique)]


X = [
    ("sunny", "warm", "normal", "strong", "warm", "same"),
    ("sunny", "warm", "high", "strong", "warm", "same"),
    ("rainy", "cold", "high", "strong", "warm", "change"),
    ("sunny", "warm", "high", "strong", "cool", "change"),
]
y = ["yes", "yes", "no", "yes"]

CASES = [
    (
        X,
        y,
        [
            ("sunny", "warm", "normal", "strong", "cool", "change"),
            ("rainy", "cold", "normal", "light", "warm", "same"),
            ("sunny", "warm", "normal", "light", "warm", "same"),
        ],
    ),
    ([("a", "b"), ("a", "b")], ["yes", "no"], [("a", "b"), ("c", "d")]),
    ([("r", "s"), ("g", "s"), ("r", "l")], ["no", "yes", "no"], [("g", "l"), ("r", "s"), ("b", "b")]),
]
