"""The two interpreters of grid machines: the wall model by hand, and equality of both on random machines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators_grid import grid_machines, grids, heads
from turingrad.errors import InputError
from turingrad.machine.grid import WALL, GridConfiguration, GridMachine, GridRule
from turingrad.machine.grid.run import EXECUTORS, run, trace

WALKER = GridMachine(
    states=("go", "up", "halt"),
    symbols=("-", "0", "+"),
    blank="0",
    start="go",
    rules=(
        GridRule("go", "+", "-", "L", "go"),
        GridRule("go", WALL, None, "U", "up"),
        GridRule("up", WALL, None, "S", "up"),
        GridRule("up", "-", "0", "S", "halt"),
    ),
    halting=("halt",),
    work=0,
)


@pytest.mark.parametrize("executor", EXECUTORS)
def test_wall_is_read_for_one_step_and_nothing_is_written_on_it(executor: str) -> None:
    assert list(trace(WALKER, ["++"], executor=executor)) == [
        GridConfiguration(0, "go", (0, 1), False, (("+", "+"),)),
        GridConfiguration(1, "go", (0, 0), False, (("+", "-"),)),
        GridConfiguration(2, "go", (0, 0), True, (("-", "-"),)),
        GridConfiguration(3, "up", (0, 0), True, (("-", "-"),)),
        GridConfiguration(4, "up", (0, 0), False, (("-", "-"),)),
        GridConfiguration(5, "halt", (0, 0), False, (("0", "-"),)),
    ]


@pytest.mark.parametrize("executor", EXECUTORS)
def test_missing_rule_halts_without_a_step(executor: str) -> None:
    result = run(WALKER, ["0"], executor=executor)
    assert (result.steps, result.halted, result.stopped) == (0, True, "halt")


@pytest.mark.parametrize("executor", EXECUTORS)
def test_step_limit_stops_an_unfinished_run(executor: str) -> None:
    result = run(WALKER, ["++"], executor=executor, max_steps=3)
    assert (result.steps, result.halted, result.stopped) == (3, False, "steps")


@pytest.mark.parametrize("executor", EXECUTORS)
def test_run_that_halts_on_its_last_allowed_step_has_halted(executor: str) -> None:
    result = run(WALKER, ["++"], executor=executor, max_steps=5)
    assert (result.steps, result.halted, result.stopped) == (5, True, "halt")


@pytest.mark.parametrize("executor", EXECUTORS)
def test_time_limit_stops_an_endless_run(executor: str) -> None:
    endless = GridMachine(("a",), ("0",), "0", "a", (GridRule("a", "0", "0", "S", "a"),), work=0)
    result = run(endless, ["0"], executor=executor, max_seconds=0.01)
    assert (result.halted, result.stopped) == (False, "seconds")


def test_trace_is_streamed_from_an_endless_run() -> None:
    endless = GridMachine(("a",), ("0",), "0", "a", (GridRule("a", "0", "0", "S", "a"),), work=0)
    stream = trace(endless, ["0"], every=1000)
    assert [next(stream).step for _ in range(3)] == [0, 1000, 2000]


def test_unknown_executor_is_refused() -> None:
    with pytest.raises(InputError, match="compiled, python"):
        run(WALKER, ["++"], executor="fast")


def test_trace_of_every_zeroth_step_is_refused() -> None:
    with pytest.raises(InputError, match="at least 1"):
        trace(WALKER, ["++"], every=0)


def test_alphabet_beyond_one_byte_runs_compiled() -> None:
    symbols = tuple(f"s{i}" for i in range(300))
    rules = tuple(GridRule("a", symbols[i], symbols[i + 1], "S", "a") for i in range(299))
    machine = GridMachine(("a",), symbols, "s0", "a", rules, work=0)
    assert run(machine, [["s0"]]).configuration == GridConfiguration(299, "a", (0, 0), False, (("s299",),))


@given(data=st.data(), machine=grid_machines(), grid=grids())
@settings(deadline=None, max_examples=200)
def test_interpreters_agree_on_every_configuration(
    data: st.DataObject, machine: GridMachine, grid: tuple[tuple[str, ...], ...]
) -> None:
    head = data.draw(heads(grid))
    python = list(trace(machine, grid, head, executor="python", max_steps=60))
    assert list(trace(machine, grid, head, executor="compiled", max_steps=60)) == python


@given(machine=grid_machines(density=1.0), grid=grids(), limit=st.integers(0, 50))
@settings(deadline=None, max_examples=100)
def test_run_ends_where_its_trace_ends(machine: GridMachine, grid: tuple[tuple[str, ...], ...], limit: int) -> None:
    for executor in EXECUTORS:
        result = run(machine, grid, (0, 0), executor=executor, max_steps=limit)
        configurations = list(result.trace)
        assert configurations[-1] == result.configuration
        assert [c.step for c in configurations] == list(range(result.steps + 1))
        assert result.halted == machine.halted(result.configuration)


@given(machine=grid_machines(density=1.0), grid=grids(), every=st.integers(1, 7), limit=st.integers(0, 40))
@settings(deadline=None, max_examples=100)
def test_sampled_trace_is_the_full_trace_sampled_with_first_and_last(
    machine: GridMachine, grid: tuple[tuple[str, ...], ...], every: int, limit: int
) -> None:
    full = list(trace(machine, grid, (0, 0), max_steps=limit))
    expected = full[::every] + ([full[-1]] if (len(full) - 1) % every else [])
    assert list(trace(machine, grid, (0, 0), every=every, max_steps=limit)) == expected
