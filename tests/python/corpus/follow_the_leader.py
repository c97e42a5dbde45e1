# ruff: noqa
"""Follow the leader over a family of thresholds and directions."""


class Threshold:
    def __init__(self, feature, cut, above):
        self.feature, self.cut, self.above = feature, cut, above
        self.losses = 0

    def __call__(self, x):
        return self.above if x[self.feature] >= self.cut else not self.above

    def __lt__(self, other):
        return self.losses < other.losses


class Learner:
    def __init__(self):
        self.experts = []

    def update(self, x, y):
        if not self.experts:
            self.experts = [Threshold(f, c / 4, a) for f in range(len(x)) for c in range(5) for a in (True, False)]
        for e in self.experts:
            e.losses += e(x) != y

    def predict(self, x):
        return min(self.experts)(x) if self.experts else True


CASES = [
    (
        [(i / 12, (i * 5 % 12) / 12) for i in range(12)],
        [i >= 6 for i in range(12)],
        [(0.1, 0.9), (0.5, 0.0), (0.9, 0.1)],
    ),
    ([(i / 12, (i * 5 % 12) / 12) for i in range(12)], [i * 5 % 12 < 3 for i in range(12)], [(0.1, 0.9), (0.5, 0.0)]),
    ([(0.5, 0.5)] * 11, [i % 3 == 0 for i in range(11)], [(0.5, 0.5), (0.0, 1.0)]),
]
