"""Abbe and Sandon, section 3: cross-predictability, and what it bounds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np

from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.theory.limits.cross_predictability import cp_of_batch, cross_predictability
from turingrad.theory.limits.function_classes import Parities, monomials
from turingrad.theory.limits.sums import Sums

MOMENTS = "turingrad.theory.limits.function_classes.Parities.moments"
CLAIMS = Claims("abbe-sandon")


def brute_force(n: int, subsets: list[tuple[int, ...]]) -> Fraction:
    """E_{F,F'} (E_X F(X) F'(X))^2 by counting: every pair of parities on every point."""
    X = np.array(list(product((-1, 1), repeat=n)))
    values = np.array([X[:, list(subset)].prod(axis=1) for subset in subsets])
    inner = values @ values.T  # 2^n E_X F F'
    return Fraction(int((inner**2).sum()), len(subsets) ** 2 * len(X) ** 2)


@CLAIMS.state(
    "Cross-predictability of parities",
    where="section 3",
    statement="The cross-predictability of the uniform parities of n bits is 2^-n.",
    mutations=mutation("as if n were n + 1", MOMENTS, lambda self: (Fraction(1, 2 << self.n), Fraction(1))),
    code="turingrad.theory.limits.cross_predictability.cross_predictability",
    leaves_out="n = 3 and 5",
)
def parities_have_cp_two_to_minus_n() -> Figures:
    figures = {}
    for n in (3, 5):
        subsets = [tuple(i for i in range(n) if bits >> i & 1) for bits in range(1 << n)]
        wanted = brute_force(n, subsets)
        found = cross_predictability(Parities(n)).exact
        require(found == wanted == Fraction(1, 1 << n), f"CP of parities of {n} bits: {found}, by counting {wanted}")
        figures[f"CP of all parities, n = {n}"] = float(wanted)
        single, batch = (cross_predictability(Parities(n), m).exact for m in (1, 3))
        require(single == 1, f"CP_1 of parities of {n} bits: {single}")
        require(batch == Fraction(1, 3) + Fraction(2, 3) * wanted, f"CP_3 of parities of {n} bits: {batch}")
    pairs: list[tuple[int, ...]] = [(a, b) for a in range(5) for b in range(a)]
    found = cross_predictability(monomials(5, 2)).exact
    require(found == brute_force(5, pairs), f"CP of monomials of degree 2: {found}")
    return figures


@CLAIMS.state(
    "Cross-predictability of a batch",
    where="section 3",
    statement="For a batch of m samples CP_m = 1/m + (1 - 1/m) CP_inf, for functions into {-1, 1}.",
    mutations=mutation(
        "without the 1/m",
        "turingrad.theory.limits.claims.predictability.cp_of_batch",
        lambda cp, m: (1 - Fraction(1, m)) * cp,
    ),
    code="turingrad.theory.limits.cross_predictability.cp_of_batch",
    leaves_out="n = 4, m = 3",
)
def batches() -> Figures:
    """CP_m against a simulation of the batch average."""
    n, m = 4, 3
    rng = np.random.default_rng(0)
    X = rng.choice([-1, 1], (200_000, m, n))
    first, second = rng.integers(0, 2, (2, len(X), 1, n))
    both = np.where(first ^ second, X, 1).prod(axis=2).mean(axis=1) ** 2
    error = 5 * both.std() / np.sqrt(len(both))
    exact = float(cp_of_batch(Fraction(1, 1 << n), m))
    require(abs(both.mean() - exact) < error, f"CP_{m}: {exact}, simulated {both.mean()} +- {error}")
    return {"CP_3 of parities of 4 bits": exact, "simulated": float(both.mean()), "five standard errors": float(error)}


@CLAIMS.state(
    "(47), values of mean 0",
    where="sections 5.1 and 6.3",
    statement="For functions into R the 1/m of (47) is multiplied by E F(X)^2 F'(X)^2.",
    mutations=mutation(
        "1/m as for values ±1",
        "turingrad.theory.limits.cross_predictability.cp_of_batch",
        lambda cp, m, _second: Fraction(1, m) + (1 - Fraction(1, m)) * cp,
    ),
    code="turingrad.theory.limits.cross_predictability.cp_of_batch",
    assumptions="(47) is stated for labels ±1; 6.3 maps outputs to R",
    leaves_out="base 3, m = 3",
)
def batches_of_other_values() -> Figures:
    """Values of mean 0 and variance 1, as 6.3 asks for: sums in base 3. CP_3 against a simulation."""
    functions, m = Sums(3, 2, 2).list_functions(), 3
    values = functions.values / np.sqrt(functions.scale)
    rng = np.random.default_rng(0)
    first, second = rng.integers(len(values), size=(2, 200_000, 1))
    points = rng.integers(values.shape[1], size=(200_000, m))
    both = (values[first, points] * values[second, points]).mean(axis=1) ** 2
    error = 5 * both.std() / np.sqrt(len(both))
    exact = cross_predictability(functions, m).value
    require(abs(both.mean() - exact) < error, f"CP_{m}: {exact}, simulated {both.mean()} +- {error}")
    printed = 1 / m + (1 - 1 / m) * cross_predictability(functions).value
    require(abs(both.mean() - printed) > error, f"(47) as for values ±1 would give {printed}, too")
    return {"CP_3": exact, "simulated": float(both.mean()), "with 1/m alone": printed}
