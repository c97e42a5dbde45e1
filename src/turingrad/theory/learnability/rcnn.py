"""The quantities of Theorem 1 and Corollary 2 of Goel et al., computed for a given number of states.

Everything is a function of s, the number of lowered states (the paper's size of the machine), and of the data set's
size where W counts. Probabilities are given as base-2 logarithms: they are far below the smallest float.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from turingrad.constructions.rcnn.lattice import GAP, Lattice
from turingrad.constructions.rcnn.layouts import D_HEAD, PER_STATE, weight_set
from turingrad.errors import InputError
from turingrad.theory.learnability.pao import accuracy

PATCH = 9


def cell_bits(s: int) -> int:
    """Bits that hold every cell value and the padding exactly: multiples of 4 from -T to P (Theorem 1's precision)."""
    cells = Lattice(require_states(s))
    return math.ceil(math.log2((cells.P + cells.T) // (GAP // 2) + 1))


def precision_excess(s: int) -> int:
    """cell_bits(s) - ceil(log2 s): Theorem 1 says that it stays below a constant c_3."""
    return cell_bits(s) - math.ceil(math.log2(require_states(s)))


@dataclass(frozen=True)
class Parameters:
    """Numbers of parameters: the trained memory layer, the convolution and the read-out."""

    memory: int
    convolution: int
    head: int

    @property
    def fixed(self) -> int:
        return self.convolution + self.head


def paper_sizes(s: int, samples: int, features: int) -> Parameters:
    """Definition 5 at d_rc = 100 s, d_head = 100, the constant input included: O(s^2) whatever m, d and L are."""
    d = PER_STATE * require_states(s)
    return Parameters((samples + 1) * (features + 1), (PATCH + 1) * d + 3 * d * d + d, 2 * D_HEAD + D_HEAD)


def log2_probability(s: int) -> float:
    """log2 of the probability that uniform draws from U_s give exactly the weights of one given machine."""
    sizes = paper_sizes(s, 1, 1)
    return -sizes.fixed * math.log2(len(weight_set(s)))


def log2_equivalent_probability(s: int, knees: int, features: int, units: int, readout: int = 6) -> float:
    """A larger lower bound: log2 of the probability of the given weights or of any draw that is equal to them by
    construction, for a network of so many used rows of V2, V3, V4 and U2 (V1 uses five).

    Used rows may stand anywhere among the d = 100 s of their matrix, d! / (d - n)! ways for n of them; a row whose
    output nobody reads may hold anything. Each such draw is counted once: which rows are read tells where they stand.
    Draws that compute the same function in another way are not counted, so this too is a lower bound.
    """
    d, base = PER_STATE * require_states(s), math.log2(len(weight_set(s)))
    used = [5 + 1, knees + 1, features + 1, units + 1]  # one row each hands the constant on
    widths = [PATCH + 1, d, d, d]
    if max(used) > d or readout + 1 > D_HEAD:
        raise InputError(f"{max(used)} used rows do not fit into {d}")
    free = sum((d - n) * width for n, width in zip(used, widths, strict=True)) + 2 * (D_HEAD - readout - 1)
    ways = sum(math.lgamma(d + 1) - math.lgamma(d - n + 1) for n in used)
    ways += math.lgamma(D_HEAD + 1) - math.lgamma(D_HEAD - readout)
    return log2_probability(s) + free * base + ways / math.log(2)


def exponent(s: int) -> float:
    """c with probability s^(-c s^2): Theorem 1's c_2 for this s."""
    if s < 2:
        raise InputError("the exponent of s^(-c s^2) needs s of at least 2")
    return -log2_probability(s) / (s * s * math.log2(s))


def log2_restarts(s: int, delta: float) -> float:
    """log2 of the restarts after which one network has the weights of the machine with probability 1 - delta/2.

    M = log(2/delta) / probability (B.5 has the inverse of the probability as delta s^(c s^2) / 2).
    """
    return math.log2(math.log(2 / accuracy(delta))) - log2_probability(s)


def validation_size(s: int, epsilon: float, delta: float) -> int:
    """N with 2 sqrt(log(2M/delta) / 2N) = epsilon (B.5), for the M of `log2_restarts`."""
    log_m = log2_restarts(s, delta) * math.log(2)
    return math.ceil(2 * (log_m + math.log(2 / delta)) / accuracy(epsilon) ** 2)


def paper_values(s: int) -> int:
    """|V_s| as B.1.1 defines it: base-3 numbers of log2(s) + 4 digits; 81 s^1.585, not the 16 s that B.4 counts."""
    return int(3 ** (math.ceil(math.log2(require_states(s))) + 4))


def log10_lemma5_width(s: int) -> float:
    """log10 of d_1 = 10 d_in |X| of Lemma 5 for f_Conv2D on all 3 x 3 patches of V_s and p: far from 100 s."""
    return math.log10(10 * PATCH) + PATCH * math.log10(paper_values(s) + 1)


def require_states(s: int) -> int:
    if s < 1:
        raise InputError(f"a machine must have at least one state, not {s}")
    return s
