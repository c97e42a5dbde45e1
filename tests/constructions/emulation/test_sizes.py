"""Remark 10 as numbers, and the sizes that the design promises."""

from __future__ import annotations

import pytest

from turingrad.constructions.emulation.claims.sizes import paper_gamma, remark_10
from turingrad.errors import InputError
from turingrad.library.learners.small import LEARNERS


@pytest.mark.parametrize(
    ("n", "bits", "vertices", "edges"), [(4, 14, 371, 850), (6, 27, 643, 1500), (8, 44, 1058, 2450)]
)
def test_parity_nets_are_small(n: int, bits: int, vertices: int, edges: int) -> None:
    sizes = remark_10(LEARNERS["parity"](n), n)
    assert sizes.memory_bits == bits
    assert sizes.vertices <= vertices
    assert sizes.edges <= edges


def test_remark_10_vertices_grow_with_the_gates() -> None:
    ratios = [remark_10(LEARNERS["parity"](n)).vertices_per_gate for n in (4, 8, 16, 24)]
    assert all(1 < ratio < 3 for ratio in ratios)


def test_remark_10_a_learner_that_guesses_needs_two_samples_for_one() -> None:
    assert remark_10(LEARNERS["parity"](6), 6).samples == 12
    assert remark_10(LEARNERS["perceptron"](6), 6).samples == 6


def test_the_exact_learning_rate_follows_from_the_design() -> None:
    """gamma = s^2 m0 / 2: s = 1/2 and m0 = 8 for parity of 4 bits."""
    sizes = remark_10(LEARNERS["parity"](4))
    assert (sizes.m0, sizes.gamma) == (8, 1.0)


def test_a_memory_without_bits_has_no_learning_rate() -> None:
    with pytest.raises(InputError, match="at least one bit"):
        paper_gamma(0)
