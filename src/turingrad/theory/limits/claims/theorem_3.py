"""Theorem 3, where the best accuracy and the total variation are known exactly."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np

from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require, require_bound
from turingrad.theory.limits import bounds
from turingrad.theory.limits.claims.bounds import BOUNDS, integrate_distance
from turingrad.theory.limits.function_classes import overlaps

CLAIMS = Claims("abbe-sandon")


@CLAIMS.state(
    "Theorem 3",
    where="section 5.1",
    statement="Noisy descent learns with accuracy at most 1/2 + (1/sigma) JF CP_m^(1/4).",
    mutations=(
        mutation("a fourth of the flow", f"{BOUNDS}._flow", lambda f, s, p: math.log2(f / s / 4) - p),
        mutation("1/sigma^2", f"{BOUNDS}._flow", lambda f, s, p: math.log2(f / s / s) - p),
        change_result("CP^(1/2)", f"{BOUNDS}.log2_of", lambda found: 2 * found),
        change_result("4 times the bound", f"{BOUNDS}._flow", lambda found: found + 2),
    ),
    code=f"{BOUNDS}.theorem_3",
    assumptions="only where the optimum is known in closed form; (22) and (37) differ by a factor 2, which leaves the "
    "bound slack",
    leaves_out="nets of one weight; classes of 2 to 16 parities, and of functions that share a correlation",
)
def two_functions_one_weight() -> Figures:
    """One weight, one step: the class {x, -x} has CP 1, descent goes to ±g plus noise, and the best decision is right
    with probability 1/2 + TV/2, exactly. Theorem 3 bounds it; a fourth of its second term would not."""
    variations, worst = what_the_proof_bounds(), 0.0
    for g in (0.01, 0.05, 0.1, 0.2, 0.4):
        best = 0.5 + integrate_distance(2 * g) / 2
        bound = bounds.theorem_3(g, 1.0, 1, bias=0)
        require(best <= 0.5 + bound.excess, f"g = {g}: accuracy {best}, bound {bound}")
        worst = max(worst, (best - 0.5) / bound.excess)
    shares = {"largest share of the bound that is reached": worst}
    return {**shares, **several_steps_of_small_classes(), **variations}


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
        found, formula = bounds.theorem_3(g * steps, sigma, Fraction(1, K), bias=0), g * steps / sigma * K**-0.25
        require_bound(f"excess, {K} parities", found.excess, [best - 0.5], formula=formula)
        proven = bounds.theorem_3(g * steps, sigma, Fraction(1, K), bias=0, proved=True).excess
        require_bound("excess by the proof", proven, [best - 0.5], formula=formula / 2)
        unknown = bounds.theorem_3(g * steps, sigma, Fraction(1, K)).excess
        require_bound("excess, bias unknown", unknown, [found.excess], formula=formula + K**-0.25 / 2)
        shares[f"share, {K} parities, {steps} steps"] = (best - 0.5) / found.excess
    return shares


def what_the_proof_bounds() -> Figures:
    """(14) to (46) bound more than the accuracy: the total variation between descent on F and on random labels, which
    is where CP^(1/4) and 1/sigma are needed.

    The class: on P points, F = s f psi, s a sign, psi = -1 on q of the points, all choices of them. Every F correlates
    with f by ±c, c = 1 - 2 q/P, and hardly two of them otherwise: CP_inf is little above c^4. One weight that gathers
    g F f over the population is N(±g c T, T sigma^2) after T steps, and N(0, T sigma^2) on random labels: the total
    variation is known exactly, JF = g T. It comes within a factor of the bound, and passes CP^(1/2) and 1/sigma^2."""
    counted = sum(chance * (1 - Fraction(4 * (24 - j), 64)) ** 2 for j, chance in overlaps(64, 24))
    require(counted == shared_correlation(64, Fraction(1, 4)), f"CP on 64 points is {counted}")
    figures = dict[str, float]()
    for c, steps, g, sigma in ((Fraction(1, 16), 1, 1.0, 4.0), (Fraction(1, 32), 4, 2.0, 16.0)):
        cp = shared_correlation(1 << 24, c)
        exact = integrate_distance(g * float(c) * math.sqrt(steps) / sigma)
        proven = bounds.theorem_3(g * steps, sigma, cp, bias=0, proved=True).excess
        # a walk of T steps adds up as sqrt(T), and Pinsker's bound is sqrt(pi/2) times the tangent
        require_bound(f"total variation, {steps} steps", proven, [exact], attained_within=1.3 * math.sqrt(steps))
        figures[f"share of the proof's bound, total variation, {steps} steps"] = exact / proven
    return figures


def shared_correlation(points: int, c: Fraction) -> Fraction:
    """CP_inf of that class: E_X psi psi' has mean c^2 and, hypergeometric, the variance (1 - c^2)^2/(P - 1)."""
    return c**4 + (1 - c * c) ** 2 / (points - 1)
