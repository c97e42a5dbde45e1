from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import inputs_for, tape_machines
from tests.lockstep_lowering import COPIER, assert_lockstep
from turingrad.errors import LimitError
from turingrad.machine.lower import lowering, single_tape
from turingrad.machine.tape import Rule, TapeMachine
from turingrad.machine.tape.run import run


@given(data=st.data())
@settings(deadline=None, max_examples=50)
def test_a_single_tape_keeps_step_with_several(data: st.DataObject) -> None:
    machine = data.draw(tape_machines(max_tapes=3, max_symbols=3))
    assert_lockstep(single_tape(machine), data.draw(inputs_for(machine)), steps=25)


@given(machine=tape_machines(max_tapes=3, max_symbols=3))
@settings(deadline=None, max_examples=15)
def test_there_is_one_tape_and_no_stay_move_is_brought_in(machine) -> None:
    lowered = single_tape(machine).machine
    assert lowered.tapes == 1
    assert machine.tapes == 1 or all(0 not in rule.move for rule in lowered.rules)


def test_a_machine_of_one_tape_is_left_as_it_is() -> None:
    machine = TapeMachine(("q",), ("_",), "_", "q", ())
    assert single_tape(machine).machine is machine


@pytest.mark.parametrize(("word", "answer"), [("", 1), ("0", 1), ("01", -1), ("0110", 1), ("01101", -1), ("1" * 9, 1)])
def test_palindromes_of_two_tapes_are_recognised_on_one(word: str, answer: int) -> None:
    lowering = single_tape(COPIER)
    last = run(lowering.machine, lowering.encode_input((tuple(word),)), max_steps=20_000, executor="python")
    assert lowering.machine.answer(last.configuration.state) == answer


def test_heads_far_apart_are_found_again() -> None:
    apart = TapeMachine(
        ("go",), ("_", "a", "b"), "_", "go", (Rule("go", ("_", "_"), ("a", "b"), (-1, 1), "go"),), tapes=2
    )
    assert_lockstep(single_tape(apart), ((), ()), steps=30)


def test_a_table_that_would_be_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lowering, "MAX_RULES", 100)
    with pytest.raises(LimitError, match="'single_tape': the machine would have more than 100 rules"):
        single_tape(COPIER)
