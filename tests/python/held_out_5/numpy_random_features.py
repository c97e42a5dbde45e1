# ruff: noqa
"""An extreme learning machine: a random hidden layer and ridge regression on top."""

import numpy as np


class Learner:
    def __init__(self, n_hidden=20, ridge=0.1, seed=0):
        self.n_hidden = n_hidden
        self.ridge = ridge
        self.rng = np.random.default_rng(seed)

    def _hidden(self, X):
        return np.tanh(X @ self.W + self.b)

    def fit(self, X, y):
        X = np.array(X, dtype=float)
        self.mu, self.sigma = X.mean(axis=0), X.std(axis=0) + 1e-8
        X = (X - self.mu) / self.sigma
        self.labels = sorted(set(y))
        T = np.zeros((len(y), len(self.labels)))
        for i, label in enumerate(y):
            T[i, self.labels.index(label)] = 1.0
        self.W = self.rng.normal(size=(X.shape[1], self.n_hidden))
        self.b = self.rng.normal(size=self.n_hidden)
        H = self._hidden(X)
        A = H.T @ H + self.ridge * np.eye(self.n_hidden)
        self.beta = np.linalg.solve(A, H.T @ T)
        accuracy = np.mean((H @ self.beta).argmax(axis=1) == T.argmax(axis=1))
        print(f"train accuracy: {accuracy:.2f}")

    def predict(self, X):
        X = (np.array(X, dtype=float) - self.mu) / self.sigma
        scores = self._hidden(X) @ self.beta
        return [self.labels[k] for k in scores.argmax(axis=1)]


GRID = [[a, b] for a in range(5) for b in range(5)]
CASES = [
    (
        GRID,
        ["in" if (a - 2) ** 2 + (b - 2) ** 2 <= 2 else "out" for a, b in GRID],
        [[2, 2], [0, 4], [2.5, 2.5], [4, 4]],
    ),
    ([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0], [[0, 0], [0, 1], [1, 0], [1, 1]]),
]
