"""A lowered machine beside its source, configuration by configuration, as every test of a lowering wants it."""

from __future__ import annotations

from itertools import islice

from turingrad.machine.lower import TapeLowering
from turingrad.machine.tape import Rule, TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import run, trace

Tapes = tuple[tuple[str, ...], ...]


def lowered_trace(lowering: TapeLowering, given: Tapes, most: int = 60_000) -> list[TapeConfiguration]:
    return list(trace(lowering.machine, lowering.encode_input(given), max_steps=most, executor="python"))


def assert_lockstep(lowering: TapeLowering, given: Tapes, steps: int, most: int = 60_000) -> None:
    """The first `steps` steps of the source are those that the lowered machine translates to; both halt or neither."""
    source = list(trace(lowering.source, given, max_steps=steps, executor="python"))
    lowered = trace(lowering.machine, lowering.encode_input(given), max_steps=most, executor="python")
    assert list(islice(lowering.translate(lowered), len(source))) == source
    if lowering.source.halted(source[-1]):
        last = run(lowering.machine, lowering.encode_input(given), max_steps=most, executor="python")
        assert last.halted
        assert lowering.decode(last.configuration, source[-1].step) == source[-1]
        assert lowering.machine.answer(last.configuration.state) == lowering.source.answer(source[-1].state)


# Two tapes: copies a binary number to the second tape and walks back, standing still on one tape and then the other.
COPIER = TapeMachine(
    states=("copy", "back", "check", "yes", "no"),
    symbols=("_", "0", "1"),
    blank="_",
    start="copy",
    rules=(
        Rule("copy", ("0", "_"), ("0", "0"), (1, 1), "copy"),
        Rule("copy", ("1", "_"), ("1", "1"), (1, 1), "copy"),
        Rule("copy", ("_", "_"), ("_", "_"), (-1, 0), "back"),
        Rule("back", ("0", "_"), ("0", "_"), (-1, 0), "back"),
        Rule("back", ("1", "_"), ("1", "_"), (-1, 0), "back"),
        Rule("back", ("_", "_"), ("_", "_"), (1, -1), "check"),
        *(Rule("check", (a, b), (a, b), (1, -1), "check" if a == b else "no") for a in ("0", "1") for b in ("0", "1")),
        Rule("check", ("_", "_"), ("_", "_"), (0, 0), "yes"),
    ),
    halting=("yes", "no"),
    accept=("yes",),
    reject=("no",),
    tapes=2,
    input=(tuple("0110"),),
    name="palindrome on two tapes",
)
