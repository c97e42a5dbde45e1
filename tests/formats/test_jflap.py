"""JFLAP files."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings

from tests.generators import tape_machines
from turingrad.errors import FormatError, LimitError
from turingrad.formats import jflap, xml_elements
from turingrad.formats.jflap import read_jflap
from turingrad.formats.jflap_writer import write_jflap
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine

TWO_STATES = '<state id="0" name="q"><initial/></state><state id="1" name="r"/>'


def document(body: str, tapes: str = "", extra: str = "") -> str:
    return f"<structure><type>turing</type>{tapes}<automaton>{body}</automaton>{extra}</structure>"


def transition(start: int = 0, end: int = 1, read: str = "a", write: str = "b", move: str = "R") -> str:
    label = f"<read>{read}</read><write>{write}</write><move>{move}</move>"
    return f"<transition><from>{start}</from><to>{end}</to>{label}</transition>"


def read(text: str) -> TapeMachine:
    return read_jflap(text.encode(), "m.jff")


def test_a_transition_is_a_rule() -> None:
    machine = read(document(TWO_STATES + transition()))
    assert machine.rules == (Rule("q", ("a",), ("b",), (RIGHT,), "r"),)
    assert (machine.start, machine.states) == ("q", ("q", "r"))


def test_the_blank_is_an_empty_element() -> None:
    machine = read(document(TWO_STATES + transition(read="", write="", move="L")))
    assert machine.rules == (Rule("q", ("□",), ("□",), (LEFT,), "r"),)


def test_the_blank_s_own_sign_is_the_blank() -> None:
    assert read(document(TWO_STATES + transition(read="□"))) == read(document(TWO_STATES + transition(read="")))


def test_a_space_is_a_symbol_and_layout_is_not() -> None:
    machine = read(document(TWO_STATES + transition(read=" ", write="\n      ")))
    assert machine.rules == (Rule("q", (" ",), ("□",), (RIGHT,), "r"),)


def test_a_final_state_accepts_halts_and_loses_its_rules() -> None:
    states = '<state id="0" name="q"><initial/></state><state id="1" name="r"><final/></state>'
    machine = read(document(states + transition() + transition(1, 0)))
    assert (machine.halting, machine.accept) == (("r",), ("r",))
    assert [rule.state for rule in machine.rules] == ["q"]


def test_a_state_without_rules_halts_but_does_not_accept() -> None:
    machine = read(document(TWO_STATES + transition()))
    assert (machine.halting, machine.accept) == (("r",), ())


def test_blocks_without_machines_inside_are_states() -> None:
    states = '<block id="0" name="q"><tag>Machine0</tag><initial/></block><block id="1" name="r"><tag>M1</tag></block>'
    assert read(document(states + transition() + "<Machine0/><M1/>")).states == ("q", "r")


def test_states_that_share_a_name_are_told_apart_by_id() -> None:
    states = '<state id="0" name="q"><initial/></state><state id="1" name="q"/>'
    assert read(document(states)).states == ("q (id 0)", "q (id 1)")


def test_a_state_without_a_name_is_called_by_its_id() -> None:
    assert read(document('<state id="7"><initial/></state>')).states == ("q7",)


def test_states_directly_in_the_structure_are_read() -> None:
    text = f"<structure><type>turing</type>{TWO_STATES}{transition()}</structure>"
    assert read(text) == read(document(TWO_STATES + transition()))


def test_several_tapes_have_their_own_labels() -> None:
    labels = (
        '<read tape="1">a</read><write tape="1"/><move tape="1">S</move>'
        '<read tape="2"/><write tape="2">a</write><move tape="2">R</move>'
    )
    body = TWO_STATES + f"<transition><from>0</from><to>1</to>{labels}</transition>"
    machine = read(document(body, "<tapes>2</tapes>"))
    assert machine.tapes == 2
    assert machine.rules == (Rule("q", ("a", "□"), ("□", "a"), (STAY, RIGHT), "r"),)


def test_what_a_tape_leaves_out_is_blank_and_moves_right() -> None:
    body = TWO_STATES + '<transition><from>0</from><to>1</to><read tape="2">a</read></transition>'
    machine = read(document(body, "<tapes>2</tapes>"))
    assert machine.rules == (Rule("q", ("□", "a"), ("□", "□"), (RIGHT, RIGHT), "r"),)


def test_a_tilde_reads_any_symbol_and_writes_the_same() -> None:
    machine = read(document(TWO_STATES + transition(1, 1, "a", "b") + transition(read="~", write="~")))
    assert [rule.read + rule.write for rule in machine.rules if rule.state == "q"] == [
        ("□", "□"),
        ("a", "a"),
        ("b", "b"),
    ]


def test_an_exclamation_mark_reads_any_symbol_but_one() -> None:
    machine = read(document(TWO_STATES + transition(read="!a", write="b")))
    assert [rule.read for rule in machine.rules] == [("□",), ("b",)]


def test_not_the_blank_is_a_pattern_whatever_the_blank_is_called() -> None:
    extra = '<turingrad>{"blank": "_"}</turingrad>'
    machine = read(document(TWO_STATES + transition(read="!□", write="b"), extra=extra))
    assert machine.symbols == ("_", "b")
    assert [rule.read for rule in machine.rules] == [("b",)]


BLOCK = '<block id="0" name="q"><tag>M0</tag><initial/></block><M0><state id="0"/></M0>'
REFUSED = {
    "a finite automaton": ("<structure><type>fa</type></structure>", "type 'fa'", 1, 12),
    "another XML file": ("<html><body/></html>", "not a JFLAP file", 1, 1),
    "no states": (document(""), "no states", None, None),
    "no initial state": (document('<state id="0" name="q"/>'), "0 initial states", 1, 31),
    "two initial states": (
        document('<state id="0"><initial/></state><state id="1"><initial/></state>'),
        "2 initial states",
        1,
        74,
    ),
    "a state without id": (document("<state/>"), "without an id", 1, 42),
    "two states with an id": (document('<state id="0"/><state id="0"/>'), "two states with id '0'", 1, 57),
    "an unknown state": (document(TWO_STATES + transition(end=9)), "unknown state id '9' in <to>", 1, 133),
    "a transition from nowhere": (
        document(TWO_STATES + "<transition><to>1</to></transition>"),
        "no state in <from>",
        1,
        107,
    ),
    "two rules for a symbol": (document(TWO_STATES + transition() + transition()), "two rules for 'a'", 1, 200),
    "a wildcard beside its symbol": (
        document(TWO_STATES + transition() + transition(read="~")),
        "must be deterministic",
        1,
        200,
    ),
    "a long symbol": (document(TWO_STATES + transition(read="ab")), "the symbol 'ab'", 1, 107),
    "a negation to write": (document(TWO_STATES + transition(write="!a")), "the symbol '!a'", 1, 107),
    "a move up": (document(TWO_STATES + transition(move="U")), "the move 'U'", 1, 107),
    "six tapes": (document(TWO_STATES, "<tapes>6</tapes>"), "'6' tapes", 1, 31),
    "many tapes": (document(TWO_STATES, "<tapes>99999999999</tapes>"), "tapes", 1, 31),
    "a tape that is not there": (
        document(TWO_STATES + '<transition><from>0</from><to>1</to><read tape="2">a</read></transition>'),
        "tape '2'",
        1,
        143,
    ),
    "a building block": (document(BLOCK), "building block 'M0'", 1, 96),
    "a block transition": (
        document(TWO_STATES + '<transition block="true"><from>0</from><to>1</to></transition>'),
        "building blocks",
        1,
        107,
    ),
    "broken XML": ("<structure><type>turing</structure>", "mismatched tag", 1, 26),
    "deep nesting": ("<a>" * 100 + "</a>" * 100, "nested too deeply", 1, 97),
    "JSON of another shape": (document(TWO_STATES, extra="<turingrad>[1]</turingrad>"), "<turingrad>", 1, 119),
    "JSON with an unknown key": (document(TWO_STATES, extra='<turingrad>{"a": 1}</turingrad>'), "<turingrad>", 1, 119),
    "half a character": (
        document(TWO_STATES, extra='<turingrad>{"blank": "\\ud800"}</turingrad>'),
        "<turingrad>",
        1,
        119,
    ),
    "an input of unknown symbols": (
        document(TWO_STATES, extra='<turingrad>{"input": [["z"]]}</turingrad>'),
        "input symbol 'z'",
        None,
        None,
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_with_its_place(case: str) -> None:
    text, message, line, column = REFUSED[case]
    with pytest.raises(FormatError) as caught:
        read(text)
    assert message in caught.value.one_line()
    assert (caught.value.line, caught.value.column) == (line, column)


BILLION_LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
<structure><type>turing</type><automaton><state id="0" name="&c;"><initial/></state></automaton></structure>"""
OUTSIDE = '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/hostname">]><structure><type>&x;</type></structure>'
REMOTE_DTD = '<!DOCTYPE structure SYSTEM "http://127.0.0.1:9/x.dtd"><structure><type>turing</type></structure>'


@pytest.mark.parametrize("text", [BILLION_LAUGHS, OUTSIDE, REMOTE_DTD], ids=["billion laughs", "file", "remote"])
def test_xml_entity_tricks_are_refused(text: str) -> None:
    with pytest.raises(FormatError, match="document type declaration"):
        read(text)


def test_too_many_elements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_elements, "MAX_ELEMENTS", 10)
    with pytest.raises(LimitError, match="more than 10 XML elements"):
        read("<a>" + "<b/>" * 20 + "</a>")


def test_wildcards_that_multiply_beyond_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jflap, "MAX_RULES", 8)
    reads = '<read tape="1">~</read><read tape="2">~</read><write tape="1">a</write><write tape="2">b</write>'
    body = TWO_STATES + f"<transition><from>0</from><to>1</to>{reads}</transition>"
    with pytest.raises(LimitError, match="more than 8 rules"):
        read(document(body, "<tapes>2</tapes>"))


@settings(max_examples=60)
@given(tape_machines(max_tapes=3, max_symbols=3))
def test_written_and_read_again_is_the_same_machine(machine: TapeMachine) -> None:
    assert read_jflap(write_jflap(machine), "again") == machine


@settings(max_examples=60)
@given(tape_machines(odd_names=True))
def test_names_that_xml_has_ideas_about_survive(machine: TapeMachine) -> None:
    assume(not {"~", "!"} & set(machine.symbols) - {machine.blank})
    assert read_jflap(write_jflap(machine), "again") == machine


def test_a_machine_of_jflap_s_own_kind_needs_no_extra_element() -> None:
    states = '<state id="0" name="q"><initial/></state><state id="1" name="r"><final/></state>'
    machine = read(document(states + transition()))
    assert b"turingrad" not in write_jflap(machine)


def small(**changes: object) -> TapeMachine:
    return replace(TapeMachine(("q",), ("0", "1"), "0", "q", ()), **changes)


UNWRITABLE = {
    "six tapes": (small(tapes=6, input=()), "at most 5 tapes"),
    "long symbols": (small(symbols=("0", "ten")), "one character; 'ten' is not"),
    "a wildcard as a symbol": (small(symbols=("0", "~")), "'~' as a wildcard"),
    "the blank's sign as a symbol": (small(symbols=("0", "□")), "'□' as a wildcard or as the blank"),
    "a control character": (small(states=("q", "a\x00b")), "XML cannot carry"),
    "half a character": (small(states=("q", "\ud800")), "XML cannot carry"),
}


@pytest.mark.parametrize("case", UNWRITABLE)
def test_what_the_format_cannot_carry_is_refused(case: str) -> None:
    machine, message = UNWRITABLE[case]
    with pytest.raises(FormatError) as caught:
        write_jflap(machine)
    assert message in str(caught.value)
