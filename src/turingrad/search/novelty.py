"""Climbs that do not stall on ties.

Many machines tie, and a climb that takes every tie walks back and forth among a few of them. What a candidate answers
on all instances, hashed, is its behaviour. A tie of the current behaviour is taken (its rules drift), a tie of a
behaviour that this climb has not had is taken, one that it has had before is not. A change that changes nothing is made
again.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import U64
from turingrad._support.jit import njit

BEHAVIOURS = 1 << 12  # that a climb remembers; of two that share a place the later one


@njit(cache=True, nogil=True)
def behaviour_of(said: U64) -> np.uint64:
    """A number for who answered + and who -."""
    found = np.uint64(1)
    for row in range(said.shape[0]):
        for word in range(said.shape[1]):
            found = (found ^ said[row, word]) * np.uint64(0xBF58476D1CE4E5B9)
            found ^= found >> np.uint64(29)
    return found
