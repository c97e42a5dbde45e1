"""A class of functions with a bias: a conjunction of several literals is -1 at most points."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from turingrad.theory.limits.function_classes import Function, Moments, Points, cube_points, overlaps, require_sizes


@dataclass(frozen=True)
class Conjunctions:
    """F = +1 iff k literals hold: uniform coordinates, a fair sign each.

    With p = 2^-k, E F F' = 1 - 4p + 4 P(both hold), where both hold with probability 2^(j-2k) if the signs on the j
    shared coordinates agree (probability 2^-j), and never otherwise.
    """

    n: int
    k: int

    def __post_init__(self) -> None:
        require_sizes(self.n, self.k)

    @property
    def name(self) -> str:
        return f"conjunctions of {self.k} of {self.n} literals"

    def draw(self, rng: np.random.Generator) -> Function:
        chosen = rng.choice(self.n, self.k, replace=False)
        wanted = 2 * rng.integers(0, 2, size=self.k) - 1
        return lambda X: np.where(np.all(X[:, chosen] == wanted, axis=1), 1.0, -1.0)

    def points(self, rng: np.random.Generator, m: int) -> Points:
        return cube_points(rng, m, self.n)

    def moments(self) -> Moments:
        apart = 1 - Fraction(4, 1 << self.k)
        total = Fraction(0)
        for j, chance in overlaps(self.n, self.k):
            agree = Fraction(1, 1 << j)
            both = apart + 4 * Fraction(1 << j, 1 << (2 * self.k))
            total += chance * (agree * both**2 + (1 - agree) * apart**2)
        return total, Fraction(1)

    def bias(self) -> Fraction:
        """Every point satisfies a random conjunction with probability 2^-k: |2 * 2^-k - 1|."""
        return abs(1 - Fraction(2, 1 << self.k))
