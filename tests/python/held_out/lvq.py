# ruff: noqa
"""Learning vector quantization (LVQ2.1 without the window)."""


class Prototype:
    __slots__ = ("label", "w")

    def __init__(self, w, label):
        self.w, self.label = list(w), label

    def distance(self, x):
        total = 0.0
        for a, b in zip(self.w, x):
            total += abs(a - b)
        return total

    def move(self, x, step):
        for i, v in enumerate(x):
            self.w[i] += step * (v - self.w[i])


class Learner:
    def __init__(self):
        self.prototypes = []
        self.step = 0.3

    def update(self, x, y):
        labels = {p.label for p in self.prototypes}
        if y not in labels:
            self.prototypes.append(Prototype(x, y))
            return
        closest = min(self.prototypes, key=lambda p: p.distance(x))
        if closest.label == y:
            closest.move(x, self.step)
        else:
            closest.move(x, -self.step / 2)
            own = min((p for p in self.prototypes if p.label == y), key=lambda p: p.distance(x))
            own.move(x, self.step)
        self.step *= 0.97

    def predict(self, x):
        return min(self.prototypes, key=lambda p: (p.distance(x), str(p.label))).label


CASES = [
    (
        [(0, 0), (10, 0), (5, 9), (1, 1), (9, 1), (4, 8), (2, 0), (8, 2), (6, 9), (0, 2), (10, 2), (5, 7)],
        ["left", "right", "top"] * 4,
        [(3, 3), (7, 1), (5, 5), (0, 9)],
    ),
    (
        [(0.1 * i, 0.5, 1 - 0.1 * i) for i in range(10)],
        [i > 3 for i in range(10)],
        [(0.0, 0.5, 1.0), (0.45, 0.5, 0.55)],
    ),
]
