"""The compiled inner loop against the reference interpreter of grid machines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators_grid import grid_machines
from turingrad import tasks
from turingrad._support.arrays import I64, Signs
from turingrad.machine.grid import GridMachine, GridRule
from turingrad.machine.grid import run as grid_run
from turingrad.machine.grid.learner import learner_grid, predict
from turingrad.search.climbing import climb
from turingrad.search.instances import Instances, from_rows, from_task, instances_of_data_set, scores, scratch
from turingrad.search.kernel import LOOPING, RUNNING, go_on, start_run
from turingrad.search.probability import mass_kernel
from turingrad.search.tables import MINUS, PLUS, UNDEFINED, as_table

LIMIT = 400
ANSWERS = {PLUS: 1, MINUS: -1, UNDEFINED: 0, RUNNING: 0, LOOPING: 0}


def outcome_of(machine: GridMachine, instances: Instances, number: int, limit: int = LIMIT) -> tuple[int, int]:
    """How a run ends on one instance, and after how many steps."""
    table = as_table(machine)
    cells, seen, registers = scratch(instances, len(table) // 4)
    start_run(instances.grids[number], cells, instances.head, registers)
    outcome = go_on(table, cells, instances.deltas, limit, seen, registers)
    return int(outcome), int(registers[3])


@settings(max_examples=60)
@given(grid_machines(max_states=4), st.integers(0, 2**32 - 1), st.integers(1, 4), st.integers(1, 5))
def test_answers_are_those_of_the_python_interpreter(machine: GridMachine, seed: int, d: int, m: int) -> None:
    X, y = tasks.get("dictator").sample(np.random.default_rng(seed), d, m + 1)
    instances = instances_of_data_set(X[:m], y[:m], X[m:], y[m:])
    outcome, _ = outcome_of(machine, instances, 0)
    last = grid_run.run(machine, learner_grid(machine, X[:m], y[:m], X[m]), executor="python", max_steps=LIMIT)
    assert ANSWERS[outcome] == machine.answer(last.configuration.state)


@settings(max_examples=60)
@given(grid_machines(max_states=3, density=1.0), st.integers(0, 2**32 - 1))
def test_a_run_that_the_loop_test_stops_never_halts(machine: GridMachine, seed: int) -> None:
    X, y = tasks.get("dictator").sample(np.random.default_rng(seed), 2, 4)
    instances = instances_of_data_set(X[:3], y[:3], X[3:], y[3:])
    outcome, steps = outcome_of(machine, instances, 0)
    if outcome == LOOPING:
        longer = grid_run.run(machine, learner_grid(machine, X[:3], y[:3], X[3]), max_steps=steps + 5_000)
        assert not longer.halted


def test_the_loop_test_catches_a_head_that_runs_to_and_fro() -> None:
    instances = from_task(tasks.get("dictator"), np.random.default_rng(0), 1, 3, 3)
    outcome, steps = outcome_of(to_and_fro(), instances, 0, limit=10_000)
    assert outcome == LOOPING
    assert steps < 20


def to_and_fro() -> GridMachine:
    """Goes right to the wall and left to the wall, for ever."""
    rules = [GridRule(state, s, s, move, state) for state, move in (("r", "R"), ("l", "L")) for s in "-0+"]
    rules += [GridRule("r", "#", None, "S", "l"), GridRule("l", "#", None, "S", "r")]
    return GridMachine(
        states=("r", "l", "halt+", "halt-"), symbols=("-", "0", "+"), blank="0", start="r", rules=tuple(rules),
        halting=("halt+", "halt-"), accept=("halt+",), reject=("halt-",),
    )  # fmt: skip


@settings(max_examples=20)
@given(st.lists(grid_machines(max_states=3), min_size=1, max_size=4), st.integers(0, 2**32 - 1))
def test_scores_count_the_right_predictions(machines: list[GridMachine], seed: int) -> None:
    X, y = tasks.get("majority-3").sample(np.random.default_rng(seed), 3, 15)
    found = scores([as_table(m) for m in machines], instances_of_data_set(X[:6], y[:6], X[6:], y[6:]), LIMIT)
    for machine, right in zip(machines, found, strict=True):
        answers = predict(machine, X[:6], y[:6], X[6:], max_steps=LIMIT)
        assert int(right) == int((answers == y[6:]).sum())


@pytest.mark.parametrize("entry", [4 << 5, 1 << 20, 7, 3 << 3, 1 << 5, -9])
def test_the_kernels_refuse_a_table_that_leads_out_of_itself(entry: int) -> None:
    """The last line of defence behind the checks of files: no number is followed that is not one of the table's."""
    instances = from_task(tasks.get("dictator"), np.random.default_rng(0), 2, 2, 2)
    table = np.full(4, UNDEFINED, dtype=np.int32)
    table[1] = entry
    with pytest.raises(ValueError, match="table"):
        scores([table], instances, LIMIT)
    with pytest.raises(ValueError, match="table"):
        climb(instances, table, 10, 5, LIMIT, 0, True, 2)


def test_the_kernels_refuse_a_grid_without_its_wall() -> None:
    instances = from_task(tasks.get("dictator"), np.random.default_rng(0), 2, 2, 2)
    open_grids = instances.grids.copy()
    open_grids[1, 0] = 1
    with pytest.raises(ValueError, match="wall"):
        scores([np.full(4, UNDEFINED, dtype=np.int32)], replace(instances, grids=open_grids), LIMIT)


def test_the_kernel_of_probabilities_refuses_a_grid_without_its_wall_and_counts_of_other_points() -> None:
    instances = from_task(tasks.get("dictator"), np.random.default_rng(0), 2, 2, 2)
    open_grids, counts = instances.grids.copy(), np.ones(len(instances.labels), dtype=np.int64)
    open_grids[1, 0] = 1

    def mass(grids: Signs, counts: I64) -> object:
        cells, seen, registers = scratch(instances, 1)
        return mass_kernel(
            1, 0, 0.1, 9, grids, instances.labels, counts, instances.head, instances.deltas, 9, cells, seen, registers
        )

    with pytest.raises(ValueError, match="wall"):
        mass(open_grids, counts)
    with pytest.raises(ValueError, match="counts"):
        mass(instances.grids, counts[1:])


def test_instances_of_a_data_set_are_rows_of_it() -> None:
    rng = np.random.default_rng(1)
    X, y = tasks.get("parity").sample(rng, 4, 9)
    instances = from_rows(X, y, rng, 50, 5)
    rows = {(*x, label) for x, label in zip(X.tolist(), y.tolist(), strict=True)}
    grids = instances.grids.reshape(50, 8, 8)[:, 1:-1, 1:-1].astype(int) - 1
    for grid, label in zip(grids, instances.labels, strict=True):
        point = grid[-1, :4]
        assert (*point.tolist(), int(label)) in rows
        for row in grid[:-1]:
            assert (*(row[:4] * point * row[4]).tolist(), int(row[4])) in rows
