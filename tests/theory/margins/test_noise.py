"""Noise on all parameters: corrections keep the machine running."""

from __future__ import annotations

import pytest

from turingrad import library
from turingrad.constructions.transformer import compile_network
from turingrad.errors import InputError
from turingrad.theory.margins.claims.noise_levels import noise_report
from turingrad.theory.margins.noise import perturb_network, right_steps

BEAVER = library.load("busy-beaver-4")


def test_corrections_survive_noise_that_is_fatal_without_them() -> None:
    level = 1e-3
    corrected = noise_report(BEAVER, "", steps=40, levels=[level], seeds=1)
    bare = noise_report(BEAVER, "", steps=40, levels=[level], seeds=1, corrections=False)
    assert corrected.largest == level
    assert bare.largest == 0.0
    assert bare.rows[0].right_steps < 40


def test_a_level_that_fails_ends_the_report() -> None:
    report = noise_report(BEAVER, "", steps=10, levels=[0.3, 0.0, 1.0], seeds=1)
    assert [row.survived for row in report.rows] == [True, False]
    assert report.largest == 0.0


def test_noise_reaches_every_parameter() -> None:
    network = compile_network(BEAVER, steps=5, input_length=0)
    noisy = perturb_network(network, 1e-2, seed=0)
    changed = dict(noisy.named_parameters())
    assert all((value != changed[name]).float().mean() > 0.9 for name, value in network.named_parameters())


def test_right_steps_counts_up_to_the_first_wrong_one() -> None:
    network = compile_network(BEAVER, steps=20, input_length=0)
    assert right_steps(network, "", 20) == (20, True)


def test_impossible_noise_is_refused() -> None:
    with pytest.raises(InputError):
        noise_report(BEAVER, "", steps=5, seeds=0)


@pytest.mark.slow
def test_busy_beaver_4_to_its_halt_with_and_without_corrections() -> None:
    corrected = noise_report(BEAVER, "", steps=107, seeds=3)
    bare = noise_report(BEAVER, "", steps=107, seeds=3, corrections=False)
    assert corrected.largest >= 1e-3
    assert bare.largest <= corrected.largest / 30
