# ruff: noqa
"""Principal components by eigendecomposition, then the nearest class mean in the subspace."""

import numpy as np


class Learner:
    def __init__(self, n_components=2):
        self.n_components = n_components

    def fit(self, X, y):
        X = np.asarray(X, dtype=float)
        y = np.asarray(y)
        self.mean_ = X.mean(axis=0)
        centered = X - self.mean_
        cov = centered.T @ centered / (len(X) - 1)
        values, vectors = np.linalg.eigh(cov)
        order = np.argsort(values)[::-1][: self.n_components]
        self.components_ = vectors[:, order]
        self.explained_ = values[order] / values.sum()
        Z = centered @ self.components_
        self.classes_ = np.unique(y)
        self.centroids_ = np.array([Z[y == c].mean(axis=0) for c in self.classes_])
        return self

    def transform(self, X):
        return (np.asarray(X, dtype=float) - self.mean_) @ self.components_

    def predict(self, X):
        Z = self.transform(X)
        d = ((Z[:, None, :] - self.centroids_[None, :, :]) ** 2).sum(axis=2)
        return self.classes_[d.argmin(axis=1)].tolist()


DATA = [
    [2.5, 2.4, 0.5],
    [0.5, 0.7, 0.2],
    [2.2, 2.9, 0.4],
    [1.9, 2.2, 0.1],
    [3.1, 3.0, 0.9],
    [2.3, 2.7, 0.6],
    [1.0, 1.1, 0.3],
    [1.5, 1.6, 0.2],
]
CASES = [
    (DATA, [1, 0, 1, 1, 1, 1, 0, 0], [[2.0, 1.6, 0.3], [1.1, 0.9, 0.2], [3.5, 3.5, 1.0]]),
    (
        [[i, 2 * i, -i + (i % 3), i % 2] for i in range(10)],
        [i // 4 for i in range(10)],
        [[0, 0, 0, 0], [5, 10, -4, 1], [9, 18, -9, 1]],
    ),
]
