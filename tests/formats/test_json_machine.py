"""Our own JSON: every machine in full, errors that point into the text, and the schema."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.generators import tape_machines
from tests.generators_circuit import circuits
from tests.generators_grid import grid_machines
from tests.generators_learner import learners
from turingrad.errors import FormatError
from turingrad.formats import Machine, from_object, machine_schema, to_object
from turingrad.formats.json_machine import read_json, write_json
from turingrad.formats.json_places import offset_of
from turingrad.machine.circuit import Circuit
from turingrad.machine.grid import GridMachine
from turingrad.machine.learner import Learner
from turingrad.machine.tape import RIGHT, Rule, TapeMachine

SCHEMA = machine_schema()
VALIDATOR = Draft202012Validator(SCHEMA)

TAPE: dict[str, Any] = {
    "format": "turingrad",
    "version": 1,
    "kind": "tape",
    "states": ["A", "H"],
    "symbols": ["0", "1"],
    "blank": "0",
    "start": "A",
    "halting": ["H"],
    "rules": [{"state": "A", "read": ["0"], "write": ["1"], "move": ["R"], "next": "H"}],
}
GRID: dict[str, Any] = {
    **{key: TAPE[key] for key in ("format", "version", "states", "symbols", "blank", "start", "halting")},
    "kind": "grid",
    "rules": [
        {"state": "A", "read": "0", "write": "1", "move": "U", "next": "A"},
        {"state": "A", "read": "#", "write": None, "move": "S", "next": "H"},
    ],
}
CIRCUIT: dict[str, Any] = {
    "format": "turingrad",
    "version": 1,
    "kind": "circuit",
    "inputs": ["a", "b"],
    "gates": [{"kind": "and", "inputs": [0, 1]}, {"kind": "lut", "inputs": [2], "table": "10"}],
    "outputs": [{"name": "nand", "node": 3}],
}
PART = {"inputs": ["b", "x"], "gates": [], "outputs": [{"name": "p", "node": 0}]}
LEARNER: dict[str, Any] = {
    "format": "turingrad",
    "version": 1,
    "kind": "learner",
    "memory": "0",
    "features": 1,
    "predict": PART,
    "update": {**PART, "inputs": ["b", "x", "y"]},
}


def with_change(document: dict[str, Any], *path: str | int, to: Any = ...) -> dict[str, Any]:
    """A copy with one value replaced, or removed."""
    copy = json.loads(json.dumps(document))
    place = copy
    for part in path[:-1]:
        place = place[part]
    if to is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return copy


@pytest.mark.parametrize("document", [TAPE, GRID, CIRCUIT, LEARNER], ids=lambda document: document["kind"])
def test_the_schema_and_the_reader_accept_a_machine_of_each_kind(document: dict[str, Any]) -> None:
    VALIDATOR.validate(document)
    assert to_object(from_object(document))["kind"] == document["kind"]


def test_the_rule_of_a_document_is_the_machine_s() -> None:
    machine = from_object(TAPE)
    assert isinstance(machine, TapeMachine)
    assert machine.rules == (Rule("A", ("0",), ("1",), (RIGHT,), "H"),)


def assert_survives(machine: Machine) -> None:
    data = write_json(machine)
    VALIDATOR.validate(json.loads(data))
    assert read_json(data, "again") == machine


@settings(max_examples=40)
@given(tape_machines(max_tapes=2, max_symbols=3, odd_names=True))
def test_tape_machines_survive_and_fit_the_schema(machine: TapeMachine) -> None:
    assert_survives(machine)


@settings(max_examples=40)
@given(grid_machines())
def test_grid_machines_survive_and_fit_the_schema(machine: GridMachine) -> None:
    assert_survives(machine)


@settings(max_examples=40)
@given(circuits())
def test_circuits_survive_and_fit_the_schema(circuit: Circuit) -> None:
    assert_survives(circuit)


@settings(max_examples=20)
@given(learners())
def test_learners_survive_and_fit_the_schema(learner: Learner) -> None:
    assert_survives(learner)


def test_name_and_documentation_survive() -> None:
    machine = replace(from_object(TAPE), name="ä", doc="two\nlines")
    again = read_json(write_json(machine), "again")
    assert (again.name, again.doc) == ("ä", "two\nlines")


def test_a_rule_stands_on_one_line() -> None:
    lines = write_json(from_object(TAPE)).decode().splitlines()
    assert any(line.strip().startswith('{"state": "A"') and line.endswith("}") for line in lines)


# What is changed, the value that it gets, and the message; the error must point at the changed value.
WRONG_VALUES = {
    "another kind": (TAPE, ("kind",), "tapes", "unknown kind 'tapes'"),
    "a newer version": (TAPE, ("version",), 2, "version 2"),
    "a version that is a flag": (TAPE, ("version",), True, "true out of place"),
    "an unknown next state": (TAPE, ("rules", 0, "next"), "B", "rules[0].next: unknown state 'B'"),
    "an unknown symbol": (TAPE, ("rules", 0, "read", 0), "2", "rules[0].read[0]: unknown symbol '2'"),
    "an unknown move": (TAPE, ("rules", 0, "move", 0), "U", "unknown move 'U'"),
    "a move too many": (TAPE, ("rules", 0, "move"), ["R", "R"], "2 entries"),
    "a duplicate rule": (TAPE, ("rules",), TAPE["rules"] * 2, "a second rule for the same state and symbol"),
    "a rule that is a list": (TAPE, ("rules", 0), [], "a list where an object belongs"),
    "rules that are an object": (TAPE, ("rules",), {}, "an object where a list belongs"),
    "a symbol that is a number": (TAPE, ("symbols", 1), 1, "the number 1 where text belongs"),
    "a state that is null": (TAPE, ("states", 0), None, "null where text belongs"),
    "a huge number of tapes": (TAPE, ("tapes",), 10**9, "a whole number from 1 to 64"),
    "half a character": (TAPE, ("states", 1), "\ud800", "half a character"),
    "an unknown key": (TAPE, ("rulez",), [], "unknown key 'rulez'"),
    "an unknown key of a rule": (TAPE, ("rules", 0, "nxt"), "A", "unknown key 'nxt'"),
    "something written at a wall": (GRID, ("rules", 1, "write"), "0", "nothing can be written at a wall"),
    "nothing written at a symbol": (GRID, ("rules", 0, "write"), None, "null where text belongs"),
    "a grid move": (GRID, ("rules", 0, "move"), "X", "unknown move 'X'"),
    "a later node": (CIRCUIT, ("gates", 0, "inputs", 1), 2, "a whole number from 0 to 1"),
    "a gate of no kind": (CIRCUIT, ("gates", 0, "kind"), "nand", "unknown gate 'nand'"),
    "a table that is not bits": (CIRCUIT, ("gates", 1, "table"), "12", "not a string of bits"),
    "an output that is not there": (CIRCUIT, ("outputs", 0, "node"), 4, "a whole number from 0 to 3"),
    "a flag that is a number": (LEARNER, ("on_error",), 1, "the number 1 where a flag belongs"),
    "a learner's circuit that is text": (LEARNER, ("predict",), "x", "a string where an object belongs"),
    "a learner's later node": (LEARNER, ("predict", "outputs", 0, "node"), 9, "predict.outputs[0].node"),
}


@pytest.mark.parametrize("case", WRONG_VALUES)
def test_a_wrong_value_is_pointed_at(case: str) -> None:
    document, path, value, message = WRONG_VALUES[case]
    text = json.dumps(with_change(document, *path, to=value), indent=1)
    with pytest.raises(FormatError) as caught:
        read_json(text.encode(), "m.json")
    error = caught.value
    assert message in error.one_line()
    path = (*path, 1) if case == "a duplicate rule" else path
    before = text[: offset_of(text, path)]
    assert (error.line, error.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))


INVALID_MACHINES = {
    "an unknown start": (with_change(TAPE, "start", to="B"), "start state 'B'"),
    "a rule out of a halting state": (with_change(TAPE, "halting", to=["A"]), "leaves the halting state"),
    "a symbol twice": (with_change(TAPE, "symbols", to=["0", "1", "0"]), "symbol '0' is listed twice"),
    "an input of unknown symbols": (with_change(TAPE, "input", to=[["2"]]), "input symbol '2'"),
    "a gate with too many inputs": (with_change(CIRCUIT, "gates", 0, "kind", to="not"), "a not gate must have 1 input"),
    "a short table": (with_change(CIRCUIT, "gates", 1, "table", to="1"), "node 3"),
    "a learner of other width": (with_change(LEARNER, "features", to=2), "predict"),
    "missing rules": (with_change(TAPE, "rules"), "'rules' is missing"),
    "missing predict": (with_change(LEARNER, "predict"), "'predict' is missing"),
    "another format": (with_change(TAPE, "format", to="other"), "not a machine of turingrad"),
}


@pytest.mark.parametrize("case", INVALID_MACHINES)
def test_an_invalid_machine_is_refused(case: str) -> None:
    document, message = INVALID_MACHINES[case]
    with pytest.raises(FormatError) as caught:
        read_json(json.dumps(document).encode(), "m.json")
    assert message in caught.value.one_line()


BAD_TEXTS = {
    "nothing": ("", "not JSON", 1, 1),
    "an open object": ('{"format": "turingrad"', "not JSON", 1, 23),
    "a stray comma": ('{\n  "format": "turingrad",\n}', "not JSON", 3, 1),
    "a list": ("[]", "not a machine", 1, 1),
    "a number": ("17", "not a machine", 1, 1),
    "the same key twice": (
        '{"format": "turingrad", "kind": "tape", "kind": "grid"}',
        "'kind' is given twice",
        None,
        None,
    ),
    "not a number": ('{"format": NaN}', "NaN is not JSON", None, None),
    "an endless number": ('{"version": ' + "9" * 5000 + "}", "too many digits", None, None),
    "deep nesting": ("[" * 100_000, "nested too deeply", None, None),
}


@pytest.mark.parametrize("case", BAD_TEXTS)
def test_bad_text_is_refused_with_its_place(case: str) -> None:
    text, message, line, column = BAD_TEXTS[case]
    with pytest.raises(FormatError) as caught:
        read_json(text.encode(), "m.json")
    assert message in caught.value.one_line()
    assert (caught.value.line, caught.value.column) == (line, column)


SCHEMA_REFUSES = {
    "a rule without next": with_change(TAPE, "rules", 0, "next"),
    "an unknown move": with_change(TAPE, "rules", 0, "move", 0, to="U"),
    "something written at a wall": with_change(GRID, "rules", 1, "write", to="0"),
    "nothing written at a symbol": with_change(GRID, "rules", 0, "write"),
    "a table without a lut": with_change(CIRCUIT, "gates", 0, "table", to="0001"),
    "a lut without a table": with_change(CIRCUIT, "gates", 1, "table"),
    "an unknown key": with_change(LEARNER, "memry", to="0"),
    "another version": with_change(TAPE, "version", to=2),
}


@pytest.mark.parametrize("case", SCHEMA_REFUSES)
def test_what_the_schema_refuses_the_reader_refuses(case: str) -> None:
    assert not VALIDATOR.is_valid(SCHEMA_REFUSES[case])
    with pytest.raises(FormatError):
        from_object(SCHEMA_REFUSES[case])


def paths_of(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, part in parts for deeper in paths_of(part, (*path, key)))]


SMALL_VALUES = st.sampled_from(
    (None, True, 0, 1, -1, 1.0, 0.5, 10**30, "", "0", "A", "x" * 40, "lut", "#", [], ["0"], [[]], {}, {"name": "a"})
)


@settings(max_examples=300)
@given(st.sampled_from((TAPE, GRID, CIRCUIT, LEARNER)), st.data())
def test_any_change_is_read_or_refused_in_one_line_and_as_another_validator_says(
    document: dict[str, Any], data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(paths_of(document)[1:]))
    value = with_change(document, *path, to=data.draw(SMALL_VALUES | st.just(...)))
    try:
        from_object(value)
    except FormatError as error:
        said = error.one_line()
    else:
        said = ""
        VALIDATOR.validate(value)
    assert "\n" not in said


def test_half_a_character_cannot_be_written() -> None:
    machine = TapeMachine(("q", "\ud800"), ("0", "1"), "0", "q", ())
    with pytest.raises(FormatError, match="half a character"):
        write_json(machine)


def test_an_offset_is_that_of_the_value_at_a_path() -> None:
    text = ' {"a" : [1, {"b\\"" : "x,]"}], "c": {"d": null}}'
    assert text[offset_of(text, ("a", 1, 'b"')) :].startswith('"x,]"')
    assert text[offset_of(text, ("c", "d")) :].startswith("null")
    assert text[offset_of(text, ("c", "e")) :].startswith('{"d"')
    assert text[offset_of(text, ("a", 7)) :].startswith("[1")


def test_values_that_python_has_and_json_has_not_are_refused_in_one_line() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for key, value in (("states", deep), ("version", np.zeros(2)), ("version", np.zeros(0)), ("version", True)):
        with pytest.raises(FormatError) as raised:
            from_object({**TAPE, key: value})
        assert "\n" not in raised.value.one_line()
