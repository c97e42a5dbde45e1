"""The package's own functions: names instead of machines, machines from a table, verdicts, counterexamples."""

from __future__ import annotations

import pytest
import torch

import turingrad as tg


def test_machines_are_named_as_on_the_command_line() -> None:
    assert tg.run("palindrome", "abba").verdict == "accept"
    assert tg.run("palindrome", "ab", on="transformer").verdict == "reject"
    assert tg.compile("palindrome", "transformer", steps=20).machine == tg.read("palindrome")
    X, y, X_test, y_test = tg.tasks.draw(tg.tasks.get("parity"), seed=1, d=4, train=10, test=20)
    assert tg.learn("parity-small", X, y, X_test).accuracy(y_test) == 1.0
    with pytest.raises(tg.InputError, match="no file and no machine of the library"):
        tg.run("palindrom", "abba")


def test_a_machine_from_a_table() -> None:
    flip = tg.machine(
        {("A", "0"): ("1", "R", "A"), ("A", "1"): ("0", "R", "A"), ("A", "_"): ("_", "S", "done")}, start="A"
    )
    run = tg.run(flip, "0110")
    assert str(run.configuration.tapes[0]) == "1001"
    assert (flip.blank, flip.halting, run.verdict) == ("_", ("done",), "halted")
    with pytest.raises(tg.MachineError, match="must be L, S or R"):
        tg.machine({("A", "0"): ("1", "right", "B")}, start="A")


def test_verdicts() -> None:
    stuck = tg.machine({("A", "0"): ("1", "R", "A")}, start="A", blank="_", input="00")
    assert tg.run(stuck).verdict == "stuck in A reading _"
    assert tg.run("busy-beaver-4", max_steps=5).verdict == "running"
    assert tg.run("busy-beaver-4").verdict == "halted"


def test_the_shortest_counterexample() -> None:
    even = tg.machine(
        {("even", "a"): ("_", "R", "odd"), ("odd", "a"): ("_", "R", "even"), ("even", "_"): ("_", "S", "yes")},
        start="even",
        accept=("yes",),
    )
    always = tg.machine({("go", "a"): ("_", "R", "go"), ("go", "_"): ("_", "S", "yes")}, start="go", accept=("yes",))
    assert tg.counterexample(even, always) == "a"
    assert tg.counterexample(even, even, max_length=6) is None
    refuses = tg.machine(
        {
            **{(state, "a"): ("_", "R", other) for state, other in (("even", "odd"), ("odd", "even"))},
            ("even", "_"): ("_", "S", "yes"),
            ("odd", "_"): ("_", "S", "no"),
        },
        start="even",
        accept=("yes",),
        reject=("no",),
    )
    assert tg.counterexample(even, refuses) == "a", "stuck is no way to reject"
    assert tg.counterexample("palindrome", "palindrome", max_length=4) is None
    with pytest.raises(tg.LimitError, match="at most 1,000,000"):
        tg.counterexample("palindrome", "palindrome", max_length=40)


def test_stuck_is_another_answer_than_halted_whatever_the_tape() -> None:
    clear = {("go", "a"): ("_", "R", "go")}
    stuck, renamed = (tg.machine({(s, "a"): ("_", "R", s)}, start=s, blank="_") for s in ("go", "run"))
    halts = tg.machine({**clear, ("go", "_"): ("_", "S", "done")}, start="go")
    keeps = tg.machine({("go", "a"): ("a", "R", "go")}, start="go", blank="_")
    assert tg.counterexample(stuck, halts) == ""
    assert tg.counterexample(stuck, renamed, max_length=3) is None
    assert tg.counterexample(stuck, keeps) == "a"


def test_compile_takes_the_name_of_a_dtype_as_run_does() -> None:
    named, given = (
        tg.compile("palindrome", "transformer", steps=20, dtype=dtype) for dtype in ("float64", torch.float64)
    )
    assert named.dtype is given.dtype is torch.float64
    with pytest.raises(tg.InputError, match="no dtype 'float8'; known: float16"):
        tg.compile("palindrome", "transformer", steps=20, dtype="float8")
