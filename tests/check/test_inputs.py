"""Random inputs reach every length, and stand on the tapes that the machine's author used."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from turingrad import library
from turingrad.check import compare
from turingrad.check.inputs import inputs_of, random_input, shown
from turingrad.check.lockstep import LockstepReport
from turingrad.errors import MachineError
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine

MACHINE = TapeMachine(("q",), ("_", "a", "b", "c"), "_", "q", (), tapes=2, input=(("a", "b"), ()))


def draw_inputs(machine: object, max_length: int, count: int = 300) -> list[tuple[tuple[str, ...], ...]]:
    rng = np.random.default_rng(0)
    return [random_input(machine, max_length, rng) for _ in range(count)]


def test_tapes_take_every_length_up_to_the_largest_and_the_symbols_of_the_input() -> None:
    found = draw_inputs(MACHINE, 5)
    assert {len(first) for first, _ in found} == {0, 1, 2, 3, 4, 5}
    assert {symbol for first, _ in found for symbol in first} == {"a", "b"}
    assert {second for _, second in found} == {()}  # the author left it empty


def test_without_an_input_of_its_own_all_tapes_take_all_symbols() -> None:
    found = draw_inputs(replace(MACHINE, input=()), 4)
    for tape in (0, 1):
        assert {symbol for rows in found for symbol in rows[tape]} == {"_", "a", "b", "c"}
        assert {len(rows[tape]) for rows in found} == {0, 1, 2, 3, 4}


def test_grids_take_every_height_and_every_width_left_of_the_work_columns() -> None:
    machine = library.load("parity")
    grid = machine if isinstance(machine, GridMachine) else GridMachine(("q",), ("-", "0", "+"), "0", "q", ())
    found = draw_inputs(grid, 3)
    assert {(len(rows), len(rows[0])) for rows in found} == {(i, j) for i in (1, 2, 3) for j in range(grid.work + 1, 4)}
    assert {(len(rows), len(rows[0])) for rows in draw_inputs(grid, 0, 20)} == {(1, grid.work + 1)}


def test_the_machines_own_input_comes_first_where_the_bound_takes_it() -> None:
    rng = np.random.default_rng(0)
    assert inputs_of(MACHINE, 2, 3, rng, None)[0] == MACHINE.input
    assert inputs_of(MACHINE, 0, 3, rng, 2) == [MACHINE.input]
    assert inputs_of(MACHINE, 0, 3, rng, 1) == []
    assert len(inputs_of(MACHINE, 4, 3, rng, 1)) == 4


def test_circuits_take_bits_and_learners_signs() -> None:
    bits = np.array(draw_inputs(library.load("multiplier-2"), 9, 60))
    assert bits.shape == (60, 4)
    assert set(np.unique(bits)) == {0, 1}
    from turingrad.library.learners.small import LEARNERS

    X, y = draw_inputs(LEARNERS["parity"](3), 9, 1)[0]
    assert (X.shape, y.shape) == ((20, 3), (20,))
    assert set(np.unique(X)) | set(np.unique(y)) == {-1, 1}
    assert not any(np.array_equal(y, column) for column in X.T)  # labels are drawn for themselves
    with pytest.raises(MachineError, match="not a int"):
        random_input(3, 2, np.random.default_rng(0))


def test_inputs_are_shown_in_one_line() -> None:
    assert shown((("a", "b"), ("c",))) == "ab/c"
    assert shown(np.array([1, 0], np.uint8)) == "10"
    assert shown((np.ones((7, 2)), np.ones(7))) == "7 samples"


def test_reports_say_how_they_were_made() -> None:
    assert str(compare([0, 1], [0, 1])) == "1 steps in lockstep"
    assert str(LockstepReport(9, None, 4)) == "9 steps recomputed through 4 layers"
    assert str(LockstepReport(9, (3, 5), 4)) == "the dense network disagrees in pass 5 after layer 3"
    assert compare([], []).steps == 0
