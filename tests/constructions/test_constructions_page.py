"""The table of docs/constructions.md that says which construction takes what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from turingrad import library
from turingrad.constructions.registry import find_construction, recipe_names
from turingrad.errors import TuringradError
from turingrad.machine import CircuitBuilder
from turingrad.machine.clocked import clock_circuit
from turingrad.machine.program import assemble
from turingrad.machine.tape import RIGHT, Rule, TapeMachine

PAGE = Path(__file__).parents[2] / "docs" / "constructions.md"


def clocked() -> Any:
    make = CircuitBuilder()
    make.output("next", make.xor(make.input("input"), make.input("register")))
    return clock_circuit(make.build(), [0], name="toggle")


def two_tapes() -> TapeMachine:
    rule = Rule("copy", ("0", "_"), ("0", "0"), (RIGHT, RIGHT), "copy")
    return TapeMachine(("copy", "done"), ("_", "0"), "_", "copy", (rule,), ("done",), tapes=2)


MACHINES: dict[str, Callable[[], Any]] = {
    "tape machine, one tape": lambda: library.load("palindrome"),
    "tape machine, several tapes": two_tapes,
    "grid machine": lambda: library.load("parity-small", form="grid"),
    "circuit, also from `tg.circuit`": lambda: library.load("adder-2"),
    "clocked circuit": clocked,
    "program: C, RISC-V, or a Python function": lambda: assemble("li a7, 93; ecall"),
}
LEARNER = "learner, of the library or a Python class as a circuit"
CLASS = "Python class as a program"


def table() -> dict[str, dict[str, str]]:
    """Row by row, what each construction does with it."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    start = next(at for at, line in enumerate(lines) if line.startswith("| | `reference`"))
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[start:]]
    names = [name.strip("`") for name in cells[0][1:]]
    rows = [row for row in cells[2:] if len(row) == len(cells[0])]
    return {row[0]: dict(zip(names, row[1:], strict=True)) for row in rows}


def accepts(name: str, machine: Any) -> bool:
    try:
        find_construction(name).accepts(machine)
    except TuringradError:
        return False
    return True


def test_the_table_has_every_construction_and_every_row() -> None:
    found = table()
    assert list(found) == [*MACHINES, LEARNER, CLASS]
    assert all(sorted(row) == sorted(recipe_names()) for row in found.values())


@pytest.mark.parametrize("row", MACHINES)
def test_a_machine_runs_where_the_table_says_so(row: str) -> None:
    machine = MACHINES[row]()
    assert table()[row] == {name: "run" if accepts(name, machine) else "" for name in table()[row]}


def test_learners_learn_where_the_table_says_so() -> None:
    row = table()[LEARNER]
    assert row == {name: "learn" if find_construction(name).learn else "" for name in row}
    program = MACHINES["program: C, RISC-V, or a Python function"]()
    row = table()[CLASS]
    assert row == {name: "learn" if accepts(name, program) else "" for name in row}
