"""The contrast: attacks on fractional positions and stacks, samples by three counts, a net that shatters w T points."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from tests.command_line import Turingrad
from turingrad import library
from turingrad.constructions.perez import compile_network as compile_perez
from turingrad.constructions.siegelmann_sontag import compile_network as compile_stacks
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import TapeMachine
from turingrad.theory import attack
from turingrad.theory.margins.contrast import contrast_rows, sample_rows
from turingrad.theory.margins.contrast_victims import RecurrentVictim
from turingrad.theory.margins.vc_dimension import labelings, read_bits, vc_lower_bound, vc_lower_samples


def palindrome() -> TapeMachine:
    machine = library.load("palindrome")
    assert isinstance(machine, TapeMachine)
    return machine


@pytest.mark.parametrize("corrections", [False, True])
@pytest.mark.parametrize("on", ["perez", "siegelmann-sontag"])
def test_an_attack_is_confirmed_and_shrinks_with_the_length_of_the_run(on: str, corrections: bool) -> None:
    norms = []
    for word, steps in (("", 1), ("aa", 5)):
        if on == "perez":
            network = compile_perez(palindrome(), steps=steps, input_length=len(word), corrections=corrections)
        else:
            network = compile_stacks(palindrome(), cells=len(word) + 2, corrections=corrections)
        victim = RecurrentVictim(network, word, steps)
        assert not victim.confirms(victim.parameters())  # numpy and torch agree on the compiled weights
        found = attack(victim, budget=60)
        assert found.norm is not None
        assert found.delta is not None
        moved = {name: value + found.delta[name] for name, value in victim.parameters().items()}
        assert victim.confirms(moved)
        assert float(victim.margin(moved)) <= 1e-9
        norms.append(found.norm)
    assert norms[0] > 10 * norms[1]


def test_groups_hold_every_parameter_once() -> None:
    victim = RecurrentVictim(compile_perez(palindrome(), steps=1), "", 1)
    assert sorted(name for group in victim.groups() for name in group) == sorted(victim.parameters())


def test_runs_without_an_answer_and_other_formats_are_refused() -> None:
    with pytest.raises(InputError, match="no answer within 2 steps"):
        RecurrentVictim(compile_stacks(palindrome(), cells=4), "ab", 2)
    with pytest.raises(InputError, match="in float64"):
        RecurrentVictim(compile_stacks(palindrome(), cells=2, dtype=torch.float32), "", 1)
    with pytest.raises(InputError, match="gives no answer"):
        next(contrast_rows(library.load("busy-beaver-5"), [""]))


@pytest.mark.slow
def test_the_transformer_s_certificate_is_above_what_breaks_the_others() -> None:
    (row,) = contrast_rows(palindrome(), ["abba"], budget=60)
    assert row.steps == 11
    assert row.transformer is not None
    for found in (row.perez, row.perez_rounded, row.stacks, row.stacks_rounded):
        assert found is not None
        assert found < row.transformer_certified < row.transformer


def test_samples_by_margins_grow_with_log_t_and_by_the_others_with_t() -> None:
    short, long = sample_rows(palindrome(), (10**3, 10**6))
    assert long.margin < 100 * short.margin
    assert long.vc > 1000 * short.vc
    assert long.vc_at_least > 1000 * short.vc_at_least
    assert long.log10_spectral > 1000 * short.log10_spectral > 10**6


@pytest.mark.parametrize(("registers", "places"), [(2, 4), (7, 50)])
def test_a_recurrent_net_answers_every_labeling_of_its_points(registers: int, places: int) -> None:
    count = 0
    for labels in labelings(registers, places):
        assert np.array_equal(read_bits(labels), labels)
        count += 1
    assert count == 256
    assert vc_lower_bound(registers + 8, places) == registers * places


def test_the_vc_lower_bound_is_refused_where_it_makes_no_sense() -> None:
    assert vc_lower_bound(5, 10) == 0
    assert vc_lower_samples(33, 0.1) == pytest.approx(10.0)
    with pytest.raises(InputError, match="at least 1"):
        vc_lower_bound(0, 10)
    with pytest.raises(LimitError, match="1 to 50 bits"):
        read_bits(np.ones((1, 51), np.uint8))


def test_the_contrast_is_one_command(turingrad: Turingrad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turingrad.theory.margins.contrast_findings.LONG_RUNS", (100, 1000))
    place, given = tmp_path / "contrast.svg", ("margin", "contrast", "--input", "", "--budget", 8)
    found = turingrad(*given, "--plot", place, "--json").json
    assert [row["steps"] for row in found["margins"]] == [1]
    assert [row["steps"] for row in found["samples"]] == [100, 1000]
    assert "<svg" in place.read_text(encoding="utf-8")
    assert "fractions cannot be" in turingrad(*given).out.replace("\n", " ")
    assert "needs its inputs" in turingrad("margin", "contrast", "binary-increment").err
    assert "one tape" in turingrad("margin", "contrast", "adder-1").err
