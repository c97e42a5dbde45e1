"""Draws of numpy.random, one function per group; each gives all draws and the generator as it is afterwards."""

import numpy as np


def normals(seed, n):
    draws = np.random.default_rng(seed)
    return draws.standard_normal(n), draws.standard_exponential(n), draws.random(n), draws


def integers(seed):
    draws = np.random.default_rng(seed)
    found = [
        draws.integers(0, 100, 30),
        draws.integers(-5, 5),
        draws.integers(0, 2**40, 10),
        draws.integers(0, 2**32, 5),
    ]
    found += [draws.integers(3, endpoint=True, size=5), draws.integers(0, [5, 10, 1000]), draws.integers(2**62, size=3)]
    found += [
        draws.choice(10),
        draws.choice(10, 4),
        draws.choice(10, 4, replace=False),
        draws.choice([3.5, 1.5], (2, 3)),
    ]
    found += [draws.choice(4, 10, p=[0.1, 0.2, 0.3, 0.4]), draws.choice(4, 3, replace=False, p=[0.1, 0.2, 0.3, 0.4])]
    found += [
        draws.choice(np.arange(6).reshape(3, 2), 2),
        draws.choice([3, 4, 5]),
        draws.choice(100, 30, replace=False),
    ]
    found += [draws.permutation(10), draws.permutation([1, 2, 3, 4]), draws.permutation(np.arange(6).reshape(3, 2))]
    array, items, rows = np.arange(9), list(range(7)), np.arange(8).reshape(4, 2)
    draws.shuffle(array)
    draws.shuffle(items)
    draws.shuffle(rows)
    return found, array, items, rows, draws


def distributions(seed):
    draws = np.random.default_rng(seed)
    found = [
        draws.uniform(1, [2, 3, 4]),
        draws.normal([0, 10], [1, 2]),
        draws.normal(5, 2, (2, 2)),
        draws.exponential(3.0, 4),
    ]
    found += [draws.laplace(0, 1, 5), draws.logistic(1, 2, 4), draws.gumbel(size=3), draws.lognormal(0, 1, 4)]
    found += [
        draws.rayleigh(2, 3),
        draws.weibull(1.5, 3),
        draws.pareto(3, 2),
        draws.gamma(2.0, 3.0, 9),
        draws.gamma(0.5, 1.0, 9),
    ]
    found += [
        draws.beta(0.5, 0.5, 9),
        draws.beta(2, 3, 5),
        draws.chisquare(4, 3),
        draws.poisson(3, 9),
        draws.poisson(30, 9),
    ]
    found += [draws.poisson([1, 50]), draws.binomial(10, 0.3, 9), draws.binomial(5, 0.8, 5), draws.geometric(0.5, 5)]
    found += [draws.geometric(0.1, 5), draws.triangular(0, 1, 3, 5), draws.standard_t(3, 4), draws.standard_cauchy(3)]
    found += [
        draws.multinomial(10, [0.2, 0.3, 0.5]),
        draws.multinomial(5, [0.5, 0.5], 3),
        draws.dirichlet([1, 2, 3], 2),
    ]
    return found, draws


def legacy(seed):
    draws = np.random.RandomState(seed)
    found = [
        draws.randn(9),
        draws.rand(2, 2),
        draws.randint(0, 100, 9),
        draws.randint(-5, 5),
        draws.randint(0, 2**40, 4),
    ]
    found += [draws.uniform(1, [2, 3]), draws.normal(5, 2, (2, 2)), draws.exponential(3.0, 4), draws.laplace(0, 1, 5)]
    found += [draws.gamma(2.0, 3.0, 9), draws.gamma(0.5, 1.0, 9), draws.beta(0.5, 0.5, 9), draws.poisson(3, 9)]
    found += [
        draws.binomial(10, 0.3, 9),
        draws.geometric(0.1, 5),
        draws.choice(10, 4, replace=False),
        draws.choice([3.5, 1.5], 3),
    ]
    found += [draws.choice(4, 9, p=[0.1, 0.2, 0.3, 0.4]), draws.choice(4, 3, replace=False, p=[0.1, 0.2, 0.3, 0.4])]
    found += [draws.permutation(10), draws.permutation([1, 2, 3]), draws.permutation(np.arange(6).reshape(3, 2))]
    rows = np.arange(8).reshape(4, 2)
    draws.shuffle(rows)
    return found, rows, draws.random_sample(3), draws


def functions(seed):
    np.random.seed(seed)
    found = [
        np.random.rand(3),
        np.random.randn(2, 2),
        np.random.randint(1, 7, size=5),
        np.random.random(),
        np.random.uniform(0, 1, 3),
    ]
    items = list(range(7))
    np.random.shuffle(items)
    return found, items, np.random.normal(size=3), np.random.choice(5), np.random.permutation(5)


SEEDS = [0, 42, 2**40 + 7]
CASES = [(integers, (42,)), (distributions, (7,)), (legacy, (42,)), (functions, (3,)), (normals, (0, 900))]
