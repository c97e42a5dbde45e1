"""turingmachine.io YAML: what a document means, and what its errors point at."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.generators import tape_machines
from turingrad.errors import FormatError, LimitError
from turingrad.formats import yaml_nodes
from turingrad.formats.turingmachine_io import read_turingmachine_io
from turingrad.formats.turingmachine_io_writer import write_turingmachine_io
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine

HEAD = "blank: '_'\nstart state: q\n"


def read(text: str) -> TapeMachine:
    return read_turingmachine_io(text.encode(), "m.yaml")


def read_error(text: str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(text)
    return caught.value


def test_shorthand_keeps_symbol_and_state() -> None:
    machine = read(HEAD + "table: {q: {0: R}}")
    assert machine.rules == (Rule("q", ("0",), ("0",), (RIGHT,), "q"),)


def test_a_move_without_a_state_keeps_the_state() -> None:
    machine = read(HEAD + "table: {q: {0: {write: 1, L}}}")
    assert machine.rules == (Rule("q", ("0",), ("1",), (LEFT,), "q"),)


def test_a_list_of_symbols_gives_a_rule_each() -> None:
    machine = read(HEAD + "table: {q: {[0,1,+]: {R: h}}, h: }")
    assert {rule.read[0]: rule.next for rule in machine.rules} == {"0": "h", "1": "h", "+": "h"}


def test_a_synonym_stands_for_its_instruction() -> None:
    machine = read(HEAD + "synonyms: {go: {write: x, R: h}}\ntable: {q: {0: go}, h: }")
    assert machine.rules == (Rule("q", ("0",), ("x",), (RIGHT,), "h"),)


@pytest.mark.parametrize("word", ["no", "on", "yes", "true", "010", "0x1F", "1e3", "1_000", "12:30", "=", "<<"])
def test_a_scalar_is_the_text_as_written(word: str) -> None:
    machine = read(f"blank: 0\nstart state: {word}\ntable: {{{word}: {{0: R}}}}")
    assert machine.states == (word,)


def test_hash_and_underscore_are_ordinary_symbols() -> None:
    machine = read("blank: _\ninput: '#_#'\nstart state: q\ntable: {q: {'#': R, _: L}}")
    assert machine.input == (("#", "_", "#"),)
    assert set(machine.symbols) == {"#", "_"}


def test_integers_as_keys_and_values_are_symbols() -> None:
    machine = read("blank: 0\ninput: 110\nstart state: q\ntable: {q: {1: {write: 0, R: 7}}, 7: }")
    assert machine.rules == (Rule("q", ("1",), ("0",), (RIGHT,), "7"),)
    assert machine.input == (("1", "1", "0"),)


@pytest.mark.parametrize("nothing", ["", "{}", "~", "null"])
def test_a_state_without_rules_halts(nothing: str) -> None:
    assert read(HEAD + f"table:\n  q: {{0: {{R: h}}}}\n  h: {nothing}\n").halting == ("h",)


def test_halting_states_called_accept_and_reject_do_that() -> None:
    machine = read(HEAD + "table: {q: {0: {R: accept}, 1: {R: reject}}, accept: , reject: }")
    assert (machine.accept, machine.reject) == (("accept",), ("reject",))


def test_a_state_called_accept_that_has_rules_does_not_accept() -> None:
    assert read(HEAD + "table: {q: {0: {R: accept}}, accept: {0: L}}").accept == ()


def test_a_wrapped_document_is_the_machine_of_its_source_code() -> None:
    bare = HEAD + "table:\n  q: {0: R}\n"
    wrapped = "name: skip\nsource code: |\n  " + bare.replace("\n", "\n  ") + "\npositions: {q: {x: 1, y: 2}}\n"
    assert read(wrapped) == read(bare)
    assert read(wrapped).name == "skip"


def test_a_source_code_in_quotes_is_read_as_well() -> None:
    text = HEAD + "table: {q: {0: R}}"
    wrapped = 'source code: "' + text.replace("\n", "\\n") + '"'
    assert read(wrapped) == read(text)


def test_the_comment_before_the_first_key_is_the_documentation() -> None:
    assert read("# One.\n\n# Two.\n" + HEAD + "# Three.\ntable: {q: }").doc == "One.\n\nTwo."


WRAPPED = """name: x
source code: |

    # A comment.
    blank: ' '
    start state: q
    table:
      q:
        0: {R: nowhere}


positions:
  q: {x: 1, y: 2}
"""


def test_an_error_in_source_code_counts_lines_and_columns_of_the_file() -> None:
    error = read_error(WRAPPED)
    assert (error.source, error.line, error.column) == ("m.yaml", 9, 16)
    assert error.text == "        0: {R: nowhere}"
    assert str(error).splitlines()[-1].index("^") - 2 == error.column - 1


def test_an_error_in_folded_source_code_counts_from_its_own_start() -> None:
    error = read_error(WRAPPED.replace("|", ">+"))
    assert error.source == "m.yaml (source code)"


REFUSED = {
    "an unknown next state": (HEAD + "table:\n  q: {0: {R: r}}", "unknown state 'r'", 4, 14),
    "an unknown start state": ("blank: 0\nstart state: r\ntable: {q: }", "start state", 2, 14),
    "the same state twice": (HEAD + "table:\n  q: {0: R}\n  q: {1: R}", "given twice, first in line 4", 5, 3),
    "two rules for a symbol": (HEAD + "table:\n  q:\n    0: R\n    [1,0]: L", "two rules for symbol '0'", 6, 8),
    "the same key twice": ("blank: 0\nblank: 1\n", "given twice", 2, 1),
    "an unknown key": (HEAD + "tabel: {}\ntable: {q: }", "unknown key 'tabel'", 3, 1),
    "a missing blank": ("start state: q\ntable: {q: }", "there is no 'blank'", None, None),
    "a missing start state": ("blank: 0\ntable: {q: }", "there is no 'start state'", None, None),
    "a missing table": (HEAD, "there is no 'table'", None, None),
    "a long blank": ("blank: ab\nstart state: q\ntable: {q: }", "'ab' is not a symbol", 1, 8),
    "a long symbol": (HEAD + "table: {q: {ab: R}}", "'ab' is not a symbol", 3, 13),
    "a long written symbol": (HEAD + "table: {q: {a: {write: bb, R}}}", "'bb' is not a symbol", 3, 24),
    "an instruction with no move": (HEAD + "table: {q: {0: {write: 1}}}", "0 moves", 3, 16),
    "an instruction with two moves": (HEAD + "table: {q: {0: {L: q, R: q}}}", "2 moves", 3, 16),
    "an unknown part of an instruction": (HEAD + "table: {q: {0: {wirte: 1, R}}}", "unknown part 'wirte'", 3, 17),
    "a stay move": (HEAD + "table: {q: {0: S}}", "'S' is not an instruction", 3, 16),
    "an unknown synonym": (HEAD + "table: {q: {0: acept}}", "'acept' is not an instruction", 3, 16),
    "a synonym of a synonym": (HEAD + "synonyms: {a: R, b: a}\ntable: {q: }", "'a' is not an instruction", 3, 21),
    "a missing instruction": (HEAD + "table: {q: {0: }}", "there is no instruction", 3, 16),
    "a list as an instruction": (HEAD + "table: {q: {0: [R]}}", "a list is not an instruction", 3, 16),
    "a table that is a list": (HEAD + "table: [q]", "not a mapping", 3, 8),
    "a state that is a word": (HEAD + "table: {q: R}", "state 'q' is not a mapping", 3, 12),
    "a list as a state's name": (HEAD + "table: {[q,r]: {0: R}}", "as a name", 3, 9),
    "an input that is a list": (HEAD + "input: [0]\ntable: {q: }", "the input is not text", 3, 8),
    "a document that is a word": ("hello", "not a machine", 1, 1),
    "source code that is a mapping": ("source code: {a: b}", "not text", 1, 14),
    "an empty document": ("# nothing\n", "empty", 1, 1),
    "broken YAML": ("blank: [0\nstart state: q", "not YAML", 2, 12),
    "a YAML alias": (HEAD + "table: {q: &a {0: R}}", "anchor", 3, 12),
    "an alias bomb": ("a: &a [x,x]\nb: &b [*a,*a]", "anchor", 1, 4),
    "a YAML tag": ("blank: !!python/name:os.system 1", "tag", 1, 8),
    "a second document": ("a: 1\n---\nb: 2", "second document", 2, 1),
    "deep nesting": ("a: " + "[" * 50 + "]" * 50, "nested too deeply", 1, 19),
    "a control character": ("blank: '\x07'", "U+0007", 1, 9),
    "an accepting state that does not halt": (HEAD + "accept: [q]\ntable: {q: {0: R}}", "accepting state", None, None),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_with_its_place(case: str) -> None:
    text, message, line, column = REFUSED[case]
    error = read_error(text)
    assert message in error.one_line()
    assert (error.line, error.column) == (line, column)


def test_too_many_nodes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_nodes, "MAX_NODES", 50)
    with pytest.raises(LimitError, match="more than 50 YAML nodes"):
        read("a: [" + "0," * 60 + "]")


def test_pure_python_yaml_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD + "synonyms: {go: {R: h}}\ntable:\n  q: {[0,1,+]: R, ' ': go, 2: {write: x, L}}\n  h:\n"
    expected = read(text)
    monkeypatch.setattr(yaml_nodes, "Loader", yaml_nodes.yaml.BaseLoader)
    assert read(text) == expected


@settings(max_examples=60)
@given(tape_machines(stay=False))
def test_written_and_read_again_is_the_same_machine(machine: TapeMachine) -> None:
    assert read_turingmachine_io(write_turingmachine_io(machine), "again") == machine


@settings(max_examples=100)
@given(tape_machines(stay=False, odd_names=True))
def test_names_that_yaml_has_ideas_about_survive(machine: TapeMachine) -> None:
    assert read_turingmachine_io(write_turingmachine_io(machine), "again") == machine


def test_name_and_documentation_survive() -> None:
    machine = replace(read(HEAD + "table: {q: {0: R}}"), name="a: 'b'", doc="First.\n\nSecond: # more")
    again = read_turingmachine_io(write_turingmachine_io(machine), "again")
    assert (again.name, again.doc) == (machine.name, machine.doc)


def small(**changes: object) -> TapeMachine:
    machine = TapeMachine(("q",), ("0", "1"), "0", "q", (Rule("q", ("0",), ("1",), (RIGHT,), "q"),))
    return replace(machine, **changes)


UNWRITABLE = {
    "two tapes": (small(rules=(), tapes=2, input=()), "one tape"),
    "long symbols": (small(symbols=("0", "1", "ten")), "one character; 'ten' is not"),
    "a stay move": (small(rules=(Rule("q", ("0",), ("1",), (STAY,), "q"),)), "rule 'q 0 -> 1 S q' stays"),
    "a very long state": (small(states=("q", "x" * 2000)), "too long for a YAML key"),
    "half a character": (small(states=("q", "\ud800")), "U+D800 is half a character"),
}


@pytest.mark.parametrize("case", UNWRITABLE)
def test_what_the_format_cannot_carry_is_refused(case: str) -> None:
    machine, message = UNWRITABLE[case]
    with pytest.raises(FormatError) as caught:
        write_turingmachine_io(machine)
    assert message in str(caught.value)
