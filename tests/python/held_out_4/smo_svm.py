# ruff: noqa
"""A support vector machine trained by simplified SMO with an RBF or linear kernel."""

import math
import random


def linear(u, v):
    return sum(a * b for a, b in zip(u, v))


def rbf(u, v, gamma=0.5):
    return math.exp(-gamma * sum((a - b) ** 2 for a, b in zip(u, v)))


class Learner:
    def __init__(self, kernel=rbf, C=2.0, tol=1e-3, max_passes=2):
        self.kernel, self.C, self.tol, self.max_passes = kernel, C, tol, max_passes
        self.rng = random.Random(42)

    def f(self, i):
        return sum(a * t * k for a, t, k in zip(self.alpha, self.y, self.K[i]) if a > 0) + self.b

    def fit(self, X, y):
        n = len(X)
        self.X, self.y = X, [1 if label else -1 for label in y]
        self.K = [[self.kernel(a, b) for b in X] for a in X]
        self.alpha, self.b = [0.0] * n, 0.0
        passes = sweeps = 0
        while passes < self.max_passes and sweeps < 8:
            sweeps += 1
            changed = sum(self.optimise(i, n) for i in range(n))
            passes = passes + 1 if changed == 0 else 0

    def optimise(self, i, n):
        y, alpha, K = self.y, self.alpha, self.K
        Ei = self.f(i) - y[i]
        if not ((y[i] * Ei < -self.tol and alpha[i] < self.C) or (y[i] * Ei > self.tol and alpha[i] > 0)):
            return False
        j = self.rng.choice([k for k in range(n) if k != i])
        Ej = self.f(j) - y[j]
        ai, aj = alpha[i], alpha[j]
        if y[i] != y[j]:
            L, H = max(0, aj - ai), min(self.C, self.C + aj - ai)
        else:
            L, H = max(0, ai + aj - self.C), min(self.C, ai + aj)
        eta = 2 * K[i][j] - K[i][i] - K[j][j]
        if L == H or eta >= 0:
            return False
        alpha[j] = min(H, max(L, aj - y[j] * (Ei - Ej) / eta))
        if abs(alpha[j] - aj) < 1e-5:
            return False
        alpha[i] += y[i] * y[j] * (aj - alpha[j])
        b1 = self.b - Ei - y[i] * (alpha[i] - ai) * K[i][i] - y[j] * (alpha[j] - aj) * K[i][j]
        b2 = self.b - Ej - y[i] * (alpha[i] - ai) * K[i][j] - y[j] * (alpha[j] - aj) * K[j][j]
        if 0 < alpha[i] < self.C:
            self.b = b1
        elif 0 < alpha[j] < self.C:
            self.b = b2
        else:
            self.b = (b1 + b2) / 2
        return True

    def predict(self, X):
        return [
            int(sum(a * t * self.kernel(v, x) for a, t, v in zip(self.alpha, self.y, self.X) if a > 0) + self.b > 0)
            for x in X
        ]


RING = [(math.cos(t) * r, math.sin(t) * r) for r in (0.5, 2.0) for t in range(6)]
CASES = [
    (RING, [True] * 6 + [False] * 6, [(0, 0), (2, 0), (0.3, -0.3), (-1.8, 1)]),
    ([(0, 0), (1, 0), (0, 1), (3, 3), (4, 3), (3, 4)], [0, 0, 0, 1, 1, 1], [(0.5, 0.5), (3.5, 3.5), (1, 1)]),
]
