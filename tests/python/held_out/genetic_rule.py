# ruff: noqa
"""Evolve a threshold function with small integer weights by a genetic algorithm."""

from random import Random


class Learner:
    population = 12
    generations = 10

    def fit(self, X, y):
        rng = Random(0xC0FFEE)
        genes = len(X[0]) + 1

        def fitness(g):
            return sum(self.decide(g, x) == t for x, t in zip(X, y))

        pool = [tuple(rng.randint(-3, 3) for _ in range(genes)) for _ in range(self.population)]
        for _ in range(self.generations):
            pool.sort(key=fitness, reverse=True)
            if fitness(pool[0]) == len(X):
                break
            elite = pool[:4]
            children = []
            while len(children) < self.population - len(elite):
                a, b = rng.sample(elite, 2)
                cut = rng.randrange(1, genes)
                child = list(a[:cut] + b[cut:])
                child[rng.randrange(genes)] += rng.choice((-1, 1))
                children.append(tuple(child))
            pool = elite + children
        self.best = max(pool, key=fitness)
        return self

    @staticmethod
    def decide(g, x):
        return sum(a * b for a, b in zip(g, x)) > g[-1]

    def predict(self, X):
        return [self.decide(self.best, x) for x in X]


BITS = [(i & 1, i >> 1 & 1, i >> 2 & 1, i >> 3 & 1) for i in range(16)]

CASES = [
    (BITS, [sum(x) >= 3 for x in BITS], BITS[5:12]),
    (BITS, [x[0] + 2 * x[3] > x[1] for x in BITS], BITS[::3]),
]
