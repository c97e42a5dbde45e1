# ruff: noqa
"""Candidate elimination: the most specific and most general conjunctions."""

ANY = "*"


def covers(h, x):
    return h is not None and all(a in (ANY, v) for a, v in zip(h, x))


def more_general(a, b):
    if b is None:
        return True
    return all(p in (ANY, q) for p, q in zip(a, b))


class Learner:
    def __init__(self):
        self.S = None
        self.G = None
        self.seen = []

    def update(self, x, y):
        x = tuple(x)
        if self.G is None:
            self.G = [(ANY,) * len(x)]
            self.domains = [set() for _ in x]
        for values, v in zip(self.domains, x):
            values.add(v)
        if y:
            self.G = [g for g in self.G if covers(g, x)]
            if self.S is None:
                self.S = x
            else:
                self.S = tuple(s if s == v else ANY for s, v in zip(self.S, x))
        else:
            specialized = []
            for g in self.G:
                if not covers(g, x):
                    specialized.append(g)
                    continue
                for i, v in enumerate(x):
                    if g[i] != ANY:
                        continue
                    if self.S is not None and self.S[i] not in (ANY, v):
                        specialized.append(g[:i] + (self.S[i],) + g[i + 1 :])
            self.G = [g for g in specialized if more_general(g, self.S)]

    def predict(self, x):
        if covers(self.S, x):
            return "yes"
        if self.G and any(covers(g, x) for g in self.G):
            return "maybe"
        return "no"


SPORT = [
    (("sunny", "warm", "normal", "strong", "warm", "same"), True),
    (("sunny", "warm", "high", "strong", "warm", "same"), True),
    (("rainy", "cold", "high", "strong", "warm", "change"), False),
    (("sunny", "warm", "high", "strong", "cool", "change"), True),
]

CASES = [
    (
        [x for x, _ in SPORT] * 3,
        [y for _, y in SPORT] * 3,
        [
            ("sunny", "warm", "normal", "strong", "cool", "change"),
            ("rainy", "cold", "normal", "light", "warm", "same"),
            ("sunny", "warm", "normal", "light", "warm", "same"),
            ("sunny", "cold", "normal", "strong", "warm", "same"),
        ],
    ),
    ([(1, i % 2, i % 3) for i in range(10)], [True] * 10, [(1, 0, 0), (0, 0, 0), (1, 5, 5)]),
    ([(i % 2, i // 2 % 2) for i in range(12)], [i % 2 == 1 for i in range(12)], [(1, 0), (0, 0), (1, 1)]),
]
