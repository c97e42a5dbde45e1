"""What a check is asked for is honoured, or refused before any work."""

from __future__ import annotations

from typing import Any

import pytest

from turingrad import library
from turingrad.check.checking import MAX_SAMPLES, Checked, check
from turingrad.check.lockstep import DEFAULT_STEPS, lockstep
from turingrad.constructions import compile
from turingrad.constructions.network import Network
from turingrad.errors import InputError, MachineError
from turingrad.machine.circuit import Circuit, Gate

EITHER = Circuit(("a", "b"), (Gate("or", (0, 1)),), (("either", 2),))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"max_steps": 0}, "the number of steps"),
        ({"max_length": -1}, "the longest input"),
        ({"max_length": MAX_SAMPLES + 1}, "the longest input"),
        ({"samples": 0}, "the number of samples"),
        ({"samples": MAX_SAMPLES + 1}, "the number of samples"),
        ({"seed": -1}, "the seed"),
        ({"on": "reference"}, "reference interpreters"),
        ({"on": None}, "name it"),
    ],
    ids=str,
)
def test_what_cannot_be_checked_is_refused(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        check(EITHER, **{"on": "feedforward", **asked})


def test_the_least_that_can_be_asked_for_is_one_run() -> None:
    found = check(EITHER, on="feedforward", samples=1, max_steps=1, max_length=0)
    assert (found.runs, found.steps, found.ok, found.interrupted) == (1, 1, True, False)


def stopped_after(runs: int) -> Checked:
    def progress(what: str, done: int, total: int) -> None:
        assert (what, total) == ("lockstep", 3)
        if done > runs:
            raise KeyboardInterrupt

    return check(EITHER, on="feedforward", samples=3, progress=progress)


def test_ctrl_c_leaves_the_runs_that_were_done() -> None:
    found = stopped_after(1)
    assert (found.runs, found.interrupted, found.ok) == (2, True, True)
    assert not stopped_after(3).interrupted


def test_ctrl_c_in_the_first_run_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("turingrad.check.checking.lockstep", interrupt)
    with pytest.raises(KeyboardInterrupt):
        check(EITHER, on="feedforward", samples=2)


@pytest.fixture(scope="module")
def network() -> Network[Any, Any]:
    return compile(library.load("binary-increment"), to="transformer", steps=3, input_length=4)


def test_a_network_is_checked_within_what_it_was_compiled_for(network: Network[Any, Any]) -> None:
    found = check(network, samples=2, max_steps=50, max_length=50)
    assert found.ok
    assert found.steps <= 3 * found.runs
    assert (check(network, samples=1, max_steps=2, max_length=1).steps) <= 2 * 2


@pytest.mark.parametrize("asked", [{"on": "rcnn"}, {"dtype": "float64"}], ids=str)
def test_a_network_is_checked_as_what_it_is(network: Network[Any, Any], asked: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"this is a network of transformer in float32"):
        check(network, **asked)
    check(network, on="transformer", dtype="float32", samples=1)


def test_a_machine_that_a_construction_does_not_take_is_refused() -> None:
    with pytest.raises(MachineError):
        check(EITHER, on="transformer")


def test_lockstep_goes_as_far_as_the_network(network: Network[Any, Any]) -> None:
    assert lockstep(network, "1011", None).steps == 3
    assert lockstep(network, "1011", 2).steps == 2
    assert lockstep(network, "1011", 0).steps == 0
    for steps in (-1, 2**62 + 1):
        with pytest.raises(InputError, match="steps must be a whole number"):
            lockstep(network, "1011", steps)


def test_lockstep_without_a_bound_ends(monkeypatch: pytest.MonkeyPatch, network: Network[Any, Any]) -> None:
    asked = []

    def trace_forever(_given: Any, max_steps: int) -> Any:
        asked.append(max_steps)
        return iter(())

    monkeypatch.setattr(network, "step_bound", None)
    monkeypatch.setattr(network, "trace", trace_forever)
    assert not lockstep(network, "1011").ok
    assert asked == [DEFAULT_STEPS]
