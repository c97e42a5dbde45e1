from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import inputs_for, tape_machines
from tests.lockstep_lowering import COPIER, assert_lockstep
from turingrad.errors import MachineError
from turingrad.machine.lower import chain, compose, one_sided, single_tape, tripled, two_symbols, without_stay

PASSES = (single_tape, two_symbols, one_sided, without_stay, tripled)


@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_any_two_lowerings_one_after_the_other_keep_step_with_the_source(data: st.DataObject) -> None:
    machine = data.draw(tape_machines(max_states=2, max_symbols=3, max_tapes=2))
    passes = data.draw(st.tuples(st.sampled_from(PASSES), st.sampled_from(PASSES)))
    assert_lockstep(chain(machine, *passes), data.draw(inputs_for(machine, max_length=4)), steps=12)


@pytest.mark.slow
def test_all_lowerings_in_a_row_keep_step_with_the_source() -> None:
    lowering = chain(COPIER, single_tape, without_stay, two_symbols, one_sided, tripled)
    assert lowering.machine.tapes == 1
    assert_lockstep(lowering, (tuple("010"), ()), steps=100)


def test_no_lowering_at_all_is_the_machine_itself() -> None:
    assert chain(COPIER).machine is COPIER


def test_lowerings_that_do_not_meet_are_refused() -> None:
    with pytest.raises(MachineError, match="'two_symbols' does not start from the machine that 'tripled' made"):
        compose(tripled(COPIER), two_symbols(COPIER))


def test_a_configuration_in_the_middle_of_a_step_decodes_to_nothing() -> None:
    lowering = single_tape(COPIER)
    initial = lowering.machine.initial(lowering.encode_input())
    assert lowering.decode(initial) == COPIER.initial()
    middle = next(s for s in lowering.machine.states if "!" in s)
    assert lowering.decode(type(initial)(1, middle, initial.heads, initial.tapes)) is None
