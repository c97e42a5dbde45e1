# ruff: noqa
"""A linear support vector machine by Pegasos."""


class Learner:
    def __init__(self, lam=0.1, passes=8):
        self.lam = lam
        self.passes = passes

    def fit(self, X, y):
        self.labels = sorted(set(y))
        signs = [1 if label == self.labels[-1] else -1 for label in y]
        data = [list(map(float, x)) + [1.0] for x in X]
        w = [0.0] * len(data[0])
        t = 0
        for _ in range(self.passes):
            for x, s in zip(data, signs):
                t += 1
                eta = 1.0 / (self.lam * t)
                margin = s * sum(a * b for a, b in zip(w, x))
                w = [(1 - eta * self.lam) * a for a in w]
                if margin < 1:
                    w = [a + eta * s * b for a, b in zip(w, x)]
                norm = sum(a * a for a in w) ** 0.5
                limit = self.lam**-0.5
                if norm > limit:
                    w = [a * limit / norm for a in w]
        self.w = w
        return self

    def predict(self, X):
        out = []
        for x in X:
            s = sum(a * b for a, b in zip(self.w, list(x) + [1.0]))
            out.append(self.labels[-1] if s >= 0 else self.labels[0])
        return out


CASES = [
    (
        [[1, 1], [2, 1], [1, 2], [2, 3], [6, 5], [7, 7], [5, 8], [8, 6], [1, 3], [7, 5]],
        ["a", "a", "a", "a", "b", "b", "b", "b", "a", "b"],
        [[0, 0], [9, 9], [4, 4], [3, 5]],
    ),
    ([[(-1) ** i, i % 4 - 1.5] for i in range(14)], [i % 2 for i in range(14)], [[1, 0.0], [-1, 0.0], [0.2, 1.5]]),
]
