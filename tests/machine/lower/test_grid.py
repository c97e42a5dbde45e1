"""Lowerings of grid machines: the paper's halting position, the XOR input, a tape as one row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import tape_machines
from tests.generators_grid import grid_machines, grids
from tests.lockstep_lowering import COPIER
from turingrad.constructions.rcnn.claims.machines import finished_answer, xor_input
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.library.grids.programs import learner
from turingrad.machine.grid import TERNARY, Grid, GridConfiguration, GridMachine, GridRule
from turingrad.machine.grid.learner import learner_grid
from turingrad.machine.grid.run import run, trace
from turingrad.machine.lower import compose, single_tape
from turingrad.machine.lower.grid import finish, to_grid, with_xor_input
from turingrad.machine.tape import Rule, TapeMachine
from turingrad.machine.tape import run as tape_run

LIMIT = 80


def test_finish_adds_eight_states_and_thirty_two_rules() -> None:
    source = learner("parity-small")
    lowered = finish(source)
    assert len(lowered.working_states) == len(source.working_states) + 8
    assert len(lowered.rules) == len(source.rules) + 32


@pytest.mark.parametrize(("d", "m", "steps"), [(5, 10, 100), (10, 20, 290), (16, 32, 650)])
def test_finish_takes_about_as_many_steps_as_the_grid_has_cells(d: int, m: int, steps: int) -> None:
    X, y = np.ones((m, d), dtype=np.int8), np.ones(m, dtype=np.int8)
    source = learner("constant")
    grid = learner_grid(source, X, y, X[0])
    taken = run(finish(source), grid).steps - run(source, grid).steps
    assert abs(taken - steps) <= 0.12 * steps


@given(machine=grid_machines(), grid=grids(max_columns=4))
@settings(deadline=None, max_examples=120)
def test_finished_run_leaves_the_answer_in_the_corner_and_blanks_elsewhere(machine: GridMachine, grid: Grid) -> None:
    source = run(machine, grid, (0, 0), max_steps=LIMIT)
    answer = machine.answer(source.configuration.state)
    lowered = run(finish(machine), grid, (0, 0), max_steps=source.steps + 100)
    if answer:
        assert lowered.halted
        assert finished_answer(lowered.configuration) == answer
        cells = [symbol for row in lowered.configuration.grid for symbol in row]
        assert set(cells[1:]) <= {machine.blank}
    else:
        assert lowered.halted == source.halted


def trace_before_finish(machine: GridMachine, trace: Iterable[GridConfiguration]) -> Iterator[GridConfiguration]:
    """The trace of `machine` itself from a full trace of `finish(machine)`: what comes before the answer is written."""
    for configuration in trace:
        yield configuration
        if configuration.state in machine.halting:
            return


@given(machine=grid_machines(), grid=grids(max_columns=4))
@settings(deadline=None, max_examples=80)
def test_trace_before_finishing_is_the_trace_of_the_source(machine: GridMachine, grid: Grid) -> None:
    source = list(trace(machine, grid, (0, 0), max_steps=LIMIT))
    lowered = trace(finish(machine), grid, (0, 0), max_steps=LIMIT)
    assert list(trace_before_finish(machine, lowered)) == source


def test_finish_tells_a_wall_hit_on_the_way_into_the_answer_from_the_top_wall() -> None:
    machine = GridMachine(
        states=("a", "yes"),
        symbols=TERNARY,
        blank="0",
        start="a",
        rules=(GridRule("a", "-", "-", "L", "yes"),),
        halting=("yes",),
        accept=("yes",),
        work=0,
    )
    last = run(finish(machine), ["--", "--"], (1, 0)).configuration
    assert last.grid == (("+", "0"), ("0", "0"))


@st.composite
def learner_grids(draw: st.DrawFn, work: int) -> Grid:
    m, d = draw(st.integers(0, 4)), draw(st.integers(1, 4))
    sign = st.sampled_from("-+")
    examples = [tuple(draw(sign) for _ in range(d + 1)) + ("0",) * work for _ in range(m)]
    return (*examples, tuple(draw(sign) for _ in range(d)) + ("+",) + ("0",) * work)


@given(grid=learner_grids(work=1))
@settings(deadline=None)
def test_xor_input_is_its_own_way_back(grid: Grid) -> None:
    assert xor_input(xor_input(grid)) == grid


def test_xor_input_of_the_plain_grid_is_the_grid_of_a_learner() -> None:
    X, y, x = np.array([[1, -1], [-1, -1]]), np.array([-1, 1]), np.array([-1, 1])
    plain = ("+--0", "--+0", "-++0")
    assert xor_input(tuple(map(tuple, plain))) == learner_grid(learner("constant"), X, y, x)


@pytest.mark.parametrize("grid", [(), (("+", "0"),), (("+", "0", "0"),)])
def test_grid_that_is_not_a_learners_has_no_xor_input(grid: Grid) -> None:
    with pytest.raises(InputError):
        xor_input(grid)


@given(data=st.data(), work=st.integers(0, 2))
@settings(deadline=None, max_examples=80)
def test_machine_with_xor_input_does_on_the_other_form_what_its_source_does(data: st.DataObject, work: int) -> None:
    machine = data.draw(grid_machines(work=work))
    grid = data.draw(learner_grids(work))
    source = run(machine, grid, max_steps=LIMIT)
    lowered_machine = with_xor_input(machine)
    assert len(lowered_machine.states) == len(machine.states) + 11
    started = next(c for c in trace(lowered_machine, xor_input(grid, work)) if c.state == machine.start)
    assert replace(started, step=0) == machine.initial(grid)
    lowered = run(lowered_machine, xor_input(grid, work), max_steps=started.step + LIMIT)
    assert replace(lowered.configuration, step=source.steps) == source.configuration


def test_xor_input_needs_ternary_symbols() -> None:
    with pytest.raises(MachineError, match=r"symbols -, 0, [+]"):
        with_xor_input(GridMachine(("a",), ("0", "1"), "0", "a", ()))


@given(data=st.data(), machine=tape_machines(odd_names=True))
@settings(deadline=None, max_examples=80)
def test_one_row_machine_has_the_trace_of_its_tape_machine(data: st.DataObject, machine: TapeMachine) -> None:
    given_input = data.draw(st.lists(st.sampled_from(machine.symbols), max_size=4))
    lowering = to_grid(machine, left=LIMIT, right=LIMIT)
    grid, head = lowering.encode_input([given_input])
    lowered = lowering.translate(trace(lowering.machine, grid, head, max_steps=LIMIT - 1))
    assert list(lowered) == list(tape_run.trace(machine, [given_input], max_steps=LIMIT - 1))


def test_two_tapes_come_to_one_row() -> None:
    first = single_tape(COPIER)
    lowering = compose(first, to_grid(first.machine, left=20, right=20))
    grid, head = lowering.encode_input("0110")
    assert list(lowering.translate(trace(lowering.machine, grid, head))) == list(tape_run.trace(COPIER, "0110"))


def test_row_that_is_too_short_is_reported() -> None:
    right = TapeMachine(("a",), ("_", "#"), "_", "a", (Rule("a", ("_",), ("#",), (1,), "a"),))
    lowering = to_grid(right, left=0, right=2)
    grid, head = lowering.encode_input("")
    last = run(lowering.machine, grid, head).configuration
    assert last.grid == (("hash",) * 3,)
    with pytest.raises(LimitError, match="left the row of 3 cells"):
        lowering.decode(last)


def test_machine_with_two_tapes_has_no_row() -> None:
    with pytest.raises(MachineError, match="one tape"):
        to_grid(TapeMachine(("a",), ("_",), "_", "a", (), tapes=2))


def test_negative_room_is_refused() -> None:
    with pytest.raises(InputError, match="negative"):
        to_grid(TapeMachine(("a",), ("_",), "_", "a", ()), left=-1)
