"""The reference interpreters of tape machines: equal to each other, and right about halting, limits and sampling."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import inputs_for, tape_machines
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.machine.tape import Rule, Tape, TapeMachine
from turingrad.machine.tape import kernel as tape_kernel
from turingrad.machine.tape.run import run, trace

RUNNER = TapeMachine(("go",), ("_", "1"), "_", "go", (Rule("go", ("_",), ("1",), (1,), "go"),))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_both_interpreters_give_the_same_trace(data: st.DataObject) -> None:
    machine = data.draw(tape_machines(max_states=4, max_symbols=4, max_tapes=3))
    tapes = data.draw(inputs_for(machine, 6))
    slow = list(trace(machine, tapes, executor="python", max_steps=60))
    fast = list(trace(machine, tapes, executor="compiled", max_steps=60))
    assert slow == fast


@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(1, 9))
def test_a_sampled_trace_is_the_full_one_at_every_nth_step_and_the_end(data: st.DataObject, every: int) -> None:
    machine = data.draw(tape_machines(max_states=4, max_symbols=3, max_tapes=2))
    full = list(trace(machine, max_steps=40))
    sampled = list(trace(machine, max_steps=40, every=every))
    assert sampled == [c for c in full if c.step % every == 0 or c == full[-1]]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_run_ends_where_its_trace_ends_and_halted_means_no_rule(data: st.DataObject) -> None:
    machine = data.draw(tape_machines(max_states=4, max_symbols=3, max_tapes=2))
    result = run(machine, max_steps=50)
    assert result.configuration == list(result.trace)[-1]
    assert result.halted == machine.halted(result.configuration)
    assert result.stopped == ("halt" if result.halted else "steps")


@pytest.mark.parametrize("executor", ["python", "compiled"])
def test_a_step_limit_stops_exactly_there(executor: str) -> None:
    result = run(RUNNER, max_steps=5000, executor=executor)
    assert (result.steps, result.halted, result.stopped) == (5000, False, "steps")
    assert result.configuration.tapes[0] == Tape(0, ("1",) * 5000)


@pytest.mark.parametrize("executor", ["python", "compiled"])
def test_a_time_limit_stops_a_run_that_never_halts(executor: str) -> None:
    result = run(RUNNER, max_seconds=0.02, executor=executor)
    assert (result.halted, result.stopped) == (False, "seconds")


def test_a_tape_past_the_memory_limit_stops_with_what_was_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tape_kernel, "MAX_CELLS", 1 << 14)
    result = run(RUNNER, max_steps=10**9)
    assert result.stopped == "memory"
    assert not result.halted
    assert len(result.configuration.tapes[0].symbols) == result.steps
    with pytest.raises(LimitError, match="longer than"):
        list(trace(RUNNER, max_steps=10**9, every=10**6))


@pytest.mark.parametrize("move", [-1, 1])
def test_the_compiled_tape_grows_on_both_sides(move: int) -> None:
    machine = TapeMachine(("go",), ("_", "1"), "_", "go", (Rule("go", ("_",), ("1",), (move,), "go"),))
    result = run(machine, max_steps=20_000)
    assert result.configuration.heads == (20_000 * move,)
    assert len(result.configuration.tapes[0].symbols) == 20_000


def test_a_last_step_into_a_halting_state_counts_and_a_missing_rule_does_not() -> None:
    steps = (Rule("a", ("_",), ("1",), (1,), "z"),)
    halting = TapeMachine(("a", "z"), ("_", "1"), "_", "a", steps, halting=("z",))
    assert run(halting).steps == 1
    assert run(TapeMachine(("a",), ("_",), "_", "a", ())).steps == 0


def test_an_unknown_executor_and_bad_limits_are_refused() -> None:
    with pytest.raises(InputError, match="no reference executor 'gpu'; known: compiled, python"):
        run(RUNNER, executor="gpu")
    with pytest.raises(InputError, match="the step limit must be a whole number of at least 0, not -1"):
        run(RUNNER, max_steps=-1)
    with pytest.raises(InputError, match="of at least 1, not 0"):
        list(trace(RUNNER, every=0, max_steps=3))


def test_a_table_too_large_for_the_compiled_interpreter_is_refused_with_the_way_out() -> None:
    symbols = tuple(f"s{i}" for i in range(100))
    wide = TapeMachine(("a",), symbols, "s0", "a", (), tapes=5)
    with pytest.raises(MachineError, match="use executor 'python'"):
        run(wide)
    assert run(wide, executor="python").steps == 0
