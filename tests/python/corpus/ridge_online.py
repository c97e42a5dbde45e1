# ruff: noqa
"""Online ridge regression with the Sherman-Morrison update of the inverse."""


class Learner:
    def __init__(self, features):
        d = features + 1
        self.P = [[10.0 if i == j else 0.0 for j in range(d)] for i in range(d)]
        self.theta = [0.0] * d

    def update(self, x, y):
        v = [1.0, *x]
        d = len(v)
        Pv = [sum(self.P[i][j] * v[j] for j in range(d)) for i in range(d)]
        denominator = 1.0 + sum(a * b for a, b in zip(v, Pv))
        gain = [p / denominator for p in Pv]
        error = y - sum(t * a for t, a in zip(self.theta, v))
        for i in range(d):
            self.theta[i] += gain[i] * error
            for j in range(d):
                self.P[i][j] -= gain[i] * Pv[j]

    def predict(self, x):
        return round(self.theta[0] + sum(t * a for t, a in zip(self.theta[1:], x)), 6)


CASES = [
    ([(i, i % 3) for i in range(15)], [2 * i - 5 * (i % 3) + 1 for i in range(15)], [(20, 1), (0, 0), (-3, 2)]),
    (
        [(0.5 * i, 0.25 * i * i, 1.0) for i in range(10)],
        [i * 0.1 for i in range(10)],
        [(1.0, 1.0, 1.0), (0.0, 0.0, 0.0)],
    ),
]
