from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import inputs_for, tape_machines
from tests.lockstep_lowering import COPIER, assert_lockstep, lowered_trace
from turingrad.machine.lower import tripled


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_tripled_machine_keeps_step_with_its_source(data: st.DataObject) -> None:
    machine = data.draw(tape_machines(max_tapes=2))
    assert_lockstep(tripled(machine), data.draw(inputs_for(machine)), steps=40)


@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_no_state_comes_again_within_two_steps(data: st.DataObject) -> None:
    machine = data.draw(tape_machines())
    states = [c.state for c in lowered_trace(tripled(machine), machine.input, most=40)]
    assert all(len(set(states[i : i + 3])) == len(states[i : i + 3]) for i in range(len(states)))


def test_every_state_becomes_three_with_its_index() -> None:
    lowered = tripled(COPIER).machine
    assert len(lowered.states) == 3 * len(COPIER.states)
    assert lowered.start == "[copy,0]"
    assert lowered.accept == ("[yes,0]", "[yes,1]", "[yes,2]")
    assert {(rule.state[-2], rule.next[-2]) for rule in lowered.rules} == {("0", "1"), ("1", "2"), ("2", "0")}
