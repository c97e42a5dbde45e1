"""Any number of work columns, with a border that a machine can see: the same answers, and room for those that pass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators_grid import grid_machines
from turingrad.errors import InputError, MachineError
from turingrad.library.grids.programs import NAMES, learner
from turingrad.machine.grid import GridMachine, GridRule
from turingrad.machine.grid.border import add_border
from turingrad.machine.grid.learner import learner_grid, predict, predictions
from turingrad.machine.grid.run import run

SIGNS = np.array([-1, 1], np.int8)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("work", [2, 5, 40])
def test_every_library_learner_answers_the_same_on_any_number_of_work_columns(name: str, work: int) -> None:
    rng = np.random.default_rng(work)
    X, y, points = rng.choice(SIGNS, (5, 3)), rng.choice(SIGNS, 5), rng.choice(SIGNS, (20, 3))
    machine = learner(name)
    assert predict(machine, X, y, points, work=work).tolist() == predict(machine, X, y, points).tolist()


@given(machine=grid_machines(max_states=3), data=st.data())
@settings(deadline=None, max_examples=80)
def test_machines_that_do_not_push_twice_stay_in_their_columns(machine: GridMachine, data: st.DataObject) -> None:
    once = [rule for rule in machine.rules if not (rule.read == "#" and rule.move == "R")]
    tame = replace(machine, rules=tuple(once))
    seed = data.draw(st.integers(0, 10**6))
    rng = np.random.default_rng(seed)
    X, y, points = rng.choice(SIGNS, (2, 2)), rng.choice(SIGNS, 2), rng.choice(SIGNS, (3, 2))
    plain = predictions(tame, X, y, points, max_steps=500)
    executor = data.draw(st.sampled_from(["compiled", "python"]))
    wide = predictions(tame, X, y, points, max_steps=500, work=4, executor=executor)
    assert wide.answers.tolist() == plain.answers.tolist()
    assert wide.steps.tolist() == plain.steps.tolist()  # without a `#` rule that moves right, not a step differs


def test_a_machine_that_pushes_twice_uses_the_room() -> None:
    """Right for ever: with its own column it reads `#` for ever, with l columns it walks to the far wall."""
    walker = GridMachine(
        ("a", "h"),
        ("-", "0", "+"),
        "0",
        "a",
        tuple(GridRule("a", s, "+", "R", "a") for s in "-0+") + (GridRule("a", "#", None, "R", "a"),),
        ("h",),
        ("h",),
    )
    grid = learner_grid(walker, [[1, 1]], [1], [1, 1], work=6)
    last = run(add_border(walker, 6), grid, max_steps=30).configuration
    assert last.head == (1, 8)
    assert "".join(symbol[0] for symbol in last.grid[1]) == "+++++++++"


def test_fewer_columns_than_the_machine_has_are_refused() -> None:
    with pytest.raises(InputError, match="the machine itself has 1"):
        add_border(learner("parity-small"), 0)


def test_a_machine_without_work_columns_has_no_place_for_a_border() -> None:
    with pytest.raises(MachineError, match="has none"):
        add_border(GridMachine(("a",), ("-", "0", "+"), "0", "a", (), work=0), 3)
