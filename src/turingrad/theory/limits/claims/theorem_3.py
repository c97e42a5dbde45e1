"""Theorem 3, where the best accuracy is known exactly."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np

from turingrad.constructions.claim import Figures, mutation, require, require_bound
from turingrad.theory.limits import bounds
from turingrad.theory.limits.bounds import theorem_3
from turingrad.theory.limits.claims.bounds import BOUNDS, abbe_sandon, integrate_distance

HERE = "turingrad.theory.limits.claims.theorem_3"


def two_functions_one_weight() -> Figures:
    """One weight, one step: the class {x, -x} has CP 1, descent goes to ±g plus noise, and the best decision is right
    with probability 1/2 + TV/2, exactly. Theorem 3 bounds it; a fourth of its second term would not."""
    worst = 0.0
    for g in (0.01, 0.05, 0.1, 0.2, 0.4):
        best = 0.5 + integrate_distance(2 * g) / 2
        bound = theorem_3(g, 1.0, 1, bias=0)
        require(best <= 0.5 + bound.excess, f"g = {g}: accuracy {best}, bound {bound}")
        worst = max(worst, (best - 0.5) / bound.excess)
    return {"largest share of the bound that is reached": worst, **several_steps_of_small_classes()}


def several_steps_of_small_classes() -> Figures:
    """The class {±chi_S} of K parities has CP 1/K and no bias. One weight gathers g F(x) chi_1(x) over the whole
    population: after T steps it is N(±g T, T sigma^2) if F is ±chi_1, else N(0, T sigma^2), which tells nothing of F.
    So the best accuracy is exactly 1/2 + TV / 2K, and JF is g T. The bound is compared with it, and with the printed
    formula: JF once, 1/sigma once, CP^(1/4)."""
    shares = dict[str, float]()
    points = np.array(list(product((-1, 1), repeat=4)))
    for K, steps, g, sigma in ((2, 4, 0.05, 1.0), (4, 1, 0.2, 2.0), (16, 9, 0.02, 0.5)):
        parities = [np.prod(points[:, [i for i in range(4) if code >> i & 1]], axis=1) for code in range(K)]
        values = np.array([sign * parity for parity in parities for sign in (1, -1)])
        counted = float(((values @ values.T / 16.0) ** 2).mean())
        require(abs(counted - 1 / K) < 1e-12, f"{K} parities with signs have CP {counted}")
        best = 0.5 + integrate_distance(2 * g * steps / (sigma * math.sqrt(steps))) / (2 * K)
        found, formula = theorem_3(g * steps, sigma, Fraction(1, K), bias=0), g * steps / sigma * K**-0.25
        require_bound(f"excess, {K} parities", found.excess, [best - 0.5], formula=formula)
        proven = theorem_3(g * steps, sigma, Fraction(1, K), bias=0, proved=True).excess
        require_bound("excess by the proof", proven, [best - 0.5], formula=formula / 2)
        unknown = theorem_3(g * steps, sigma, Fraction(1, K)).excess
        require_bound("excess, bias unknown", unknown, [found.excess], formula=formula + K**-0.25 / 2)
        shares[f"share, {K} parities, {steps} steps"] = (best - 0.5) / found.excess
    return shares


CLAIMS = (
    abbe_sandon(
        number="Theorem 3",
        leaves_out="nets of one weight; classes of 2 to 16 parities",
        where="section 5.1",
        statement="Noisy descent learns with accuracy at most 1/2 + (1/sigma) JF CP_m^(1/4).",
        check=two_functions_one_weight,
        mutations=(
            mutation(
                "a quarter of it",
                f"{HERE}.theorem_3",
                lambda g, s, cp, **given: bounds.theorem_3(g / 4, s, cp, **given),
            ),
            mutation(
                "CP^(1/2)", f"{HERE}.theorem_3", lambda g, s, cp, **given: bounds.theorem_3(g, s, cp * cp, **given)
            ),
            mutation(
                "1/sigma^2", f"{HERE}.theorem_3", lambda g, s, cp, **given: bounds.theorem_3(g, s * s, cp, **given)
            ),
        ),
        code=(f"{BOUNDS}.theorem_3",),
        assumptions="where the optimum is known in closed form; (22) and (37) differ by a factor 2, which is room",
    ),
)
