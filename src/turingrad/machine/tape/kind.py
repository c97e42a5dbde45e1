"""Tape machines, for everything that works on all kinds of machines."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from turingrad._support.arrays import signs
from turingrad._support.text import shorten
from turingrad.errors import InputError
from turingrad.machine.kind import FileFormat, InputRequest, JsonForm, Kind, PageColumns, Taught
from turingrad.machine.run import StartedRun
from turingrad.machine.tape import Tape, TapeConfiguration, TapeMachine
from turingrad.machine.tape.draws import draw_input, draw_machine
from turingrad.machine.tape.json_form import from_object, to_object
from turingrad.machine.tape.page import tape_columns, tape_facts
from turingrad.machine.tape.run import stepper, trace

ENTRY = rb"(?:[0-9][LR][A-Z]|---)"
BBCHALLENGE = rb"\A(?:\s*#[^\n]*\n)*\s*" + ENTRY + rb"+(?:_" + ENTRY + rb"+)*\s*\Z"


def parse_input(machine: TapeMachine, request: InputRequest) -> tuple[tuple[str, ...], ...]:
    """`None` is the machine's own input, the empty string a blank tape; several tapes are parted by '|'."""
    if request.text is None:
        return machine.input
    several = machine.tapes > 1 and "|" not in machine.symbols
    parts = request.text.split("|") if several else [request.text]
    return machine.tapes_of([symbols_of(part, request.separator) for part in parts])


def symbols_of(text: str, separator: str | None) -> tuple[str, ...]:
    if separator is None:
        return tuple(text)
    if not separator:
        raise InputError("--input-sep is empty; leave it out if one character is one symbol")
    return tuple(text.split(separator)) if text else ()


def learn(
    machine: TapeMachine,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    X_test: npt.ArrayLike,
    *,
    executor: str,
    max_steps: int | None,
    seed: int,  # noqa: ARG001 - it draws nothing
) -> Taught:
    """A tape learner reads the whole data set with each test point."""
    from turingrad.machine.lower.tape_learner import tape_learner

    points = signs(X_test, "test features")
    answers, steps = tape_learner(machine).answers(X, y, points, max_steps=max_steps, executor=executor)
    return Taught(answers, {"machine_steps": steps})


def tape_text(tape: Tape) -> str | list[str]:
    """One string if every symbol is one character, else a list."""
    if all(len(symbol) == 1 for symbol in tape.symbols):
        return "".join(tape.symbols)
    return list(tape.symbols)


def fields(configuration: TapeConfiguration) -> dict[str, Any]:
    heads: list[Any] = list(configuration.heads)
    tapes: list[Any] = [tape_text(tape) for tape in configuration.tapes]
    starts: list[Any] = [tape.start if tape.symbols else None for tape in configuration.tapes]
    if len(heads) == 1:
        heads, tapes, starts = heads[0], tapes[0], starts[0]
    return {"state": configuration.state, "head": heads, "tape": tapes, "tape_start": starts}


def summary(configuration: TapeConfiguration) -> list[str]:
    lines = []
    for number, (tape, head) in enumerate(zip(configuration.tapes, configuration.heads, strict=True), start=1):
        text = tape_text(tape)
        shown = shorten(text if isinstance(text, str) else " ".join(text), 60, 30) if tape.symbols else "blank"
        first = f" from cell {tape.start:,}" if tape.symbols else ""
        label = f"tape {number}" if len(configuration.tapes) > 1 else "tape"
        lines.append(f"{label}: {shown}{first}; head on cell {head:,}")
    return lines


def input_of(machine: TapeMachine, first: TapeConfiguration) -> tuple[tuple[str, ...], ...]:
    """The input of a run whose first configuration this is."""
    rows = []
    for tape in first.tapes:
        if tape.start < 0:
            raise InputError("this run begins with symbols left of cell 0; it cannot be shown again from an input")
        rows.append((machine.blank,) * tape.start + tape.symbols if tape.symbols else ())
    return tuple(rows)


KIND = Kind(
    name="tape",
    title="tape machine",
    plural="tape machines",
    order=10,
    machine_type=TapeMachine,
    configuration_type=TapeConfiguration,
    json=JsonForm(from_object, to_object),
    formats=(
        FileFormat(
            "jflap", (".jff",), rb"\A\s*<", 20,
            "turingrad.formats.jflap:read_jflap", "turingrad.formats.jflap_writer:write_jflap",
        ),
        FileFormat(
            "bbchallenge", (".txt", ".bb"), BBCHALLENGE, 40,
            "turingrad.formats.bbchallenge:read_bbchallenge", "turingrad.formats.bbchallenge:write_bbchallenge",
        ),
        FileFormat(
            "turingmachine.io", (".yaml", ".yml"), rb"^[ \t]*(table|source code|start state)[ \t]*:", 70,
            "turingrad.formats.turingmachine_io:read_turingmachine_io",
            "turingrad.formats.turingmachine_io_writer:write_turingmachine_io",
        ),
    ),
    default_construction="transformer",
    parse_input=parse_input,
    input_options=("input", "input_sep"),
    draw_input=draw_input,
    own_input=lambda machine: machine.input,
    begin=lambda machine, given, executor: StartedRun(stepper(machine, given, executor)),
    trace=lambda machine, given, max_steps: trace(machine, given, max_steps=max_steps),
    learn=learn,
    learner_form="trainer",
    fields=fields,
    summary=summary,
    listing=lambda machine: [str(rule) for rule in machine.rules],
    page=PageColumns("tape", tape_columns, facts=tape_facts, has_diagram=True),
    input_of=input_of,
    draw_machine=draw_machine,
)  # fmt: skip
