# ruff: noqa
"""Gradient boosting of regression stumps under squared loss."""


class Stump:
    def __init__(self, X, residual):
        best = None
        for j in range(len(X[0])):
            for cut in sorted({x[j] for x in X})[1:]:
                left = [r for x, r in zip(X, residual) if x[j] < cut]
                right = [r for x, r in zip(X, residual) if x[j] >= cut]
                a, b = sum(left) / len(left), sum(right) / len(right)
                score = len(left) * a * a + len(right) * b * b
                if best is None or score > best[0] + 1e-12:
                    best = (score, j, cut, a, b)
        if best is None:
            best = (0, 0, X[0][0], 0.0, sum(residual) / len(residual))
        _, self.j, self.cut, self.a, self.b = best

    def __call__(self, x):
        return self.a if x[self.j] < self.cut else self.b


class Learner:
    def __init__(self, rounds=8, shrinkage=0.5):
        self.rounds, self.shrinkage = rounds, shrinkage

    def fit(self, X, y):
        self.base = sum(y) / len(y)
        self.stumps = []
        residual = [t - self.base for t in y]
        for _ in range(self.rounds):
            s = Stump(X, residual)
            self.stumps.append(s)
            residual = [r - self.shrinkage * s(x) for r, x in zip(residual, X)]
        return self

    def predict(self, X):
        return [round(self.base + self.shrinkage * sum(s(x) for s in self.stumps), 6) for x in X]


CASES = [
    ([[i, i % 4] for i in range(14)], [3.0 if i > 6 else 1.0 for i in range(14)], [[0, 0], [7, 0], [13, 3]]),
    ([[i * 0.5] * 2 for i in range(10)], [i * i / 10 for i in range(10)], [[1.2, 1.2], [4.9, 4.9]]),
    ([[2, 2]] * 10, list(range(10)), [[2, 2], [3, 1]]),
]
