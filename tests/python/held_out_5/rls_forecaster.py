# ruff: noqa
"""Autoregressive forecasting with recursive least squares and a forgetting factor."""

import math


class Learner:
    def __init__(self, order, forgetting=0.98, delta=100.0):
        n = order + 1
        self.w = [0.0] * n
        self.P = [[delta if i == j else 0.0 for j in range(n)] for i in range(n)]
        self.lam = forgetting

    def update(self, x, y):
        phi = [1.0] + list(x)
        n = len(phi)
        Pphi = [sum(self.P[i][j] * phi[j] for j in range(n)) for i in range(n)]
        denom = self.lam + sum(phi[i] * Pphi[i] for i in range(n))
        gain = [v / denom for v in Pphi]
        err = y - sum(w * f for w, f in zip(self.w, phi))
        for i in range(n):
            self.w[i] += gain[i] * err
        for i in range(n):
            for j in range(n):
                self.P[i][j] = (self.P[i][j] - gain[i] * Pphi[j]) / self.lam

    def predict(self, x, steps=3):
        window = list(x)
        forecast = []
        for _ in range(steps):
            nxt = self.w[0] + sum(w * v for w, v in zip(self.w[1:], window))
            forecast.append(round(nxt, 4))
            window = window[1:] + [nxt]
        return forecast


def lagged(series, order):
    X = [series[i - order : i] for i in range(order, len(series))]
    return X, series[order:]


SINE = [math.sin(0.5 * t) for t in range(30)]
GROWTH = [1.0, 1.2]
while len(GROWTH) < 20:
    GROWTH.append(0.6 * GROWTH[-1] + 0.5 * GROWTH[-2])
CASES = [
    (*lagged(SINE, 2), [SINE[-2:], [0.0, 0.5]]),
    (*lagged(GROWTH, 2), [GROWTH[-2:], [2.0, 1.0]]),
    (*lagged([5, 3, 5, 3, 5, 3, 5, 3, 5], 1), [[5], [3]]),
]
