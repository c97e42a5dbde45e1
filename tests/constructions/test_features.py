"""Every construction and every feature of a machine: honoured, or refused in one line. Then the whole library by every
verb: each ends with a result or with one line."""

from __future__ import annotations

import random
from typing import Any

import pytest

import turingrad as tg
from tests.command_line import Turingrad
from turingrad import library
from turingrad.check import lockstep
from turingrad.constructions import construction_names
from turingrad.constructions.registry import find_construction
from turingrad.errors import TuringradError
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine

ODD = ("#", "<", "&amp;", "é", "0 1".replace(" ", "·"), "**", "|")


def one_tape(*rules: Rule, symbols: tuple[str, ...] = ("_", "a", "b"), **named: Any) -> TapeMachine:
    states = tuple(dict.fromkeys(state for rule in rules for state in (rule.state, rule.next)))
    states += tuple(state for state in named.get("halting", ()) if state not in states)
    return TapeMachine(states, symbols, "_", states[0], rules, **named)


def rule(state: str, read: str, write: str, move: int, following: str) -> Rule:
    return Rule(state, (read,), (write,), (move,), following)


MACHINES: dict[str, tuple[TapeMachine, Any]] = {
    "a hard left end": (
        one_tape(
            rule("A", "a", "b", LEFT, "B"), rule("B", "b", "a", RIGHT, "H"), halting=("H",), left_end="hard",
        ),
        "a",
    ),
    "a hard left end, hit again and again": (
        one_tape(
            rule("A", "a", "b", LEFT, "A"), rule("A", "b", "a", LEFT, "B"), rule("B", "a", "b", RIGHT, "H"),
            halting=("H",), left_end="hard",
        ),
        "aa",
    ),
    "accept": (one_tape(rule("A", "a", "b", RIGHT, "Y"), halting=("Y", "N"), accept=("Y",), reject=("N",)), "a"),
    "reject": (one_tape(rule("A", "a", "b", RIGHT, "N"), halting=("Y", "N"), accept=("Y",), reject=("N",)), "a"),
    "no step at all, halting": (one_tape(rule("H", "a", "a", STAY, "H"), symbols=("_", "a")), ""),
    "starts in a halting state": (TapeMachine(("H",), ("_", "a"), "_", "H", (), halting=("H",)), "a"),
    "stuck at once": (one_tape(rule("A", "a", "b", RIGHT, "A")), "b"),
    "stays": (
        one_tape(rule("A", "a", "b", STAY, "B"), rule("B", "b", "a", STAY, "H"), halting=("H",)),
        "a",
    ),
    "two tapes": (
        TapeMachine(
            ("A", "H"), ("_", "a"), "_", "A",
            (
                Rule("A", ("a", "_"), ("a", "a"), (RIGHT, RIGHT), "A"),
                Rule("A", ("_", "_"), ("_", "_"), (STAY, STAY), "H"),
            ),
            halting=("H",), tapes=2,
        ),
        ("aa", ""),
    ),
    "odd symbols": (
        TapeMachine(
            ("A b", "H"), ("_", *ODD), "_", "A b",
            tuple(Rule("A b", (symbol,), (ODD[(i + 1) % len(ODD)],), (RIGHT,), "A b") for i, symbol in enumerate(ODD))
            + (Rule("A b", ("_",), ("_",), (STAY,), "H"),),
            halting=("H",),
        ),
        ODD,
    ),
}  # fmt: skip
FOR_TAPES = [name for name in construction_names() if "tape" in find_construction(name).forms]


@pytest.mark.parametrize("name", FOR_TAPES)
@pytest.mark.parametrize("feature", MACHINES)
def test_a_feature_is_honoured_or_refused(feature: str, name: str) -> None:
    machine, given = MACHINES[feature]
    expected = tg.run(machine, given, max_steps=20)
    try:
        network = tg.compile(machine, name, **({"steps": 20, "input_length": 8} if name == "transformer" else {}))
        found = tg.run(machine, given, on=name, max_steps=20)
    except TuringradError as refused:
        message = str(refused)
    else:
        assert (found.configuration, found.halted, found.verdict) == (
            expected.configuration, expected.halted, expected.verdict,
        )  # fmt: skip
        assert lockstep(network, given, 20).ok
        return
    assert message.count("\n") == 0, message


def matrix() -> list[tuple[str, str, str]]:
    """Every entry of the library, every construction and every verb."""
    verbs = ("run", "check", "compile", "view", "export")
    names = [*library.names(), "adder-2", "multiplier-2"]
    return [(name, on, verb) for name in names for on in ("reference", *construction_names()) for verb in verbs]


def arguments(name: str, on: str, verb: str, folder: Any) -> list[Any]:
    entry = library.entry(name)
    machine = library.load(name)
    given = ["--input", "0" * len(machine.inputs)] if entry.forms[0] == "circuit" else []
    if verb == "run":
        return (
            ["run", name, "--on", on, "--max-steps", "30", *given] if not given else ["run", name, "--on", on, *given]
        )
    if verb == "check":
        return ["check", name, "--on", on, "--samples", "1", "--max-steps", "15"]
    if verb == "compile":
        return ["compile", name, "--to", on, "-o", folder / "net"]
    if verb == "view":
        return ["view", name, "--on", on, "--max-steps", "15", "-o", folder / "page.html", *given]
    return ["export", name, "--to", "onnx", "--on", on, "-o", folder / "net.onnx", "--no-check"]


def walk(case: tuple[str, str, str], turingrad: Turingrad, folder: Any) -> None:
    outcome = turingrad(*arguments(*case, folder))
    assert outcome.code in (0, 2), (case, outcome.code, outcome.err)
    assert outcome.code == 0 or outcome.err.strip().count("\n") <= 2, (case, outcome.err)
    assert "unexpected" not in outcome.err, (case, outcome.err)


SAMPLE = random.Random(28).sample(matrix(), 24)


@pytest.mark.parametrize("case", SAMPLE, ids="-".join)
def test_a_verb_on_a_machine_of_the_library_ends_with_a_result_or_one_line(
    case: tuple[str, str, str], turingrad: Turingrad, tmp_path: Any
) -> None:
    walk(case, turingrad, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("case", matrix(), ids="-".join)
def test_every_verb_on_every_machine_of_the_library(
    case: tuple[str, str, str], turingrad: Turingrad, tmp_path: Any
) -> None:
    walk(case, turingrad, tmp_path)
