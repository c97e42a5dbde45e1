"""The paper's halting convention: the answer in the top-left cell, the rest of the input blank."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.constructions.rcnn.machines import parity_small, parse_machine
from tests.generators_rcnn import wall_machine
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid import run as grid_run
from turingrad.machine.grid.learner import learner_grid
from turingrad.machine.lower.grid import finish


def finished_grid(machine: GridMachine, grid: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    run = grid_run.run(finish(machine), grid, max_steps=1_000_000)
    assert run.halted
    return run.configuration.grid


@pytest.mark.parametrize("answer", ["+", "-"])
@pytest.mark.parametrize("shape", [(2, 3), (5, 4), (6, 7), (2, 2)])
def test_the_answer_stands_in_the_top_left_cell_of_a_blank_grid(answer: str, shape: tuple[int, int]) -> None:
    machine = parse_machine(f"A -0+:H{answer} #:H{answer}")
    grid = finished_grid(machine, (("+",) * shape[1],) * shape[0])
    assert grid[0][0] == answer
    assert {symbol for row in grid for symbol in row} == {"0", answer}
    assert sum(symbol != "0" for row in grid for symbol in row) <= 1 + machine.work


def test_random_learners_leave_their_answer_on_the_main_grid() -> None:
    rng, checked = random.Random(3), 0
    while checked < 60:
        machine = wall_machine(rng)
        X = np.array([[rng.choice((-1, 1)) for _ in range(2)] for _ in range(3)])
        given = learner_grid(machine, X, np.ones(3), [1, -1])
        run = grid_run.run(machine, given, max_steps=500)
        answer = machine.answer(run.configuration.state)
        if not run.halted or not answer:
            continue
        checked += 1
        main = [row[:3] for row in finished_grid(machine, given)]
        assert main[0][0] == {1: "+", -1: "-"}[answer]
        assert all(symbol == "0" for i, row in enumerate(main) for j, symbol in enumerate(row) if (i, j) != (0, 0))


def test_it_takes_the_measured_number_of_steps() -> None:
    """290 steps at d = 10, m = 20, more or less where the machine halts."""
    machine = parse_machine("A -0+:H+ #:H+")
    X = np.ones((20, 10))
    run = grid_run.run(finish(machine), learner_grid(machine, X, np.ones(20), np.ones(10)))
    assert 250 < run.steps < 330


def test_a_bump_into_the_halting_state_is_not_taken_for_the_top_wall() -> None:
    machine = GridMachine(
        **{
            **{
                name: getattr(parity_small(), name)
                for name in ("symbols", "blank", "halting", "accept", "reject", "work")
            },
            "states": ("A", "halt+", "halt-"),
            "start": "A",
            "rules": tuple(
                rule.__class__(rule.state, rule.read, rule.write, "L", "halt+")
                for rule in parse_machine("A -0+:L>A").rules
            ),
        }
    )
    for columns in (2, 4):
        grid = finished_grid(machine, (("-",) * columns,) * 4)
        assert grid[0][0] == "+"
        assert all(row[0] == "0" for row in grid[1:])


def test_a_halting_state_without_an_answer_stays_a_halt() -> None:
    machine = parse_machine("A +:R>A 0:H+")
    lowered = finish(GridMachine(**{**parts(machine), "accept": (), "reject": ()}))
    assert lowered.halting == ("halt+", "halt-")


def parts(machine: GridMachine) -> dict[str, object]:
    names = ("states", "symbols", "blank", "start", "rules", "halting", "accept", "reject", "work")
    return {name: getattr(machine, name) for name in names}


def test_names_do_not_clash_with_a_machine_that_was_finished_before() -> None:
    once = finish(parity_small())
    again = finish(GridMachine(**{**parts(once), "accept": once.halting}))
    assert len(set(again.states)) == len(again.states)
