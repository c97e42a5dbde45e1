"""Compiled programs: their states, names, documentation, and headers."""

from __future__ import annotations

import pytest

from turingrad.language import compile_program
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid import run as grid_run
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run

ADDER = '''# Two binary numbers, least digit first.
machine tape(tapes=3, symbols="01_", blank="_", input=["11", "01"])
"""Adds the numbers on the first two tapes; the sum goes to the third."""
carry = 0
while s[0] != "_" or s[1] != "_" or carry:
    total = (s[0] == "1") + (s[1] == "1") + carry
    write(2, "1" if total % 2 else "0")
    carry = total // 2
    move(0, "R")
    move(1, "R")
    move(2, "R")
    step()  # add: the next digit
accept()
'''


def grid(text: str, minimise: bool = True) -> GridMachine:
    machine = compile_program("machine grid(work=0)\n" + text, minimise=minimise)
    assert isinstance(machine, GridMachine)
    return machine


def test_three_tape_adder_adds() -> None:
    machine = compile_program(ADDER)
    assert isinstance(machine, TapeMachine)
    run = tape_run.run(machine)
    assert (str(run.configuration.tapes[2]), run.configuration.state) == ("101", "accept")
    assert len(machine.states) == 3


def test_header_gives_tapes_symbols_blank_and_input() -> None:
    machine = compile_program(ADDER)
    assert isinstance(machine, TapeMachine)
    assert (machine.tapes, machine.symbols, machine.blank) == (3, ("0", "1", "_"), "_")
    assert machine.input == (("1", "1"), ("0", "1"), ())


@pytest.mark.parametrize("header", ["machine grid", "machine grid()", "\ufeffmachine  grid( work = 1 )  # one column"])
def test_grid_header_has_defaults(header: str) -> None:
    machine = compile_program(header + "\nhalt(1)\n")
    assert isinstance(machine, GridMachine)
    assert (machine.work, machine.symbols, machine.blank) == (1, ("-", "0", "+"), "0")


def test_grid_machine_over_any_alphabet_reads_symbols_as_strings() -> None:
    header = 'machine grid(work=0, symbols=["a", "long", "_"], blank="_")\n'
    machine = compile_program(header + 'if s == "a":\n    write("long")\nleft()\nhalt(1)\n')
    assert isinstance(machine, GridMachine)
    assert grid_run.run(machine, [["a"]]).configuration.grid == (("long",),)


def test_tests_writes_and_registers_fuse_into_one_step() -> None:
    machine = grid("x = s\nif x == 1:\n    write(-x)\nleft()\nhalt(1)\n")
    assert [str(rule) for rule in machine.rules if rule.state == machine.start] == [
        "start - -> - L line5",
        "start 0 -> 0 L line5",
        "start + -> - L line5",
    ]


def test_wall_cannot_be_read_after_a_stay_or_at_the_start() -> None:
    machine = grid("stay()\nif wall:\n    halt(-1)\nhalt(1)\n", minimise=False)
    assert {rule.read for rule in machine.rules} == {"-", "0", "+"}
    assert {rule.next for rule in machine.rules} == {"line2", "halt+"}


def test_after_a_stay_only_the_written_symbol_is_read() -> None:
    machine = grid("write(1)\nstay()\nhalt(s)\n", minimise=False)
    assert [rule.read for rule in machine.rules if rule.state != "start"] == ["+"]


def test_dead_registers_do_not_multiply_states() -> None:
    machine = grid("x = s\nleft()\nx = 0\nright()\nhalt(1 if x == 0 else -1)\n", minimise=False)
    assert len(machine.working_states) == 3


def test_assert_leaves_the_rule_out() -> None:
    assert [rule.read for rule in grid("assert s == 1\nhalt(1)\n").rules] == ["+"]


def test_repeated_move_moves_at_least_once() -> None:
    last = grid_run.run(grid("left(until=s == 0)\nhalt(1)\n"), ["000"]).configuration
    assert last.head == (0, 1)


def test_subroutine_is_written_out_with_its_own_registers() -> None:
    text = "def back(x):\n    y = x\n    left()\n    return -y\ny = 1\nz = back(y)\nz = back(z)\nhalt(z * y)\n"
    run = grid_run.run(grid(text), ["000"])
    assert (run.configuration.state, run.configuration.head) == ("halt+", (0, 0))


def test_global_register_is_shared_with_a_subroutine() -> None:
    text = "def flip():\n    global x\n    x = -x\n    left()\nx = 1\nflip()\nhalt(x)\n"
    assert grid_run.run(grid(text), ["00"]).configuration.state == "halt-"


def test_registers_are_exchanged_by_a_tuple_assignment() -> None:
    assert grid_run.run(grid("a, b = 1, -1\na, b = b, a\nhalt(a)\n"), ["0"]).configuration.state == "halt-"


def test_states_are_named_by_comments_lines_subroutines_and_registers() -> None:
    text = "def go():\n    left()\nx = s\ngo()\nright()  # seek: it\nup()\nhalt(1 if x == 0 else -1)\n"
    names = grid(text, minimise=False).working_states
    assert names[:4] == ("start", "go.3.x=-", "go.3.x=0", "go.3.x=+")
    assert "seek.x=+" in names
    assert "line7.x=0" in names


def test_state_of_several_places_shows_only_the_registers_that_they_share() -> None:
    text = "x = s\nleft()  # go: on\nassert s == 0\nif x == 1:\n    halt(1)\nhalt(1)\n"
    assert grid(text).working_states == ("start", "go")


def test_documentation_is_the_docstring_and_the_comments_of_states() -> None:
    machine = grid('"""What it does."""\nleft()  # home: to the wall\nup()  # and up\nhalt(1)\n', minimise=False)
    assert machine.doc == "What it does.\n\nhome: to the wall\nline4: and up"


def test_docstring_of_a_subroutine_documents_its_states() -> None:
    machine = grid('def go():\n    """To the left."""\n    left()\ngo()\nhalt(1)\n', minimise=False)
    assert machine.doc == "go.4: To the left."


def test_unminimised_and_minimised_machines_give_the_same_answers() -> None:
    text = "n = 0\nwhile not wall:\n    n = (n + (s == 1)) % 3\n    left()\nhalt(1 if n == 0 else -1)\n"
    for row in ("+", "++", "+++", "-+0+-+"):
        answers = {grid_run.run(grid(text, minimise), [row]).configuration.state for minimise in (False, True)}
        assert answers == {"halt+" if row.count("+") % 3 == 0 else "halt-"}
