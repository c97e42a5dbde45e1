"""From margins to samples: the surrogate loss (2.2), Proposition 2.2, Lemma 2.3, Corollary A.1, Rademacher complexity.

The paper hides constants in O and O~. Here each function says which constant it takes:

- Covering. The 1-norm ball of radius alpha in R^p has an eps-cover in 2-norm of at most (2p + 1)^ceil(alpha^2/eps^2)
  points (Maurey). rho is 1-Lipschitz in theta and the ramp 1/gamma-Lipschitz in rho, so the surrogate losses have an
  eps-cover in the sup norm of that size at gamma eps.
- Dudley: Rad_n <= inf_a 4a + 12/sqrt(n) int_a^1 sqrt(log N(eps)) d eps, which is the paper's "alpha log n sqrt(log p) /
  (gamma sqrt n)" with constants.
- Proposition 2.2 is explicit in the paper's proof: 5 eps + 2 sqrt(log(2/delta)/n).
- Corollary A.1's O is a factor of the caller's (1 by default): it comes from Lemma 2.2 of Wei and Ma (2019b).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import F64
from turingrad.errors import InputError

CONFIDENCE = 0.01  # Definition 2.1 asks for probability 0.99


def surrogate_loss(rho: npt.ArrayLike, gamma: float) -> F64:
    """(2.2): 1 where rho <= 0, 0 where rho >= gamma, linear between. At least the 0-1 loss."""
    if not gamma > 0:
        raise InputError(f"gamma must be a positive number, not {gamma!r}")
    return np.clip(1.0 - np.asarray(rho, np.float64) / gamma, 0.0, 1.0)


def erm_bound(rademacher: float, best: float, samples: float, confidence: float = CONFIDENCE) -> float:
    """Proposition 2.2's proof: the minimiser's population loss, 4 Rad_n + 2 sqrt(log(2/delta)/n) + the best loss.

    With Rad_n <= eps and best <= eps this is its 5 eps + 2 sqrt(log(2/delta)/n).
    """
    return 4.0 * rademacher + 2.0 * math.sqrt(math.log(2.0 / confidence) / samples) + best


def log_covering(alpha: float, parameters: float, scale: float) -> float:
    """log of the size of a cover of the 1-norm ball at 2-norm distance `scale`."""
    return math.ceil((alpha / scale) ** 2) * math.log(2.0 * parameters + 1.0)


def rademacher_bound(alpha: float, parameters: float, gamma: float, samples: float) -> float:
    """Dudley's integral of the covering bound. With c = alpha/gamma and L = log(2p + 1), sqrt(ceil(x) L) is at most
    sqrt(L) (sqrt(x) + 1), so the integral from a is at most sqrt(L) (c log(1/a) + 1 - a); a = 3 c sqrt(L/n) is best."""
    c, root = alpha / gamma, math.sqrt(math.log(2.0 * parameters + 1.0))
    a = min(1.0, 3.0 * c * root / math.sqrt(samples))
    return min(1.0, 4.0 * a + 12.0 / math.sqrt(samples) * root * (c * math.log(1.0 / a) + 1.0 - a))


def empirical_rademacher(losses: npt.ArrayLike, draws: int = 200, seed: int = 0) -> float:
    """E sup_F (1/n) sum_i xi_i l_F(x_i) for a finite family: losses (functions, samples), by sampling the signs."""
    table = np.asarray(losses, np.float64)
    signs = np.random.default_rng(seed).choice([-1.0, 1.0], size=(table.shape[1], draws))
    return float((table @ signs / table.shape[1]).max(axis=0).mean())


def sample_order(alpha: float, parameters: float, gamma: float, epsilon: float) -> float:
    """Lemma 2.3's (alpha^2 log p / gamma^2 + 1) / eps^2, all constants and logarithms in O~ taken as 1."""
    return (alpha**2 * math.log(parameters) / gamma**2 + 1.0) / epsilon**2


def sample_complexity(alpha: float, parameters: float, gamma: float, epsilon: float) -> float:
    """Lemma 2.3 with constants: the least n (to one part in 1000) for which the risk minimiser is off by at most
    epsilon with probability 0.99, when all margins are at least gamma."""
    if not 0 < epsilon < 1:
        raise InputError(f"epsilon must be between 0 and 1, not {epsilon!r}")

    def enough(n: float) -> bool:
        return erm_bound(rademacher_bound(alpha, parameters, gamma, n), 0.0, n) <= epsilon

    high = 2.0
    while not enough(high):
        high *= 2.0
    low = high / 2.0
    while high / low > 1.001:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if enough(middle) else (middle, high)
    return math.ceil(high)


def generalization_bound(
    alpha: float,
    parameters: float,
    margins: npt.ArrayLike,
    confidence: float = CONFIDENCE,
    constant: float = 1.0,
) -> float:
    """Corollary A.1 for a classifier with these all-layer margins on its n training samples; certified lower bounds may
    stand for them, as smaller margins only raise it."""
    rho = np.asarray(margins, np.float64)
    if not (rho > 0).all():
        raise InputError("Corollary A.1 is about classifiers without training errors: every margin must be positive")
    n = len(rho)
    main = alpha * math.sqrt(math.log(parameters) / n) * math.sqrt(float((1.0 / rho**2).mean()))
    low_order = (math.log(1.0 / confidence) + math.log(n)) / math.sqrt(n)
    return constant * (main + low_order)


@dataclass(frozen=True, slots=True)
class Learnability:
    """What Lemma 2.3 says of a network: |theta|_1, number of parameters, certified margin, samples for epsilon."""

    alpha: float
    parameters: int
    gamma: float
    epsilon: float

    @property
    def order(self) -> float:
        return sample_order(self.alpha, self.parameters, self.gamma, self.epsilon)

    @property
    def samples(self) -> float:
        return sample_complexity(self.alpha, self.parameters, self.gamma, self.epsilon)
