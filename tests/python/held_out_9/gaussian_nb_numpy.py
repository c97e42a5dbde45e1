# ruff: noqa
"""Gaussian naive Bayes in vectorised numpy."""

import random
import numpy as np


class Learner:
    def __init__(self, var_smoothing=1e-9):
        self.var_smoothing = var_smoothing

    def fit(self, X, y):
        X = np.array(X, dtype=np.float64)
        y = np.array(y)
        self.classes_, counts = np.unique(y, return_counts=True)
        self.priors_ = counts / counts.sum()
        eps = self.var_smoothing * X.var(axis=0).max()
        self.theta_ = np.vstack([X[y == c].mean(axis=0) for c in self.classes_])
        self.var_ = np.vstack([X[y == c].var(axis=0) for c in self.classes_]) + max(eps, 1e-9)
        return self

    def _joint_log_likelihood(self, X):
        X = np.array(X, dtype=np.float64)
        diff = X[:, None, :] - self.theta_[None, :, :]
        ll = -0.5 * (np.log(2 * np.pi * self.var_)[None] + diff**2 / self.var_[None]).sum(axis=2)
        return ll + np.log(self.priors_)

    def predict_proba(self, X):
        jll = self._joint_log_likelihood(X)
        jll -= jll.max(axis=1, keepdims=True)
        p = np.exp(jll)
        return p / p.sum(axis=1, keepdims=True)

    def predict(self, X):
        idx = self._joint_log_likelihood(X).argmax(axis=1)
        return self.classes_[idx].tolist()


def flowers(seed=5, per=12):
    rng = random.Random(seed)
    spec = {
        "setosa": ((5.0, 3.4, 1.5), 0.3),
        "versicolor": ((5.9, 2.8, 4.3), 0.4),
        "virginica": ((6.6, 3.0, 5.6), 0.4),
    }
    data = [([round(rng.gauss(m, s), 1) for m in means], name) for name, (means, s) in spec.items() for _ in range(per)]
    rng.shuffle(data)
    X, y = zip(*data)
    return list(X), list(y)


X, y = flowers()
CASES = [
    (X[:26], y[:26], X[26:]),
    ([[1.0, 2.0], [1.2, 1.9], [8.0, 9.0], [7.5, 9.3]], [0, 0, 1, 1], [[1, 2], [8, 8], [4, 5.5]]),
]
