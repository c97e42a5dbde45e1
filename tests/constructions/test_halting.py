"""A run whose step limit is the halting step has halted, one step earlier it has not: every construction, every
executor, tape and grid."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.generators import tape_machines
from tests.generators_grid import grid_machines
from turingrad.constructions import construction, drive, recipe_names
from turingrad.errors import TuringradError
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine

LONGEST = 24
ON_TAPES = [
    (name, executor.name)
    for name in recipe_names()
    if construction(name).begin is not None and name not in ("feedforward", "emulation")
    for executor in construction(name).executors
    if executor.runs("tape")
]
ON_GRIDS = [(name, executor) for name, executor in ON_TAPES if name in ("reference", "rcnn")]
FEW = settings(max_examples=6, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
MANY = settings(FEW, max_examples=60)


def assert_halts_at_the_limit(machine: Any, given: Any, name: str, executor: str) -> None:
    whole = drive.run(machine, given, max_steps=LONGEST)
    assume(whole.halted and whole.steps > 0)
    try:
        exact = drive.run(machine, given, on=name, executor=executor, max_steps=whole.steps)
    except TuringradError:
        assume(False)  # not a machine for this construction
    assert (exact.halted, exact.stopped, exact.steps) == (True, "halt", whole.steps)
    assert exact.configuration == whole.configuration
    short = drive.run(machine, given, on=name, executor=executor, max_steps=whole.steps - 1)
    assert (short.halted, short.stopped, short.steps) == (False, "steps", whole.steps - 1)


@pytest.mark.parametrize(("name", "executor"), ON_TAPES)
@FEW
@given(machine=tape_machines())
def test_a_tape_machine_that_halts_at_the_limit_has_halted(machine: TapeMachine, name: str, executor: str) -> None:
    assert_halts_at_the_limit(machine, None, name, executor)


@pytest.mark.parametrize(("name", "executor"), ON_GRIDS)
@FEW
@given(machine=grid_machines(), cells=st.integers(1, 4))
def test_a_grid_machine_that_halts_at_the_limit_has_halted(
    machine: GridMachine, cells: int, name: str, executor: str
) -> None:
    grid = [[machine.blank] * (cells + machine.work + 1) for _ in range(2)]
    assert_halts_at_the_limit(machine, grid, name, executor)
