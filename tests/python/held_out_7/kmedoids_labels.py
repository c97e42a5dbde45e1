# ruff: noqa
"""k-medoids by swapping (PAM) with any distance; each medoid answers for its cluster."""

from collections import Counter
from itertools import product


def manhattan(a, b):
    return sum(abs(p - q) for p, q in zip(a, b))


class Learner:
    def __init__(self, k=2, distance=manhattan):
        self.k = k
        self.distance = distance

    def fit(self, X, y):
        n = len(X)
        dist = [[self.distance(a, b) for b in X] for a in X]

        def cost(medoids):
            return sum(min(dist[i][m] for m in medoids) for i in range(n))

        # greedy build, then swap while it helps
        medoids = []
        while len(medoids) < min(self.k, n):
            rest = [i for i in range(n) if i not in medoids]
            medoids.append(min(rest, key=lambda i: cost(medoids + [i])))
        current = cost(medoids)
        improved = True
        while improved:
            improved = False
            for slot, candidate in product(range(len(medoids)), range(n)):
                if candidate in medoids:
                    continue
                trial = medoids[:slot] + [candidate] + medoids[slot + 1 :]
                if (c := cost(trial)) < current:
                    medoids, current, improved = trial, c, True
        self.medoids = [X[m] for m in medoids]
        tallies = [Counter() for _ in medoids]
        for i in range(n):
            owner = min(range(len(medoids)), key=lambda s: dist[i][medoids[s]])
            tallies[owner][y[i]] += 1
        self.labels = [t.most_common(1)[0][0] for t in tallies]
        self.cost = current

    def predict(self, X):
        answers = []
        for x in X:
            d, label = min(((self.distance(x, m), l) for m, l in zip(self.medoids, self.labels)), key=lambda t: t[0])
            answers.append(label)
        return answers


CASES = [
    ([[1, 1], [2, 1], [1, 2], [8, 9], [9, 9], [9, 8]], ["s", "s", "s", "t", "t", "s"], [[0, 0], [10, 10], [5, 4]]),
    ([[1], [2], [50], [3], [49]], [True, True, False, True, False], [[4], [40], [25]]),
    ([[0.5, 0.5]], ["only"], [[9, 9]]),
]
