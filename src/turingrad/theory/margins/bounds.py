"""Theorem D.6: certified lower bounds on the all-layer margin (2.1) of networks with correction layers.

Perturb all parameters by at most gamma in 2-norm, jointly. Write h_i for the true values of layer i, g_i for the values
before the correction zeta_i in the perturbed network. By induction, as in Lemmas D.7 and D.8: if |g_{i-1} - h_{i-1}| <=
sigma_zeta, the unperturbed correction would give h_{i-1} exactly, so the perturbed one is off by at most its own
perturbation times K_xi, and f_i turns that, and its own perturbation, into |g_i - h_i|. If this is at most sigma_zeta
again for every i, and below 1 at the output, no prediction changes (Lemma D.9): rho >= gamma.

Paper's form (D.5), from the constants of Conditions D.3 and D.4:

    rho >= min{ lambda/mu_0, sigma_zeta/mu_0, sigma_theta, sigma_xi, 1/(2 kappa_theta), sigma_zeta/(2 kappa_theta
    lambda), sigma_h/(2 kappa_xi lambda), sigma_zeta/(4 lambda mu kappa_xi), 1/(4 mu kappa_xi) }

Tightened form: the same induction with each layer's own constants instead of the worst of all, with the true norms of
the hidden vectors, and with Cauchy-Schwarz over the parameters of one layer, which are different ones:

    |g_i - h_i| <= gamma sqrt(K_i^2 + (mu_i K_xi)^2)

For a chain of affine maps with ReLUs, W_1, ..., W_k on vectors whose true norms are lambda_0, ..., lambda_{k-1}, and
n_l = |W_l| + gamma: mu = prod n_l and K^2 = sum_j (lambda_{j-1}^2 + 1) prod_{l>j} n_l^2, since a perturbation of
(W_j, b_j) by delta_j moves W_j h + b_j by at most delta_j sqrt(lambda_{j-1}^2 + 1).

Weight sharing (Definition D.5) changes nothing: no parameter occurs twice within a layer and its correction, so each of
them is perturbed by at most gamma, however many layers share it. The depth does not occur in the bound.

What the paper leaves open: Condition D.3 does not name sigma_xi, and asks f_0 to be Lipschitz for all parameters, where
only |theta - theta'| <= sigma_theta is needed; sigma_theta = sigma_xi is ours to choose, and is chosen best.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Step:
    """One affine map: |W|, and the largest true norm of what enters it."""

    norm: float
    entering: float


def chain(steps: Sequence[Step], gamma: float) -> tuple[float, float]:
    """(K, mu) of affine maps in sequence, each perturbed, all of them by gamma together."""
    total, product = 0.0, 1.0
    for step in reversed(steps):
        total += (step.entering**2 + 1.0) * product * product  # inf, not an error, where it is too large
        product *= step.norm + gamma
    return math.sqrt(total), product


class Layer(Protocol):
    """A layer f_i with what it must stay within; `correction_gain` is K_xi of the correction before it."""

    def excess(self, gamma: float, correction_gain: float) -> float:
        """|g_i - h_i| over what is allowed: at most 1 where the induction goes through."""


@dataclass(frozen=True, slots=True)
class ChainLayer:
    """An f_i that is a chain of affine maps; `corrected` tells whether a correction stands before it."""

    steps: tuple[Step, ...]
    allowed: float
    corrected: bool

    def excess(self, gamma: float, correction_gain: float) -> float:
        own, mu = chain(self.steps, gamma)
        before = mu * correction_gain if self.corrected else 0.0
        return gamma * math.hypot(own, before) / self.allowed


@dataclass(frozen=True, slots=True)
class Correction:
    """round on every coordinate (Proposition 3.4): slope s, on true vectors of norm at most lambda."""

    slope: float
    largest: float

    @property
    def radius(self) -> float:
        return 0.5 - 0.5 / self.slope

    def gain(self, gamma: float) -> float:
        """K_xi. It enters with norm lambda + sigma_zeta; between its two layers stand relu(z - 1/2 + 1/(2s)) and
        relu(z - 1/2 - 1/(2s)), which a true 1 brings to the norm sqrt(1/2 + 1/(2 s^2)) and a deviation to sqrt(2) times
        itself at most."""
        between = math.sqrt(0.5 + 0.5 / self.slope**2) * self.largest + math.sqrt(2.0) * self.radius
        split = Step(math.sqrt(2.0), self.largest + self.radius)
        join = Step(math.sqrt(2.0) * self.slope, between)
        return chain((split, join), gamma)[0]

    def kappa(self, sigma: float) -> float:
        """kappa_xi of Condition D.3, for every h: the norms above over max(|h|, 1)."""
        return math.hypot(math.sqrt(2.0) * (math.sqrt(2.0) * self.slope + sigma), math.sqrt(3.0))


@dataclass(frozen=True, slots=True)
class Constants:
    """Conditions D.3 and D.4 for perturbations up to sigma_theta = sigma_xi = `sigma`."""

    sigma: float
    kappa_theta: float
    kappa_xi: float
    mu: float
    mu_0: float
    sigma_h: float
    sigma_zeta: float
    largest: float  # lambda

    def bound(self) -> float:
        """(D.5)."""
        half, quarter = 2.0 * self.kappa_theta, 4.0 * self.mu * self.kappa_xi
        first = (self.largest / self.mu_0, self.sigma_zeta / self.mu_0) if self.mu_0 else ()
        return min(
            *first,
            self.sigma,
            1.0 / half,
            self.sigma_zeta / (half * self.largest),
            self.sigma_h / (2.0 * self.kappa_xi * self.largest),
            self.sigma_zeta / (quarter * self.largest),
            1.0 / quarter,
        )


@dataclass(frozen=True, slots=True)
class MarginBound:
    """Certified lower bounds on the all-layer margin, the same for every input; None if the form does not apply."""

    tightened: float
    paper: float | None
    constants: Constants | None


def tighten(layers: Iterable[Layer], correction: Correction | None) -> float:
    """The largest gamma, up to 2^-60 of it, for which no layer's excess is above 1."""
    every = list(layers)

    def holds(gamma: float) -> bool:
        gain = 0.0 if correction is None else correction.gain(gamma)
        return all(layer.excess(gamma, gain) < 1.0 for layer in every)

    return largest_where(holds)


def largest_where(holds: Callable[[float], bool]) -> float:
    """The largest gamma in (0, 1] with `holds`, which is monotone; 0 if there is none above 1e-300."""
    high = 1.0
    while not holds(high):
        high /= 2.0
        if high < 1e-300:
            return 0.0
    low, high = high, min(1.0, 2.0 * high)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def best_constants(constants: Callable[[float], Constants]) -> Constants:
    """The choice of sigma that makes (D.5) largest: below it sigma itself is the minimum, above it the rest."""
    return constants(max(1e-300, largest_where(lambda sigma: constants(sigma).bound() >= sigma)))
