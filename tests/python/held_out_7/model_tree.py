# ruff: noqa
"""A model tree: splits that reduce the deviation, and a straight line in each leaf."""

import statistics


def fit_line(rows):
    """Simple regression on the single feature that explains most."""
    ys = [y for _, y in rows]
    mean_y = statistics.fmean(ys)
    best = (sum((y - mean_y) ** 2 for y in ys), None, 0.0, mean_y)
    for j in range(len(rows[0][0])):
        xs = [x[j] for x, _ in rows]
        if len(set(xs)) < 2:
            continue
        slope, intercept = statistics.linear_regression(xs, ys)
        sse = sum((y - slope * x - intercept) ** 2 for x, y in zip(xs, ys))
        if sse < best[0] - 1e-9:
            best = (sse, j, slope, intercept)
    return best


def grow(rows, min_leaf, depth):
    sse, *model = fit_line(rows)
    if depth == 0 or len(rows) < 2 * min_leaf or sse < 1e-6:
        return {"model": model}
    best = None
    for j in range(len(rows[0][0])):
        ordered = sorted(rows, key=lambda r: r[0][j])
        for cut in range(min_leaf, len(rows) - min_leaf + 1):
            low, high = ordered[cut - 1][0][j], ordered[cut][0][j]
            if low == high:
                continue
            total = fit_line(ordered[:cut])[0] + fit_line(ordered[cut:])[0]
            if best is None or total < best[0] - 1e-9:
                best = (total, j, (low + high) / 2, ordered[:cut], ordered[cut:])
    if best is None or best[0] > 0.9 * sse:
        return {"model": model}
    _, j, threshold, left, right = best
    return {
        "feature": j,
        "threshold": threshold,
        "left": grow(left, min_leaf, depth - 1),
        "right": grow(right, min_leaf, depth - 1),
    }


class Learner:
    def __init__(self, min_leaf=2, depth=2):
        self.min_leaf = min_leaf
        self.depth = depth

    def fit(self, X, y):
        self.tree = grow(list(zip(X, y)), self.min_leaf, self.depth)

    def predict(self, X):
        return [round(self._one(x), 4) for x in X]

    def _one(self, x):
        node = self.tree
        while "model" not in node:
            node = node["left"] if x[node["feature"]] <= node["threshold"] else node["right"]
        feature, slope, intercept = node["model"]
        return intercept if feature is None else intercept + slope * x[feature]


CASES = [
    ([[i] for i in range(10)], [abs(i - 5) for i in range(10)], [[2], [8], [12], [5]]),
    ([[0, 1], [0, 2], [0, 3], [1, 1], [1, 2], [1, 3]], [1, 2, 3, -1, -2, -3], [[0, 4], [1, 4], [0.2, 0]]),
    ([[1.0], [1.0]], [2.0, 4.0], [[1.0]]),
]
