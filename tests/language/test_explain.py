"""What a program's lines and registers cost, against the machine that it compiles to."""

from __future__ import annotations

import pytest

from tests.command_line import Turingrad
from turingrad import compile_program, explain_program
from turingrad.library.grids.programs import NAMES, program_text

TWO = """machine grid(work=1)
left()
a = s == 1
right()
b = s == 1
down()
assert not wall
halt(1 if a and b else -1)
"""


@pytest.mark.parametrize("name", NAMES)
def test_lines_add_up_to_the_programs_and_the_machines_states(name: str) -> None:
    found = explain_program(program_text(name))
    whole = compile_program(program_text(name), minimise=False)
    assert found.states == len(whole.states) - len(whole.halting)
    merged = compile_program(program_text(name))
    assert found.machine_states == len(merged.states) - len(merged.halting)


def test_a_register_costs_the_states_that_there_would_be_fewer_without_it() -> None:
    found = explain_program(TWO)
    assert [(line.line, line.states) for line in found.lines] == [(0, 1), (2, 1), (4, 2), (6, 4)]
    assert [(c.name, c.values, c.states) for c in found.lines[-1].registers] == [("a", 2, 2), ("b", 2, 2)]
    assert {c.name: c.states for c in found.registers} == {"a": 3, "b": 2}
    assert found.lines[-1].machine_states < 4  # a and b both, or not


def test_the_command_line_explains_files_and_learners_of_the_library(turingrad: Turingrad, tmp_path) -> None:
    (tmp_path / "two.tg").write_text(TWO, encoding="utf-8")
    fields = turingrad("compile", tmp_path / "two.tg", "--explain", "--json").json
    assert fields["states"] == 8
    assert fields["lines"][-1]["registers"][0] == {"name": "a", "values": 2, "states": 2}
    shown = turingrad("compile", "hebb", "--explain").out
    assert "want" in shown
    assert "states it costs" in shown
    refused = turingrad("compile", "hebb", "--explain", "-o", "x.json")
    assert refused.code == 2
    assert "writes nothing" in refused.err
    assert "-o PATH" in turingrad("compile", "hebb").err
