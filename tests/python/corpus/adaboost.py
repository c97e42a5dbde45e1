# ruff: noqa
"""AdaBoost over threshold stumps."""

import math


def stump_predict(stump, x):
    j, cut, sign = stump
    return sign if x[j] >= cut else -sign


class Learner:
    rounds = 6

    def fit(self, X, y):
        n = len(X)
        weights = [1 / n] * n
        candidates = [(j, cut, s) for j in range(len(X[0])) for cut in sorted({x[j] for x in X}) for s in (1, -1)]
        self.ensemble = []
        for _ in range(self.rounds):

            def weighted_error(stump):
                return sum(w for w, x, t in zip(weights, X, y) if stump_predict(stump, x) != t)

            stump = min(candidates, key=weighted_error)
            err = weighted_error(stump)
            if err >= 0.5:
                break
            err = max(err, 1e-10)
            alpha = 0.5 * math.log((1 - err) / err)
            self.ensemble.append((alpha, stump))
            weights = [w * math.exp(-alpha * t * stump_predict(stump, x)) for w, x, t in zip(weights, X, y)]
            total = sum(weights)
            weights = [w / total for w in weights]
        return self

    def decision(self, x):
        return sum(alpha * stump_predict(s, x) for alpha, s in self.ensemble)

    def predict(self, X):
        return [1 if self.decision(x) >= 0 else -1 for x in X]


CASES = [
    (
        [(1, 5), (2, 3), (3, 8), (4, 1), (5, 9), (6, 2), (7, 7), (8, 4), (9, 6), (10, 1), (2, 8), (7, 3)],
        [1, 1, -1, 1, -1, -1, -1, -1, 1, 1, 1, -1],
        [(1, 1), (5, 5), (9, 9), (10, 2), (3, 7)],
    ),
    ([(i, 0) for i in range(10)], [1 if 3 <= i <= 6 else -1 for i in range(10)], [(0, 0), (5, 0), (9, 0)]),
]
