"""bbchallenge text."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.errors import FormatError, LimitError
from turingrad.formats.bbchallenge import read_bbchallenge, write_bbchallenge
from turingrad.machine.isomorphic import isomorphic
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine


def read(text: str) -> TapeMachine:
    return read_bbchallenge(text.encode(), "m.txt")


def test_rows_are_states_and_entries_are_symbols() -> None:
    machine = read("1RB0LA_1LA1RZ")
    assert machine.states == ("A", "B", "Z")
    assert (machine.start, machine.blank, machine.halting) == ("A", "0", ("Z",))
    assert machine.rule("A", ("1",)) == Rule("A", ("1",), ("0",), (LEFT,), "A")
    assert machine.rule("B", ("1",)) == Rule("B", ("1",), ("1",), (RIGHT,), "Z")


def test_an_undefined_entry_has_no_rule() -> None:
    machine = read("1RB---_1LA1LB")
    assert machine.rule("A", ("1",)) is None
    assert machine.halting == ()


@pytest.mark.parametrize("letter", ["Z", "H", "C"])
def test_a_letter_beyond_the_rows_halts(letter: str) -> None:
    assert read(f"1RB1LB_1LA1R{letter}").halting == (letter,)


def test_a_letter_within_the_rows_does_not_halt() -> None:
    eight = "_".join(["1RH---"] * 8)
    assert read(eight).halting == ()


def test_ten_symbols_are_ten_entries_a_row() -> None:
    machine = read("9RA8RA7RA6RA5RA4RA3RA2RA1RA0RA")
    assert machine.symbols == tuple("0123456789")


def test_comments_are_documentation() -> None:
    assert read("# Halts at once.\n\n1RZ---\n").doc == "Halts at once."


REFUSED = {
    "nothing": ("", "there is no machine", 1, 1),
    "two machines": ("1RB1LB_1LA1RZ\n1RA1RA\n", "a second machine", 2, 1),
    "half an entry": ("1RB1L_1RA1RA", "no whole number of entries", 1, 1),
    "rows of different lengths": ("1RB1LB_1LA", "the row of state B has 3 characters", 1, 8),
    "a move that is neither L nor R": ("1RB1LB_1SA1RZ", "'1SA' is not an entry", 1, 8),
    "a small letter": ("1RB1Lb", "'1Lb' is not an entry", 1, 4),
    "a symbol beyond the row's": ("1RB2LB_1LA1RZ", "unknown symbol '2'", 1, 4),
    "a symbol beyond a row of one entry": ("1RB", "unknown symbol '1'", 1, 1),
    "eleven symbols": ("1RA" * 11, "no whole number of entries", 1, 1),
    "27 states": ("_".join(["1RA1LA"] * 27), "27 states", 1, 1),
    "words": ("hello", "not a bbchallenge table: the row 'hello' has no whole number of entries", 1, 1),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_with_its_place(case: str) -> None:
    text, message, line, column = REFUSED[case]
    with pytest.raises(FormatError) as caught:
        read(text)
    assert message in caught.value.one_line()
    assert (caught.value.line, caught.value.column) == (line, column)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Any table: its width and height, then its entries."""
    width, height = draw(st.integers(1, 10)), draw(st.integers(1, 5))
    targets = "ABCDE"[:height] + "Z"
    entry = st.builds("{}{}{}".format, st.integers(0, width - 1), st.sampled_from("LR"), st.sampled_from(targets))
    rows = st.lists(st.just("---") | entry, min_size=width, max_size=width).map("".join)
    return "_".join(draw(st.lists(rows, min_size=height, max_size=height)))


@settings(max_examples=100)
@given(texts())
def test_read_and_written_is_the_same_text(text: str) -> None:
    assert write_bbchallenge(read(text)).decode().strip() == text


def test_other_names_become_letters_with_the_start_first() -> None:
    rules = (
        Rule("down", ("0",), ("1",), (RIGHT,), "up"),
        Rule("up", ("0",), ("1",), (LEFT,), "down"),
        Rule("up", ("1",), ("1",), (LEFT,), "stop"),
    )
    machine = TapeMachine(("up", "down", "stop"), ("0", "1"), "0", "down", rules, halting=("stop",))
    assert write_bbchallenge(machine) == b"1RB---_1LA1LZ\n"


@settings(max_examples=60)
@given(texts(), st.randoms(use_true_random=False))
def test_a_machine_of_any_names_and_order_is_written_up_to_renaming(text: str, random: Random) -> None:
    lettered = read(text)
    names = [f"state {letter}" for letter in lettered.states]
    new = dict(zip(lettered.states, names, strict=True))
    random.shuffle(names)
    rules = tuple(replace(rule, state=new[rule.state], next=new[rule.next]) for rule in lettered.rules)
    halting = tuple(new[state] for state in lettered.halting)
    renamed = TapeMachine(tuple(names), lettered.symbols, "0", new["A"], rules, halting)
    assert isomorphic(read(write_bbchallenge(renamed).decode()), renamed)


def test_a_text_far_too_long_is_refused() -> None:
    with pytest.raises(LimitError, match="more than 1,048,576 bytes"):
        read("\n" * (1 << 21))


BEAVER = read("1RB1LB_1LA1RZ")
UNWRITABLE = {
    "two tapes": (TapeMachine(("A",), ("0", "1"), "0", "A", (), tapes=2), "one tape"),
    "other symbols": (TapeMachine(("A",), ("0", "x"), "0", "A", ()), "digits 0, 1 in order"),
    "another blank": (TapeMachine(("A",), ("0", "1"), "1", "A", ()), "0 the blank"),
    "symbols out of order": (TapeMachine(("A",), ("1", "0"), "0", "A", ()), "in order"),
    "an input": (replace(BEAVER, input=(("1",),)), "has an input"),
    "an accepting state": (replace(BEAVER, accept=("Z",)), "neither accept nor reject"),
    "a start that halts": (TapeMachine(("A",), ("0", "1"), "0", "A", (), halting=("A",)), "'A' halts"),
    "a halting state out of reach": (
        replace(BEAVER, states=(*BEAVER.states, "Y"), halting=("Z", "Y")),
        "no rule enters",
    ),
    "too many states": (replace(BEAVER, states=(*BEAVER.states, *(f"s{i}" for i in range(30)))), "at most 26 states"),
    "a stay move": (replace(BEAVER, rules=(Rule("A", ("0",), ("1",), (STAY,), "Z"),)), "stays"),
}


@pytest.mark.parametrize("case", UNWRITABLE)
def test_what_the_format_cannot_carry_is_refused(case: str) -> None:
    machine, message = UNWRITABLE[case]
    with pytest.raises(FormatError) as caught:
        write_bbchallenge(machine)
    assert message in str(caught.value)
