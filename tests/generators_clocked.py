"""Clocked circuits for tests: random ones as hypothesis values, and small ones with a known meaning."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from turingrad.machine import CircuitBuilder
from turingrad.machine.clocked import ClockedCircuit, clock_circuit
from turingrad.machine.clocked.draws import draw_machine


def clocked_circuits() -> st.SearchStrategy[ClockedCircuit]:
    """What the soak draws, too."""
    return st.integers(0, 2**32).map(lambda seed: draw_machine(Random(seed)))


def counter(bits: int, start: int = 0) -> ClockedCircuit:
    """Counts the ticks at which `enable` is 1; `carry` shows that it overflows."""
    make = CircuitBuilder()
    carry = make.input("enable")
    state = make.inputs("count", bits)
    following = []
    for bit in state:
        following.append(make.xor(bit, carry))
        carry = make.and_(bit, carry)
    make.output("carry", carry)
    make.output_word("next", following)
    return clock_circuit(make.build(), [start >> k & 1 for k in range(bits)], f"counter {bits}")
