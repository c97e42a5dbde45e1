# ruff: noqa
"""Gaussian naive Bayes built from statistics.NormalDist."""

import statistics
from itertools import groupby
from math import exp, log
from operator import itemgetter


class Learner:
    def __init__(self, var_smoothing=1e-3):
        self.var_smoothing = var_smoothing
        self.models = {}
        self.priors = {}

    def fit(self, X, y):
        pairs = sorted(zip(y, X), key=itemgetter(0))
        for label, group in groupby(pairs, key=itemgetter(0)):
            rows = [row for _, row in group]
            self.priors[label] = len(rows) / len(X)
            dists = []
            for column in zip(*rows):
                mu = statistics.fmean(column)
                var = statistics.pvariance(column, mu) + self.var_smoothing
                dists.append(statistics.NormalDist(mu, var**0.5))
            self.models[label] = dists
        return self

    def log_joint(self, x):
        scores = {}
        for label, dists in self.models.items():
            s = log(self.priors[label])
            for d, v in zip(dists, x):
                s += log(max(d.pdf(v), 1e-300))
            scores[label] = s
        return scores

    def predict_proba(self, x):
        scores = self.log_joint(x)
        m = max(scores.values())
        e = {c: exp(s - m) for c, s in scores.items()}
        z = sum(e.values())
        return {c: round(v / z, 6) for c, v in e.items()}

    def predict(self, X):
        result = []
        for x in X:
            proba = self.predict_proba(x)
            result.append(max(proba, key=proba.get))
        return result


# height (cm), weight (kg), foot size
PEOPLE = [
    (182, 81.6, 30),
    (180, 86.2, 28),
    (170, 77.1, 30),
    (180, 74.8, 25),
    (152, 45.4, 15),
    (168, 68.0, 20),
    (165, 59.0, 18),
    (175, 68.0, 23),
]
SEX = ["m"] * 4 + ["f"] * 4

CASES = [
    (PEOPLE, SEX, [(183, 59, 20), (160, 50, 17), (185, 90, 29)]),
    ([(1.0,), (1.1,), (5.0,), (5.2,), (9.0,)], [0, 0, 1, 1, 2], [(0.0,), (3.0,), (5.1,), (8.9,), (100.0,)]),
]
