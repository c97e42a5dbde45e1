from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import inputs_for, tape_machines
from tests.lockstep_lowering import assert_lockstep, lowered_trace
from turingrad.machine.lower import two_symbols
from turingrad.machine.tape import Rule, TapeMachine


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_two_symbol_machine_keeps_step_with_its_source(data: st.DataObject) -> None:
    machine = data.draw(tape_machines(max_symbols=8, max_tapes=2))
    assert_lockstep(two_symbols(machine), data.draw(inputs_for(machine)), steps=30)


@given(machine=tape_machines(max_symbols=8, max_tapes=2))
@settings(deadline=None, max_examples=25)
def test_the_symbols_are_two_and_stay_moves_are_not_brought_in(machine) -> None:
    lowered = two_symbols(machine).machine
    assert (lowered.symbols, lowered.blank) == (("0", "1"), "0")
    stays = {rule.state for rule in machine.rules if 0 in rule.move}
    assert stays or all(0 not in rule.move for rule in lowered.rules)


def sweeper(symbols: tuple[str, ...], move: int) -> TapeMachine:
    """Replaces each symbol by the next one and moves, until a blank."""
    after = dict(zip(symbols[1:], symbols[2:] + symbols[1:2], strict=True))
    rules = tuple(Rule("go", (a,), (after[a],), (move,), "go") for a in symbols[1:])
    return TapeMachine(("go",), symbols, symbols[0], "go", rules)


@pytest.mark.parametrize(("count", "width"), [(2, 1), (3, 2), (4, 2), (5, 3), (9, 4)])
def test_a_moving_step_takes_three_widths_less_two(count: int, width: int) -> None:
    machine = sweeper(tuple("_abcdefgh")[:count], 1)
    lowering = two_symbols(machine)
    begins = [c.step for c in lowered_trace(lowering, (("a",) * 5,)) if lowering.begins_step(c)]
    assert begins == [(3 * width - 2) * i for i in range(6)]


@pytest.mark.parametrize(("count", "width"), [(2, 1), (3, 2), (5, 3)])
def test_a_staying_step_takes_two_widths_less_one(count: int, width: int) -> None:
    lowering = two_symbols(sweeper(tuple("_abcd")[:count], 0))
    begins = [c.step for c in lowered_trace(lowering, (("a",),), most=60) if lowering.begins_step(c)]
    assert begins[:5] == [(2 * width - 1) * i for i in range(5)]
