"""Grid machines: legality, walls, equality."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turingrad.errors import InputError, MachineError
from turingrad.machine.grid import WALL, GridConfiguration, GridMachine, GridRule

MACHINE = GridMachine(
    states=("go", "back", "halt+", "halt-"),
    symbols=("-", "0", "+"),
    blank="0",
    start="go",
    rules=(
        GridRule("back", "+", "-", "S", "halt+"),
        GridRule("go", "+", "+", "L", "go"),
        GridRule("go", WALL, None, "R", "back"),
        GridRule("go", "-", "-", "L", "go"),
    ),
    halting=("halt+", "halt-"),
    accept=("halt+",),
    reject=("halt-",),
)


def test_rules_are_kept_in_the_order_of_states_and_symbols() -> None:
    assert [(rule.state, rule.read) for rule in MACHINE.rules] == [
        ("go", "-"),
        ("go", "+"),
        ("go", WALL),
        ("back", "+"),
    ]


def test_equality_ignores_name_and_the_order_in_which_rules_were_given() -> None:
    other = replace(MACHINE, rules=MACHINE.rules[::-1], name="other", doc="same machine")
    assert other == MACHINE
    assert hash(other) == hash(MACHINE)


def test_equality_sees_a_changed_rule() -> None:
    assert replace(MACHINE, rules=MACHINE.rules[:-1]) != MACHINE


def test_size_counts_working_states_only() -> None:
    assert MACHINE.working_states == ("go", "back")
    assert "2 states" in repr(MACHINE)
    assert "4 rules" in repr(MACHINE)


def test_html_view_shows_every_rule() -> None:
    assert MACHINE._repr_html_().count("<tr>") == 1 + len(MACHINE.rules)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"symbols": ("-", "0", "+", "#")}, "cannot be one of its symbols"),
        ({"work": -1}, "work columns"),
        ({"rules": (GridRule("go", WALL, "+", "L", "go"),)}, "nothing can be written at a wall"),
        ({"rules": (GridRule("go", "+", None, "L", "go"),)}, "to keep the symbol"),
        ({"rules": (GridRule("go", "+", "?", "L", "go"),)}, "written symbol '[?]'"),
        ({"rules": (GridRule("go", "?", "+", "L", "go"),)}, "read symbol '[?]'"),
        ({"rules": (GridRule("go", "+", "+", "N", "go"),)}, "the move must be one of"),
        ({"rules": (GridRule("gone", "+", "+", "L", "go"),)}, "state 'gone'"),
        ({"rules": (GridRule("go", "+", "+", "L", "gone"),)}, "next state 'gone'"),
        ({"rules": (GridRule("halt+", "+", "+", "L", "go"),)}, "leaves the halting state"),
        ({"rules": (GridRule("go", "+", "+", "L", "go"),) * 2}, "given twice"),
        ({"start": "gone"}, "start state"),
        ({"blank": "1"}, "blank"),
        ({"accept": ("go",)}, "accepting state"),
    ],
)
def test_illegal_machine_is_refused(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(MachineError, match=complaint):
        replace(MACHINE, **change)


def test_head_starts_in_the_bottom_row_left_of_the_work_columns() -> None:
    assert MACHINE.initial(["+-0", "++0"]).head == (1, 1)
    assert replace(MACHINE, work=0).initial(["+-0", "++0"]).head == (1, 2)


@pytest.mark.parametrize(
    ("grid", "head", "complaint"),
    [
        ([], None, "empty"),
        (["", ""], None, "empty"),
        (["++", "+"], None, "row 1 of the grid has 1 cell,"),
        (["+a"], None, "'a' at row 0, column 1"),
        (["+"], None, "wants 1 work columns"),
        (["++"], (0, 2), "not on the 1 x 2 grid"),
        (["++"], (-1, 0), "not on the 1 x 2 grid"),
    ],
)
def test_grid_that_does_not_fit_is_refused(grid: Any, head: Any, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        MACHINE.initial(grid, head)


def test_answer_is_the_sign_of_the_halting_state() -> None:
    assert [MACHINE.answer(state) for state in MACHINE.states] == [0, 0, 1, -1]


def test_a_configuration_shows_its_head_in_html() -> None:
    page = GridConfiguration(3, "a<b", (1, 0), True, (("+", "-"), ("0", "+")))._repr_html_()
    assert "<mark>0</mark>" in page
    assert "a&lt;b, at a wall" in page
    assert page.count("<tr>") == 2
