from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import inputs_for, tape_machines
from tests.lockstep_lowering import assert_lockstep, lowered_trace
from turingrad.errors import LimitError
from turingrad.machine.lower import one_sided
from turingrad.machine.tape import Rule, TapeMachine


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_folded_machine_keeps_step_with_its_source(data: st.DataObject) -> None:
    machine = data.draw(tape_machines(max_tapes=2, max_symbols=3))
    assert_lockstep(one_sided(machine), data.draw(inputs_for(machine)), steps=40)


@given(machine=tape_machines(max_tapes=2, max_symbols=3))
@settings(deadline=None, max_examples=25)
def test_no_head_goes_left_of_cell_zero_and_steps_are_one_to_one(machine) -> None:
    lowering = one_sided(machine)
    visited = lowered_trace(lowering, machine.input, most=40)
    assert all(head >= 0 for c in visited for head in c.heads)
    assert all(lowering.begins_step(c) for c in visited)


def test_a_walk_across_cell_zero_changes_tracks() -> None:
    left = TapeMachine(("go",), ("_", "a"), "_", "go", (Rule("go", ("_",), ("a",), (-1,), "go"),))
    lowering = one_sided(left)
    heads = [c.heads[0] for c in lowered_trace(lowering, ((),), most=4)]
    assert heads == [0, 1, 2, 3, 4]
    last = lowering.decode(lowered_trace(lowering, ((),), most=4)[-1])
    assert last is not None
    assert (last.heads, last.tapes[0].start, last.tapes[0].symbols) == ((-4,), -3, ("a",) * 4)


@pytest.mark.parametrize(
    ("machine", "what"),
    [
        (TapeMachine(("q",), tuple(f"s{i}" for i in range(3000)), "s0", "q", ()), "symbols"),
        (TapeMachine(("q",), ("_",), "_", "q", (), halting=("q",), tapes=60), "states"),
    ],
)
def test_a_machine_that_would_be_too_large_is_refused(machine: TapeMachine, what: str) -> None:
    with pytest.raises(LimitError, match=f"more than 500,000 {what}"):
        one_sided(machine)
