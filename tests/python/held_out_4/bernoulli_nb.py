# ruff: noqa
"""Bernoulli naive Bayes on binary features with Laplace smoothing."""

from math import log


class Learner:
    def __init__(self, alpha=1.0):
        self.alpha = alpha

    def fit(self, X, y):
        self.classes_ = sorted(set(y))
        n_features = len(X[0])
        self.log_prior_ = {}
        self.feature_prob_ = {}
        for c in self.classes_:
            members = [x for x, label in zip(X, y) if label == c]
            self.log_prior_[c] = log(len(members) / len(X))
            self.feature_prob_[c] = [
                (sum(m[j] for m in members) + self.alpha) / (len(members) + 2 * self.alpha) for j in range(n_features)
            ]
        return self

    def _joint_log_likelihood(self, x, c):
        total = self.log_prior_[c]
        for value, p in zip(x, self.feature_prob_[c]):
            total += log(p) if value else log(1 - p)
        return total

    def predict(self, X):
        return [max(self.classes_, key=lambda c: self._joint_log_likelihood(x, c)) for x in X]


def bits(n, width=5):
    return [(n >> k) & 1 for k in range(width)]


CASES = [
    ([bits(n) for n in range(0, 32, 3)], [n % 2 for n in range(0, 32, 3)], [bits(1), bits(2), bits(31)]),
    (
        [[1, 0, 1, 0], [1, 1, 1, 0], [0, 0, 1, 1], [0, 1, 0, 1], [1, 0, 0, 0]],
        ["spam", "spam", "ham", "ham", "spam"],
        [[1, 0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 1]],
    ),
]
