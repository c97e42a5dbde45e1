# ruff: noqa
"""Least squares on one-hot targets with numpy's pseudo-inverse."""

import numpy as np


class Learner:
    def fit(self, X, y):
        A = np.column_stack([np.ones(len(X)), np.array(X, dtype=np.float64)])
        self.classes, codes = np.unique(np.array(y), return_inverse=True)
        T = np.eye(len(self.classes))[codes]
        self.W = np.linalg.pinv(A) @ T
        return self

    def predict(self, X):
        A = np.column_stack([np.ones(len(X)), np.array(X, dtype=np.float64)])
        return self.classes[np.argmax(A @ self.W, axis=1)].tolist()


CASES = [
    (
        [[0, 0], [0, 1], [1, 0], [5, 5], [5, 6], [6, 5], [9, 0], [9, 1], [8, 0], [1, 1]],
        [0, 0, 0, 1, 1, 1, 2, 2, 2, 0],
        [[0, 0.5], [5.5, 5.5], [9, 0.5]],
    ),
    (
        [[i * 0.1, (i % 3) * 1.0] for i in range(15)],
        ["low" if i < 8 else "high" for i in range(15)],
        [[0.0, 1.0], [1.4, 1.0]],
    ),
]
