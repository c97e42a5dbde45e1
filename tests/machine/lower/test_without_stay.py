from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import inputs_for, tape_machines
from tests.lockstep_lowering import COPIER, assert_lockstep, lowered_trace
from turingrad.machine.lower import without_stay


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_machine_without_stay_moves_keeps_step_with_its_source(data: st.DataObject) -> None:
    machine = data.draw(tape_machines(max_tapes=3, max_symbols=3))
    assert_lockstep(without_stay(machine), data.draw(inputs_for(machine)), steps=40)


@given(machine=tape_machines(max_tapes=3, max_symbols=3))
@settings(deadline=None, max_examples=30)
def test_no_rule_stays(machine) -> None:
    assert all(0 not in rule.move for rule in without_stay(machine).machine.rules)


@given(machine=tape_machines(max_tapes=2, stay=False))
@settings(deadline=None, max_examples=30)
def test_a_machine_that_never_stays_is_left_as_it_is(machine) -> None:
    assert without_stay(machine).machine is machine


def test_a_move_and_a_stay_of_two_tapes_take_two_steps_alike() -> None:
    source_steps = 4 + 1 + 4 + 1 + 4 + 1
    assert lowered_trace(without_stay(COPIER), COPIER.input)[-1].step == 2 * source_steps
