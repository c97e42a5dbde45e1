"""Circuits run with one vector and are evaluated with many, in Python and on the command line alike."""

from __future__ import annotations

from typing import Any

import pytest

import turingrad as tg
from tests.command_line import Turingrad
from turingrad import library
from turingrad.errors import InputError


@pytest.mark.parametrize("on", [None, "reference", "feedforward"])
@pytest.mark.parametrize("given", [[1, 0, 1, 1], "1011", (1, 0, 1, 1)])
def test_a_circuit_runs_with_one_vector(on: str | None, given: Any) -> None:
    run = tg.run("adder-2", given, on=on)
    assert run.configuration.value == tuple(tg.evaluate("adder-2", [[1, 0, 1, 1]], on=on or "reference")[0].tolist())
    assert (run.halted, run.on) == (True, on or "reference")


def test_a_compiled_circuit_runs_with_one_vector() -> None:
    assert tg.run(tg.compile("adder-2", "feedforward"), "1011").configuration.bits == (0, 0, 1)


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        ("10", {}, "one vector of 4 bits, not on shape"),
        (None, {}, "needs an input: one vector of 4 bits"),
        ("10x1", {}, "must be 0 or 1"),
        ([[1, 0, 1, 1]], {}, "evaluate takes many vectors"),
        ("1011", {"max_steps": 3}, "has no steps to limit"),
        ("1011", {"executor": "fast"}, "no executor 'fast'"),
    ],
)
def test_what_a_circuit_cannot_run_is_one_line(given: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as refused:
        tg.run("adder-2", given, **options)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["sorting", "life-step", "queens-check"])
def test_circuits_of_python_functions_run_on_the_command_line(name: str, turingrad: Turingrad) -> None:
    width = len(library.load(name).inputs)
    outcome = turingrad("run", name, "--input", "01" * (width // 2) + "1" * (width % 2))
    assert outcome.code == 0, outcome.err
    assert set(outcome.out.strip()) <= {"0", "1"}


@pytest.mark.parametrize("name", ["sorting-3", "sha-256-block-99", "palindrome-4"])
def test_a_size_that_a_machine_does_not_have_is_refused(name: str) -> None:
    assert not library.has(name)
    with pytest.raises(InputError, match="there is no"):
        library.load(name)
    assert len(library.load("adder-3").inputs) == 6
