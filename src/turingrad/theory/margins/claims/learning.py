"""Section 2 and Corollary A.1: from margins to samples."""

from __future__ import annotations

import math
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require, require_bound
from turingrad.theory.margins import samples
from turingrad.theory.margins.claims.finite_family import small_family

SAMPLES = "turingrad.theory.margins.samples"
HERE = "turingrad.theory.margins.claims.learning"
FAMILIES = ((3.0, 100.0, 0.5), (1.0, 1e6, 0.9), (10.0, 50.0, 1.0))
CLAIMS = Claims("wei")


@CLAIMS.state(
    "(2.2)",
    where="section 2",
    statement="The ramp of the all-layer margin is at least the 0-1 loss, 0 from gamma on, and 1/gamma-Lipschitz.",
    mutations=mutation("a step at 0", f"{SAMPLES}.surrogate_loss", lambda rho, _: (np.asarray(rho) < 0) * 1.0),
    code=f"{SAMPLES}.surrogate_loss",
    leaves_out="six margins",
)
def surrogate_is_above_zero_one() -> Figures:
    """On networks with known margins: at least 1 where the prediction is wrong, 0 where the margin is gamma."""
    rho = np.array([0.0, 0.02, 0.05, 0.1, 0.5, 1.0])
    losses = samples.surrogate_loss(rho, 0.1)
    require(bool((losses >= (rho <= 0)).all()), "the surrogate loss is below the 0-1 loss")
    require(bool((losses[rho >= 0.1] == 0).all()), "the surrogate loss is not 0 where the margin is at least gamma")
    slope = np.abs(np.diff(losses) / np.diff(rho)).max()
    require(slope <= 10 + 1e-9, "the surrogate loss is not 1/gamma-Lipschitz in the margin")
    return {"margins": len(rho), "largest slope times gamma": float(slope * 0.1)}


@CLAIMS.state(
    "Proposition 2.2",
    where="section 2",
    statement="Risk minimisers have population loss at most 4 Rad_n + 2 sqrt(log(2/delta)/n) + the best loss.",
    mutations=mutation("no terms but the best loss", f"{SAMPLES}.erm_bound", lambda _r, _b, _n: 0.0),
    code=f"{SAMPLES}.erm_bound",
    assumptions="probability 0.99; a finite family of compiled networks, near minimisers included",
    leaves_out="15 draws from one finite family",
)
def minimisers_are_bounded() -> Figures:
    """Proposition 2.2 for a finite family: risk minimisers on n samples against 4 Rad_n + 2 sqrt(log(2/delta)/n). With
    few samples the bound is above 1 and minimisers are wrong; with many both are small."""
    family = small_family(3)
    gamma = float(family.margins.min())
    rng = np.random.default_rng(0)
    figures = {}
    for n in (4, 4000):
        largest = 0.0
        for trial in range(15):
            right = family.outputs == family.outputs[rng.integers(len(family.names))]
            losses = samples.surrogate_loss(np.where(right, family.margins[:, None], 0.0), gamma)
            drawn = rng.integers(len(family.inputs), size=n)
            risk = losses[:, drawn].mean(axis=1)
            worst = float(losses[np.flatnonzero(risk == risk.min())].mean(axis=1).max())
            bound = samples.erm_bound(samples.empirical_rademacher(losses[:, drawn], draws=50, seed=trial), 0.0, n)
            require(worst <= bound, f"n = {n}: a minimiser's loss {worst} is above {bound}")
            complexity = samples.empirical_rademacher(losses[:, drawn], draws=50, seed=trial)
            formula = 4 * complexity + 2 * math.sqrt(math.log(200) / n)
            require_bound(f"a minimiser's loss, n = {n}", bound, [worst], formula=formula)
            largest = max(largest, worst)
        figures[f"largest loss, n = {n}"] = largest
        figures[f"a bound, n = {n}"] = round(bound, 3)
    return figures


def integral(alpha: float, parameters: float, gamma: float, n: float) -> float:
    """Dudley's bound with the covering numbers of the 1-norm ball, by summing up."""
    best = 1.0
    for a in np.geomspace(1e-4, 1.0, 60):
        eps = np.linspace(a, 1.0, 1001)
        steps = np.sqrt([samples.log_covering(alpha, parameters, gamma * float(one)) for one in eps])
        best = min(best, 4.0 * a + 12.0 / math.sqrt(n) * float(np.trapezoid(steps, eps)))
    return best


def cover_of_a_ball() -> Figures:
    """The key step of the lemma in two dimensions: points of the 1-norm ball are within eps of a mean of k vertices."""
    rng, alpha, k = np.random.default_rng(0), 2.0, 4
    vertices = np.vstack([alpha * np.eye(2), -alpha * np.eye(2), np.zeros((1, 2))])
    means = np.array([np.mean(chosen, axis=0) for chosen in combinations_with_replacement(vertices, k)])
    points = rng.uniform(-alpha, alpha, (4000, 2))
    points = points[np.abs(points).sum(axis=1) <= alpha]
    far = float(np.linalg.norm(points[:, None] - means[None], axis=2).min(axis=1).max())
    eps = alpha / math.sqrt(k)
    require(far <= eps, f"a point of the ball is {far} from the cover, more than {eps}")
    size = math.log(len(np.unique(means, axis=0)))
    return require_bound("log of a cover's size", samples.log_covering(alpha, 2, eps), [size], attained_within=3.0)


@CLAIMS.state(
    "Lemma 2.3, complexity",
    where="section 2",
    statement="Rad_n is at most Dudley's integral over covers of the 1-norm ball of radius alpha.",
    mutations=mutation("a tenth", f"{SAMPLES}.rademacher_bound", lambda a, p, g, n: 0.1 * integral(a, p, g, n)),
    code=(f"{SAMPLES}.rademacher_bound", f"{SAMPLES}.log_covering"),
    leaves_out="a cover is built in two dimensions only",
)
def lemma_2_3() -> Figures:
    figures: dict[str, Any] = {}
    # Maurey: means of k = (alpha/eps)^2 of the 2p + 1 vertices ±alpha e_i and 0 cover the ball, so N <= (2p + 1)^k
    for alpha, p, eps, k in ((1.0, 3, 1.0, 1), (3.0, 10, 0.5, 36), (2.0, 7, 0.7, 9)):
        cover = samples.log_covering(alpha, p, eps)
        require_bound("log of a cover", cover, [math.log(p)], formula=k * math.log(2 * p + 1))
    figures |= cover_of_a_ball()
    for alpha, parameters, gamma in FAMILIES:
        for few in (1, 10, 100):  # too few samples: losses are at most 1, and so is their complexity
            found = samples.rademacher_bound(alpha, parameters, gamma, few)
            require(found == 1.0, f"{few} samples: a complexity of {found}")
        for n in (1e7, 1e9):
            bound, exact = samples.rademacher_bound(alpha, parameters, gamma, n), integral(alpha, parameters, gamma, n)
            require(exact <= bound * 1.001 <= 1.3 * exact, f"n = {n:g}: {bound} against the integral's {exact}")
            figures[f"alpha/gamma = {alpha / gamma:g}, n = {n:g}"] = round(float(bound / exact), 3)
    return figures


def minimisers_error(alpha: float, parameters: float, gamma: float, n: float) -> float:
    """Proposition 2.2 with Lemma 2.3's complexity, retyped: 4 Rad_n + 2 sqrt(log 200 / n)."""
    scale, root = alpha / gamma, math.sqrt(math.log(2 * parameters + 1) / n)
    cut = min(1.0, 3 * scale * root)
    complexity = min(1.0, 4 * cut + 12 * root * (scale * math.log(1 / cut) + 1 - cut))
    return 4 * complexity + 2 * math.sqrt(math.log(200) / n)


@CLAIMS.state(
    "Lemma 2.3, samples",
    where="section 2",
    statement="O~(alpha^2 log p / (gamma^2 eps^2)) samples suffice: only the logarithm of p counts.",
    mutations=(
        mutation(
            "counting parameters instead",
            f"{SAMPLES}.sample_complexity",
            lambda alpha, p, gamma, epsilon: p * (alpha / (gamma * epsilon)) ** 2,
        ),
        mutation(
            "an order without alpha^2",
            f"{SAMPLES}.sample_order",
            lambda _alpha, p, gamma, epsilon: (math.log(p) / gamma**2 + 1) / epsilon**2,
        ),
        change_result("4 times the samples", f"{SAMPLES}.sample_complexity", lambda found: 4 * found),
    ),
    code=(f"{SAMPLES}.sample_complexity", f"{SAMPLES}.sample_order"),
    leaves_out="the formula; no net is trained",
)
def log_p_only() -> Figures:
    """O~(alpha^2 log p / (gamma^2 eps^2)): each exponent, from the constants' form."""
    base = samples.sample_complexity(3.0, 1e4, 0.1, 0.1)
    ratios = {
        "p squared": samples.sample_complexity(3.0, 1e8, 0.1, 0.1) / base,
        "alpha doubled": samples.sample_complexity(6.0, 1e4, 0.1, 0.1) / base,
        "gamma halved": samples.sample_complexity(3.0, 1e4, 0.05, 0.1) / base,
        "epsilon halved": samples.sample_complexity(3.0, 1e4, 0.1, 0.05) / base,
    }
    for alpha, p, gamma, epsilon in ((3.0, 1e4, 0.1, 0.1), (1.0, 50.0, 0.5, 0.3)):
        least = samples.sample_complexity(alpha, p, gamma, epsilon)
        errors = [minimisers_error(alpha, p, gamma, n) for n in (least, least / 1.01)]
        require(errors[0] <= epsilon < errors[1], f"{least:g} samples: {errors}, with epsilon {epsilon}")
        order = samples.sample_order(alpha, p, gamma, epsilon)
        formula = (alpha * alpha * math.log(p) / (gamma * gamma) + 1) / (epsilon * epsilon)
        require_bound("samples, order", order, [1 / epsilon**2], formula=formula)
    for name, ratio in ratios.items():
        most = 2.6 if name == "p squared" else 6.0  # 2 and 4, and the logarithms in O~
        require(1.5 < ratio < most, f"{name}: samples grow by {ratio:.2f}")
    return {name: round(ratio, 3) for name, ratio in ratios.items()}


def without_alpha(_alpha: float, p: float, margins: npt.ArrayLike, delta: float = 0.01) -> float:
    return _bound_of_a_1(1.0, p, margins, delta)


def with_log_p_squared(alpha: float, p: float, margins: npt.ArrayLike, delta: float = 0.01) -> float:
    return _bound_of_a_1(alpha, math.exp(math.log(p) ** 2), margins, delta)


@CLAIMS.state(
    "Corollary A.1",
    where="Appendix A",
    statement="The test error of any classifier that is right on its n training samples is bounded by its all-layer "
    "margins on them; the bound falls as 1/sqrt(n).",
    mutations=(
        mutation("no samples", f"{SAMPLES}.generalization_bound", lambda a, _p, m, _d=0.01: a / np.mean(m)),
        mutation("without alpha", f"{SAMPLES}.generalization_bound", without_alpha),
        mutation("log p squared", f"{SAMPLES}.generalization_bound", with_log_p_squared),
    ),
    code=f"{SAMPLES}.generalization_bound",
    assumptions="the constant in O is taken as 1",
    leaves_out="the formula; no net is trained",
)
def corollary_a_1() -> Figures:
    few, many = (samples.generalization_bound(1.0, 50, [0.5] * n) for n in (100, 10_000))
    require(0.09 < many / few < 0.2, f"a hundred times the samples divide the bound by {few / many:.2f}, not about 10")
    small = samples.generalization_bound(1.0, 50, [0.05] * 100)
    require(small > few, "smaller margins do not raise the bound")
    rho = np.linspace(0.1, 0.9, 40)
    for alpha, p, delta in ((1.0, 50, 0.01), (4.0, 1e6, 0.1)):
        found = samples.generalization_bound(alpha, p, rho, delta)
        inverse = sum(1 / one**2 for one in rho.tolist()) / 40
        formula = alpha * math.sqrt(math.log(p) * inverse / 40) + (math.log(1 / delta) + math.log(40)) / math.sqrt(40)
        require_bound("Corollary A.1", found, [0.0], formula=formula)
    return {"bound, 100 samples": round(few, 4), "bound, 10,000 samples": round(many, 4)}


_bound_of_a_1 = samples.generalization_bound
