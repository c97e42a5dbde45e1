"""Valiant's elimination algorithm for conjunctions of literals."""


class Learner:
    def __init__(self, features):
        self.literals = {(i, sign) for i in range(features) for sign in (False, True)}

    def update(self, x, y):
        if not y:
            return
        self.literals -= {(i, not bool(v)) for i, v in enumerate(x)}

    def predict(self, x):
        return all(bool(x[i]) == sign for i, sign in self.literals)


XS = [[(11 * i + 6) >> k & 1 for k in range(6)] for i in range(28)]

CASES = [
    (XS, [x[1] and not x[4] for x in XS], XS[::4] + [[0, 1, 0, 0, 0, 0]]),
    (XS, [x[0] == 1 for x in XS], [[1, 0, 0, 0, 0, 0], [0, 1, 1, 1, 1, 1]]),
    (XS[:10], [False] * 10, [[1] * 6, [0] * 6]),
    (XS, [True] * 28, [[1] * 6, [0] * 6]),
]
