"""Tape machines: legality, equality, inputs, and what a person sees of them."""

from __future__ import annotations

import re

import pytest

from turingrad.errors import InputError, MachineError
from turingrad.machine.tape import LEFT, RIGHT, Rule, Tape, TapeMachine


def flipper(**changes: object) -> TapeMachine:
    """Flips bits to the right until the blank."""
    parts: dict[str, object] = {
        "states": ("flip", "done"),
        "symbols": ("0", "1", "_"),
        "blank": "_",
        "start": "flip",
        "rules": (
            Rule("flip", ("0",), ("1",), (RIGHT,), "flip"),
            Rule("flip", ("1",), ("0",), (RIGHT,), "flip"),
            Rule("flip", ("_",), ("_",), (LEFT,), "done"),
        ),
        "halting": ("done",),
        "accept": ("done",),
        "input": (("0", "1"),),
        "name": "flipper",
    }
    return TapeMachine(**{**parts, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"states": ("flip", "flip", "done")}, "state 'flip' is listed twice"),
        ({"states": ("flip", "")}, "state '' is not a non-empty string"),
        ({"start": "nowhere"}, "start state 'nowhere' is not one of the states"),
        ({"blank": "b"}, "blank 'b' is not one of the symbols"),
        ({"symbols": ("0", "1", "_", "x" * 33)}, "longer than 32 characters"),
        ({"halting": ("stop",)}, "halting state 'stop' is not one of the states"),
        ({"accept": ("flip",)}, "accepting state 'flip' is not one of the halting states"),
        ({"reject": ("done",)}, "state 'done' both accepts and rejects"),
        ({"tapes": 0}, "at least 1, not 0"),
        ({"rules": (Rule("flip", ("0",), ("1",), (2,), "flip"),)}, "moves must be -1, 0 or +1"),
        ({"rules": (Rule("flip", ("0",), ("2",), (1,), "flip"),)}, "symbol '2' is not one of the symbols"),
        ({"rules": (Rule("flip", ("0",), ("1",), (1,), "gone"),)}, "next state 'gone' is not one of the states"),
        ({"rules": (Rule("gone", ("0",), ("1",), (1,), "flip"),)}, "state 'gone' is not one of the states"),
        ({"rules": (Rule("done", ("0",), ("1",), (1,), "flip"),)}, "leaves the halting state 'done'"),
        ({"rules": (Rule("flip", ("0", "0"), ("1", "1"), (1, 1), "flip"),)}, "must read, write and move on 1 tape"),
        ({"rules": (Rule("flip", ("0",), ("1",), (1,), "flip"),) * 2}, "rule 'flip 0' is given twice"),
    ],
)
def test_an_illegal_machine_is_refused_with_the_reason(changes: dict[str, object], message: str) -> None:
    with pytest.raises(MachineError, match=re.escape(message)):
        flipper(**changes)


def test_equality_is_structural_and_ignores_name_doc_and_order_of_rules() -> None:
    other = flipper(name="another", doc="text", rules=flipper().rules[::-1])
    assert flipper() == other
    assert hash(flipper()) == hash(other)
    assert flipper() != flipper(accept=())


def test_a_machine_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        flipper().start = "done"  # type: ignore[misc]


def test_repr_and_html_show_sizes_and_escape_symbols() -> None:
    assert repr(flipper()) == "TapeMachine('flipper', 2 states, 3 symbols, 3 rules)"
    page = flipper(symbols=("0", "1", "_", "<b>"), rules=(Rule("flip", ("<b>",), ("0",), (1,), "flip"),))._repr_html_()
    assert "&lt;b&gt;" in page
    assert "<b>" not in page


def test_an_unknown_input_symbol_is_refused_with_its_place() -> None:
    with pytest.raises(InputError, match="'2' at position 1 is not one of the machine's symbols"):
        flipper().initial("02")


def test_too_many_input_tapes_are_refused() -> None:
    with pytest.raises(InputError, match="the input has 2 tapes; the machine has 1"):
        flipper().initial((("0",), ("1",)))


def test_no_input_means_the_machine_s_own_and_the_empty_one_a_blank_tape() -> None:
    assert flipper().initial().tapes == (Tape(0, ("0", "1")),)
    assert flipper().initial("").tapes == (Tape(0, ()),)


def test_halted_is_true_where_no_step_is_possible() -> None:
    stuck = flipper(rules=flipper().rules[:1])
    assert stuck.halted(stuck.initial("1"))
    assert not stuck.halted(stuck.initial("0"))


def test_a_tape_is_trimmed_to_its_non_blank_part() -> None:
    assert Tape.trim(-3, ("_", "1", "_", "0", "_"), "_") == Tape(-2, ("1", "_", "0"))
    assert Tape.trim(5, ("_", "_"), "_") == Tape(0, ())


def test_a_configuration_shows_its_head_in_html() -> None:
    page = flipper().initial("01")._repr_html_()
    assert "<mark>0</mark>" in page
    assert "<td>1</td>" in page
    assert "state flip" in page
