"""Corollary 2 of Goel et al.: how far the candidate that validation examples choose may be from the best one.

Where the paper's printed constant does not do, the corrected one stands here. What else section 3 and Appendix A define
is `claims/algorithms.py`.
"""

from __future__ import annotations

import math

from turingrad.errors import InputError


def validation_examples(candidates: float, epsilon: float, delta: float) -> int:
    """N for which the candidate of least validation error is within epsilon of the best with probability 1 - delta/2.

    It suffices that the best of the M candidates looks worse than it is by less than epsilon/2 (one event), and each of
    the others better by less than epsilon/2 (M - 1 events): M exp(-N epsilon^2 / 2) <= delta / 2. B.5 prints
    c s^2 log(s/2) / 8 epsilon^2, which has no delta and is 0 for s = 2.
    """
    return math.ceil(2 * math.log(2 * candidates / accuracy(delta)) / accuracy(epsilon) ** 2)


def selection_epsilon(candidates: float, examples: int, delta: float) -> float:
    """B.5's 2 sqrt(log(2M/delta) / 2N): how far the chosen of M candidates may be from the best of them, given N
    validation examples, with probability 1 - delta/2. From 1 on it says nothing."""
    if candidates < 1 or examples < 1:
        raise InputError(f"{candidates} candidates and {examples} examples: it takes at least one of each")
    return 2 * math.sqrt(math.log(2 * candidates / accuracy(delta)) / (2 * examples))


def accuracy(value: float) -> float:
    if not 0 < value < 1:
        raise InputError(f"a probability or an accuracy must be between 0 and 1, not {value}")
    return value
