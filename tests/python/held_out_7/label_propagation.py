# ruff: noqa
"""Semi-supervised labels: spread the few known labels over a neighbour graph."""

import heapq
import math


class Learner:
    def __init__(self, k=2, sigma=1.0, sweeps=20):
        self.k = k
        self.sigma = sigma
        self.sweeps = sweeps

    def _graph(self, X):
        edges = [{} for _ in X]
        for i, x in enumerate(X):
            near = heapq.nsmallest(self.k, ((math.dist(x, z), j) for j, z in enumerate(X) if j != i))
            for d, j in near:
                w = math.exp(-(d**2) / (2 * self.sigma**2))
                edges[i][j] = edges[j][i] = w
        return edges

    def fit(self, X, y):
        self.X = X
        edges = self._graph(X)
        self.classes = sorted({label for label in y if label is not None})
        uniform = [1 / len(self.classes)] * len(self.classes)
        clamp = [None if label is None else [float(c == label) for c in self.classes] for label in y]
        F = [list(c or uniform) for c in clamp]
        for _ in range(self.sweeps):
            G = []
            for i, links in enumerate(edges):
                total = sum(links.values())
                if clamp[i] is not None or total == 0:
                    G.append(F[i])
                    continue
                G.append([sum(w * F[j][c] for j, w in links.items()) / total for c in range(len(self.classes))])
            F = G
        self.F = F

    def predict(self, X):
        answers = []
        for x in X:
            i = min(range(len(self.X)), key=lambda t: math.dist(x, self.X[t]))
            scores = self.F[i]
            answers.append(self.classes[scores.index(max(scores))])
        return answers


MOONS = [[0, 0], [0.5, 0.6], [1, 1], [1.6, 1.2], [2.2, 1.1], [4, 4], [4.5, 4.2], [5, 4], [5.4, 3.5], [5.5, 3]]
CASES = [
    (MOONS, ["a", None, None, None, None, "b", None, None, None, None], [[2.3, 1.0], [5.5, 2.9], [3, 2.5]]),
    ([[0], [1], [2], [3]], [None, 1, None, 0], [[0], [2.2], [9]]),
]
