"""The package's own doors: names instead of machines, machines from a table, verdicts, counterexamples."""

from __future__ import annotations

import pytest

import turingrad as tg


def test_machines_are_named_as_on_the_command_line() -> None:
    assert tg.run("palindrome", "abba").verdict == "accept"
    assert tg.run("palindrome", "ab", on="transformer").verdict == "reject"
    assert tg.compile("palindrome", "transformer", steps=20).machine == tg.read("palindrome")
    X, y, X_test, y_test = tg.tasks.draw(tg.tasks.get("parity"), seed=1, d=4, train=10, test=20)
    assert tg.learn("parity-small", X, y, X_test).accuracy(y_test) == 1.0
    with pytest.raises(tg.InputError, match="neither a file nor a machine"):
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
    assert tg.counterexample("palindrome", "palindrome", max_length=4) is None
    with pytest.raises(tg.LimitError, match="at most 1,000,000"):
        tg.counterexample("palindrome", "palindrome", max_length=40)
