# ruff: noqa
"""The best single threshold on one feature."""


class Learner:
    def fit(self, X, y):
        best = None
        for j in range(len(X[0])):
            values = sorted(set(row[j] for row in X))
            cuts = [values[0] - 1] + [(a + b) / 2 for a, b in zip(values, values[1:])]
            for cut in cuts:
                for polarity in (1, -1):
                    errors = 0
                    for row, label in zip(X, y):
                        guess = polarity if row[j] > cut else -polarity
                        if guess != label:
                            errors += 1
                    if best is None or errors < best[0]:
                        best = (errors, j, cut, polarity)
        self.errors, self.feature, self.cut, self.polarity = best

    def predict(self, X):
        return [self.polarity if row[self.feature] > self.cut else -self.polarity for row in X]


CASES = [
    (
        [[1, 10], [2, 9], [3, 1], [4, 2], [5, 8], [6, 3], [7, 1], [8, 7], [9, 2], [10, 9]],
        [-1, -1, 1, 1, -1, 1, 1, -1, 1, -1],
        [[5, 5], [5, 6], [0, 0], [3, 8]],
    ),
    ([[0.5 * i, 3.0] for i in range(12)], [1 if i < 4 else -1 for i in range(12)], [[1.6, 3.0], [1.8, 3.0]]),
    ([[1, 1]] * 10, [1] * 10, [[0, 0], [1, 1]]),
]
