# ruff: noqa
"""Empirical risk minimization over unions of at most k intervals by dynamic programming."""


class Learner:
    def __init__(self, k=2):
        self.k = k
        self.intervals = []
        self.errors = 0

    def fit(self, X, y):
        points = {}
        for x, label in zip(X, y):
            counts = points.setdefault(x[0], [0, 0])
            counts[1 if label else 0] += 1
        xs = sorted(points)
        # best[(j, inside)] = (errors, cuts) where j intervals have been opened so far
        best = {(0, False): (0, ())}
        for i, x in enumerate(xs):
            negatives, positives = points[x]
            following = {}

            def offer(state, errors, cuts):
                if state not in following or errors < following[state][0]:
                    following[state] = (errors, cuts)

            for (j, inside), (errors, cuts) in best.items():
                if inside:
                    offer((j, True), errors + negatives, cuts)
                    offer((j, False), errors + positives, cuts + (i,))
                else:
                    offer((j, False), errors + positives, cuts)
                    if j < self.k:
                        offer((j + 1, True), errors + negatives, cuts + (i,))
            best = following
        (_, open_end), (self.errors, cuts) = min(best.items(), key=lambda item: (item[1][0], item[0][0]))
        if open_end:
            cuts += (len(xs),)
        self.intervals = [(xs[a], xs[b - 1]) for a, b in zip(cuts[::2], cuts[1::2])]
        return self

    def predict(self, X):
        return [int(any(lo <= x[0] <= hi for lo, hi in self.intervals)) for x in X]


CASES = [
    ([[i] for i in range(12)], [0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0], [[i + 0.5] for i in range(11)]),
    ([[0.3], [0.1], [0.2], [0.2]], [1, 0, 1, 0], [[0.15], [0.2], [0.3]]),
    ([[5], [6]], [0, 0], [[5], [6]]),
]
