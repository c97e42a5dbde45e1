"""Candidates as arrays, and the machines that they stand for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.generators_grid import grid_machines
from turingrad import library
from turingrad.errors import InputError
from turingrad.machine.grid import GridMachine
from turingrad.machine.isomorphic import isomorphic
from turingrad.search.tables import as_machine, as_table, canonical, rule_lines


@settings(max_examples=50)
@given(grid_machines(max_states=4))
def test_a_table_and_its_machine_are_two_forms_of_the_same(machine: GridMachine) -> None:
    table = as_table(machine)
    again = as_machine(table)
    assert as_table(as_machine(as_table(again))).tolist() == as_table(again).tolist()


@settings(max_examples=30)
@given(grid_machines(max_states=4))
def test_the_canonical_table_is_a_fixed_point_and_no_larger(machine: GridMachine) -> None:
    table = canonical(as_table(machine).tolist())
    assert canonical(table) == table
    assert len(table) <= 4 * len(machine.working_states)


@pytest.mark.parametrize("name", ["constant", "last-label", "majority-label", "conjunction", "parity-small"])
def test_library_machines_survive_the_way_there_and_back(name: str) -> None:
    machine = library.load_learner(name, form="grid")
    assert isinstance(machine, GridMachine)
    again = as_machine(as_table(machine), work=machine.work)
    assert len(again.working_states) == len(machine.working_states)
    assert len(again.rules) == len(machine.rules)


def test_isomorphic_machines_have_one_canonical_table() -> None:
    machine = library.load_learner("majority-label", form="grid")
    assert isinstance(machine, GridMachine)
    again = as_machine(as_table(machine))
    assert isomorphic(as_machine(as_table(again)), again)


def test_rules_are_shown_a_line_a_state() -> None:
    machine = as_machine(as_table(library.load_learner("last-label", form="grid")))  # type: ignore[arg-type]
    lines = rule_lines(machine)
    assert len(lines) == 2
    assert any("H+" in line for line in lines)


def test_a_machine_with_other_symbols_is_no_candidate() -> None:
    machine = GridMachine(("a", "h"), ("-", "0", "+", "x"), "0", "a", (), halting=("h",), accept=("h",))
    with pytest.raises(InputError, match="symbols"):
        as_table(machine)
