"""Programs mean what they say: compiled machines against a second, direct interpreter."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.generators_grid import grids, heads
from tests.generators_language import grid_programs, tape_programs
from tests.language.direct import DoNotCareError, GridWorld, HaltError, TapeWorld, Walk
from turingrad.errors import FormatError
from turingrad.language import compile_program
from turingrad.machine.grid import Grid, GridMachine
from turingrad.machine.grid import run as grid_run
from turingrad.machine.tape import Tape, TapeMachine
from turingrad.machine.tape import run as tape_run

STEPS = 50
VALUES = {"-": -1, "0": 0, "+": 1}


def compile_source(text: str, minimise: bool) -> GridMachine | TapeMachine:
    """The machine; programs that may loop without a move are refused by the compiler and not looked at here."""
    try:
        return compile_program(text, minimise=minimise)
    except FormatError as error:
        assume("without a move" not in error.message)
        raise


@pytest.mark.parametrize("minimise", [False, True])
@given(data=st.data(), text=grid_programs(), grid=grids(max_rows=3, max_columns=3))
@settings(deadline=None, max_examples=60)
def test_grid_machine_does_what_its_program_says(minimise: bool, data: st.DataObject, text: str, grid: Grid) -> None:
    machine = compile_source(text, minimise)
    assert isinstance(machine, GridMachine)
    head = data.draw(heads(grid))
    world = GridWorld([[VALUES[symbol] for symbol in row] for row in grid], head)
    walk = Walk(text, world, STEPS)
    walk.run()
    last = grid_run.run(machine, grid, head, max_steps=STEPS).configuration
    assert (last.step, last.head, last.bumped) == (walk.steps, world.head, world.bumped)
    assert [[VALUES[symbol] for symbol in row] for row in last.grid] == world.grid
    assert machine.answer(last.state) == world.answer


@pytest.mark.parametrize("minimise", [False, True])
@given(text=tape_programs(), tapes=st.tuples(st.text("01_", max_size=4), st.text("01_", max_size=4)))
@settings(deadline=None, max_examples=60)
def test_tape_machine_does_what_its_program_says(minimise: bool, text: str, tapes: tuple[str, str]) -> None:
    machine = compile_source(text, minimise)
    assert isinstance(machine, TapeMachine)
    world = TapeWorld(list(tapes), "_")
    walk = Walk(text, world, STEPS)
    walk.run()
    last = tape_run.run(machine, list(tapes), max_steps=STEPS).configuration
    assert (last.step, list(last.heads)) == (walk.steps, world.heads)
    for tape, cells in zip(last.tapes, world.tapes, strict=True):
        written = {cell: symbol for cell, symbol in cells.items() if symbol != "_"}
        assert {tape.start + i: symbol for i, symbol in enumerate(tape.symbols) if symbol != "_"} == written
    assert (last.state if walk.ended is HaltError else "") == world.answer


ASSERTING = """machine grid(work=0)
while s != 0:
    assert s == 1 or not wall
    write(-s)
    right()
    assert not wall
halt(+1)
"""


@given(row=st.lists(st.sampled_from("-0+"), min_size=1, max_size=6))
@settings(deadline=None)
def test_machine_agrees_with_its_program_wherever_no_assert_fails(row: list[str]) -> None:
    machine = compile_program(ASSERTING)
    assert isinstance(machine, GridMachine)
    world = GridWorld([[VALUES[symbol] for symbol in row]], (0, 0))
    walk = Walk(ASSERTING, world, STEPS)
    walk.run()
    last = grid_run.run(machine, ["".join(row)], (0, 0), max_steps=STEPS).configuration
    if walk.ended is DoNotCareError:
        assert 0 not in [VALUES[symbol] for symbol in row]
    else:
        assert (machine.answer(last.state), last.step, last.head) == (1, walk.steps, world.head)


def test_moves_take_effect_at_the_end_of_a_step_on_tapes() -> None:
    text = 'machine tape(symbols="01_")\nmove(0, "R")\nwrite(0, "1")\nstep()\nif s[0] == "0":\n    accept()\nreject()\n'
    machine = compile_program(text)
    assert isinstance(machine, TapeMachine)
    last = tape_run.run(machine, "00").configuration
    assert (last.state, last.heads, last.tapes[0]) == ("accept", (1,), Tape(0, ("1", "0")))
