"""Lemma 2.3 beside the classical count: where margins need fewer samples than the VC dimension, and where not.

The VC dimension of a piecewise linear network with p parameters and L layers is of order p L log2 p (Bartlett, Harvey,
Liaw, Mehrabian 2019), so of order p L log2 p / eps^2 samples suffice for any network of the architecture. Constants and
logarithms in 1/eps are taken as 1, as in `sample_order`. The VC count grows with the square of the width, Lemma 2.3's
with its logarithm: margins win for wide networks, parameter counts for narrow ones. A transformer's L is that of all T
passes (its VC dimension is at least of order w T, section 4.1), where Lemma 2.3 has log T; attention counts as a layer
of a piecewise linear network, which it is only nearly, so for machines the order is a comparison and not a theorem.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from turingrad.errors import InputError
from turingrad.theory.margins.theorems import Family

MAX_DOUBLINGS = 60


def vc_order(parameters: float, layers: int, epsilon: float) -> float:
    """p L log2 p / eps^2."""
    if parameters < 2 or layers < 1 or not 0 < epsilon < 1:
        raise InputError(f"p >= 2, L >= 1 and 0 < eps < 1 are needed, not {parameters}, {layers}, {epsilon}")
    return parameters * layers * math.log2(parameters) / epsilon**2


@dataclass(frozen=True, slots=True)
class Comparison:
    """One width and depth: samples by Lemma 2.3 and by the VC dimension, both as orders, and what they come from."""

    width: int
    margin: float
    vc: float
    depth: int
    alpha: float
    gamma: float
    parameters: int

    @property
    def margin_wins(self) -> bool:
        return self.margin < self.vc


def compare(sizes: Family) -> Comparison:
    """Both orders for one architecture; L counts the layers of all passes, and the output map."""
    found = sizes.learnability
    return Comparison(
        sizes.width,
        found.order,
        vc_order(found.parameters, sizes.depth * sizes.passes + 1, found.epsilon),
        sizes.depth,
        found.alpha,
        found.gamma,
        found.parameters,
    )


def crossover(sizes_of: Callable[[int | None], Family]) -> list[Comparison]:
    """Compare Lemma 2.3 with the VC dimension by width.

    Widths start at the least that is needed and double until the margin bound wins (and once more).

    Args:
        sizes_of: A function that returns the family of a width; for None, that of the least width.

    Returns:
        One comparison per width, up to the first at which margins win.

    Example:
        >>> from turingrad.theory import crossover, theorem_4_1
        >>> crossover(lambda width: theorem_4_1(k=7, symbols=3, steps=20, width=width))[-1].margin_wins
        True
    """
    rows = [compare(sizes_of(None))]
    for doubling in range(1, MAX_DOUBLINGS + 1):
        if len(rows) > 1 and rows[-2].margin_wins:
            break
        rows.append(compare(sizes_of(rows[0].width << doubling)))
    return rows


def deeper(sizes_of: Callable[[int | None], Family], doublings: int = 4) -> list[Comparison]:
    """Depths from what is needed on, doubling. Identity layers carry the output and their own roundings: gamma stays
    (a circuit's falls once, by what its last incomplete group adds), alpha grows with d."""
    rows = [compare(sizes_of(None))]
    return rows + [compare(sizes_of(rows[0].depth << doubling)) for doubling in range(1, doublings + 1)]
