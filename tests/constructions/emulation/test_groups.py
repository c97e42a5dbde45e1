"""Groups of memory bits of which at most one flips in a step are found, and proven."""

from __future__ import annotations

import pytest

from tests.generators_emulation import random_learner, random_samples
from turingrad.constructions.emulation.build import build
from turingrad.constructions.emulation.memory import dyadic_design
from turingrad.constructions.emulation.plan import plan
from turingrad.errors import InputError
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.learner import run as learner_run


@pytest.mark.parametrize("n", [2, 4, 8, 12])
def test_parity_needs_n_plus_1_groups(n: int) -> None:
    """One row is stored at a time: one V, one Y, and one R in each of n - 1 columns."""
    assert len(plan(LEARNERS["parity"](n), "pair4").groups) == n + 1


def test_conjunction_strikes_a_literal_or_its_negation() -> None:
    assert len(plan(LEARNERS["conjunction"](7), "pair4").groups) == 7


@pytest.mark.parametrize("seed", range(8))
def test_no_two_bits_of_a_group_flip_at_once(seed: int) -> None:
    learner = random_learner(seed, bits=12, gates=20) if seed % 2 else LEARNERS["parity"](5)
    X, y = random_samples(seed, learner.features, 200)
    groups = plan(learner, "paper6").groups
    assert sorted(bit for group in groups for bit in group) == list(range(len(learner.memory)))
    before = learner.memory
    for now in learner_run.trace(learner, X, y, guess=True, seed=seed):
        assert all(sum(now.memory[i] != before[i] for i in group) <= 1 for group in groups)
        before = now.memory


def test_too_few_paths_are_refused() -> None:
    with pytest.raises(InputError, match="groups can flip at once"):
        build(plan(LEARNERS["perceptron"](6), "pair4"), dyadic_design("pair4", 1))
