# ruff: noqa
"""Nearest neighbour search in a k-d tree."""


class KDNode:
    def __init__(self, items, depth=0):
        axis = depth % len(items[0][0])
        items = sorted(items, key=lambda item: item[0][axis])
        middle = len(items) // 2
        self.axis = axis
        self.point, self.label = items[middle]
        self.left = KDNode(items[:middle], depth + 1) if items[:middle] else None
        self.right = KDNode(items[middle + 1 :], depth + 1) if items[middle + 1 :] else None

    def nearest(self, x, best=None):
        d = sum((a - b) ** 2 for a, b in zip(self.point, x))
        if best is None or d < best[0]:
            best = (d, self.label)
        gap = x[self.axis] - self.point[self.axis]
        near, far = (self.left, self.right) if gap < 0 else (self.right, self.left)
        if near:
            best = near.nearest(x, best)
        if far and gap * gap < best[0]:
            best = far.nearest(x, best)
        return best


class Learner:
    def fit(self, X, y):
        self.root = KDNode([(tuple(x), label) for x, label in zip(X, y)])
        return self

    def predict(self, X):
        return [self.root.nearest(x)[1] for x in X]


CASES = [
    (
        [[(i * 7) % 11, (i * 5) % 13] for i in range(24)],
        [chr(97 + i) for i in range(24)],
        [[0, 0], [5, 5], [10, 12], [3.5, 9.2], [-4, 20]],
    ),
    (
        [[0.1 * i, 1.0, -0.1 * i] for i in range(10)],
        [i % 2 == 0 for i in range(10)],
        [[0.33, 1.0, -0.28], [9.0, 0.0, 0.0]],
    ),
]
