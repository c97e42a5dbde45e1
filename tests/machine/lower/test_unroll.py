from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import inputs_for, tape_machines
from turingrad.errors import InputError, LimitError
from turingrad.machine.circuit.run import evaluate
from turingrad.machine.lower import chain, two_symbols, unroll, unrolling, without_stay
from turingrad.machine.tape import Rule, TapeMachine
from turingrad.machine.tape.run import run

# Reads a binary number from left to right and keeps its remainder modulo 3 in the state.
DIVISIBLE = TapeMachine(
    states=("r0", "r1", "r2", "yes", "no"),
    symbols=("_", "0", "1"),
    blank="_",
    start="r0",
    rules=(
        *(Rule(f"r{r}", (str(b),), (str(b),), (1,), f"r{(2 * r + b) % 3}") for r in range(3) for b in (0, 1)),
        Rule("r0", ("_",), ("_",), (0,), "yes"),
        Rule("r1", ("_",), ("_",), (0,), "no"),
        Rule("r2", ("_",), ("_",), (0,), "no"),
    ),
    halting=("yes", "no"),
    accept=("yes",),
    reject=("no",),
)


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_the_circuit_ends_in_the_configuration_of_the_reference(data: st.DataObject) -> None:
    machine = data.draw(tape_machines(max_tapes=2, max_symbols=5))
    steps = data.draw(st.integers(0, 6))
    unrolled = unrolling(machine, steps, (4,) * machine.tapes)
    words = data.draw(st.lists(inputs_for(machine, max_length=4), min_size=1, max_size=4))
    outputs = evaluate(unrolled.circuit, [unrolled.encode_input(word) for word in words], executor="python")
    halted = unrolled.circuit.output_names.index("halted")
    for word, bits in zip(words, outputs, strict=True):
        last = run(machine, word, max_steps=steps, executor="python")
        assert unrolled.decode(bits.tolist()) == last.configuration
        assert bits[halted] == last.halted


def test_the_accept_and_reject_bits_decide_every_word_of_a_length() -> None:
    n = 6
    unrolled = unrolling(DIVISIBLE, n + 1, n)
    words = ["".join(word) for length in range(n + 1) for word in itertools.product("01", repeat=length)]
    outputs = evaluate(unrolled.circuit, [unrolled.encode_input(word) for word in words], executor="python")
    names = unrolled.circuit.output_names
    divisible = np.array([int("0" + word, 2) % 3 == 0 for word in words])
    np.testing.assert_array_equal(outputs[:, names.index("accept")], divisible)
    np.testing.assert_array_equal(outputs[:, names.index("reject")], ~divisible)


def test_too_few_steps_leave_the_machine_running() -> None:
    unrolled = unrolling(DIVISIBLE, 3, 6)
    (bits,) = evaluate(unrolled.circuit, [unrolled.encode_input("110110")], executor="python")
    value = dict(zip(unrolled.circuit.output_names, bits.tolist(), strict=True))
    assert (value["halted"], value["accept"], value["reject"]) == (0, 0, 0)
    assert [value[f"step[{t}]"] for t in (1, 2, 3)] == [1, 1, 1]


def test_a_lowered_machine_unrolls_too() -> None:
    lowering = chain(DIVISIBLE, without_stay, two_symbols)
    given = lowering.encode_input("110")
    steps = run(lowering.machine, given, max_steps=1000, executor="python").steps
    unrolled = unrolling(lowering.machine, steps, len(given[0]))
    (bits,) = evaluate(unrolled.circuit, [unrolled.encode_input(given)], executor="python")
    last = lowering.decode(unrolled.decode(bits.tolist()), step=4)
    assert last == run(DIVISIBLE, "110", executor="python").configuration


def test_the_plain_call_gives_the_circuit() -> None:
    assert unroll(DIVISIBLE, 2, 2) == unrolling(DIVISIBLE, 2, (2,)).circuit
    assert unroll(DIVISIBLE, 2, 2).inputs == ("in0[0].0", "in0[0].1", "in0[1].0", "in0[1].1")


def test_an_input_longer_than_the_circuit_is_refused() -> None:
    with pytest.raises(InputError, match="has 3 symbols; the circuit was unrolled for 2"):
        unrolling(DIVISIBLE, 2, 2).encode_input("011")


@pytest.mark.parametrize(("steps", "length"), [(-1, 2), (2, -1), (2, (1, 1))])
def test_sizes_that_make_no_sense_are_refused(steps: int, length: int) -> None:
    with pytest.raises(InputError):
        unroll(DIVISIBLE, steps, length)


@pytest.mark.parametrize(("steps", "length"), [(10**6, 1), (1, 10**8), (10**12, 10**12)])
def test_a_circuit_that_would_be_too_large_is_refused(steps: int, length: int) -> None:
    with pytest.raises(LimitError, match="gates"):
        unroll(DIVISIBLE, steps, length)
