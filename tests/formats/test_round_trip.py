"""Every machine file is read, written in each format that can carry it, and read again to an equal machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.data import data_files, file_label
from turingrad import formats, library
from turingrad.errors import FormatError
from turingrad.machine.tape import STAY, TapeMachine

FILES = data_files("machines")
ALL_CARRY = ("json", "turingmachine.io", "jflap")


def tape_machine(path: Path) -> TapeMachine:
    machine = formats.read(path)
    assert isinstance(machine, TapeMachine)
    return machine


def carries(format: str, machine: TapeMachine) -> bool:
    """What each format promises to hold."""
    short = all(len(symbol) == 1 for symbol in machine.symbols)
    if format == "turingmachine.io":
        return machine.tapes == 1 and short and all(rule.move != (STAY,) for rule in machine.rules)
    if format == "jflap":
        return short and not {"~", "!"} & set(machine.symbols) - {machine.blank}
    return True


@pytest.mark.parametrize("format", ALL_CARRY)
@pytest.mark.parametrize("path", FILES, ids=file_label)
def test_a_file_survives_the_format_or_is_refused_in_one_line(path: Path, format: str) -> None:
    machine = tape_machine(path)
    if carries(format, machine):
        assert formats.parse(formats.serialise(machine, format), "again", format) == machine
    else:
        with pytest.raises(FormatError) as caught:
            formats.serialise(machine, format)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("path", FILES, ids=file_label)
def test_a_file_survives_its_own_format(path: Path) -> None:
    machine = tape_machine(path)
    own = next(name for name, entry in formats.FORMATS.items() if path.suffix in entry.extensions)
    assert formats.parse(formats.serialise(machine, own), "again", own) == machine


@pytest.mark.parametrize("name", [name for name in library.names() if name.startswith("busy-beaver")])
@pytest.mark.parametrize("format", [*ALL_CARRY, "bbchallenge"])
def test_busy_beavers_survive_every_format(name: str, format: str) -> None:
    machine = library.load(name)
    assert formats.parse(formats.serialise(machine, format), "again", format) == machine


@pytest.mark.parametrize("path", FILES, ids=file_label)
def test_name_and_documentation_survive_json(path: Path) -> None:
    machine = replace(tape_machine(path), doc="What it is for.\n\nAnd more.")
    again = formats.parse(formats.serialise(machine, "json"), "again", "json")
    assert (again.name, again.doc) == (machine.name, machine.doc)
