# ruff: noqa
"""Locally weighted linear regression (LOWESS style) with the tricube kernel."""


def tricube(u):
    u = abs(u)
    return (1 - u**3) ** 3 if u < 1 else 0.0


def weighted_line(xs, ys, ws):
    """Slope and intercept that minimise the weighted squares."""
    sw = sum(ws)
    mx = sum(w * x for w, x in zip(ws, xs)) / sw
    my = sum(w * y for w, y in zip(ws, ys)) / sw
    sxx = sum(w * (x - mx) ** 2 for w, x in zip(ws, xs))
    if sxx < 1e-12:
        return 0.0, my
    sxy = sum(w * (x - mx) * (y - my) for w, x, y in zip(ws, xs, ys))
    slope = sxy / sxx
    return slope, my - slope * mx


class Learner:
    def __init__(self, span=0.6):
        self.span = span
        self.xs = []
        self.ys = []

    def update(self, x, y):
        self.xs.append(float(x[0]))
        self.ys.append(float(y))

    def predict(self, x):
        q = x[0]
        n = len(self.xs)
        if n == 0:
            raise RuntimeError("no data yet")
        k = max(2, min(n, int(self.span * n + 0.5)))
        distances = sorted(abs(xi - q) for xi in self.xs)
        h = distances[min(k, n) - 1] * 1.0001 or 1.0
        weights = [tricube((xi - q) / h) for xi in self.xs]
        if sum(weights) < 1e-12:
            return sum(self.ys) / n
        slope, intercept = weighted_line(self.xs, self.ys, weights)
        return round(intercept + slope * q, 5)


XS = [[i / 4] for i in range(17)]
CASES = [
    (XS, [x[0] ** 2 for x in XS], [[1.1], [2.0], [3.9], [5.0]]),
    ([[1], [2], [3]], [2, 4, 6], [[1.5], [10]]),
    ([[0], [0], [0]], [1, 2, 6], [[0], [1]]),
]
