"""Random clocked circuits and stimuli, fixed by their source of random numbers."""

from __future__ import annotations

from random import Random

import numpy as np

from turingrad._support.arrays import Bits
from turingrad.machine.circuit.draws import draw_circuit
from turingrad.machine.clocked.clocked import ClockedCircuit, clock_circuit

MAX_TICKS = 20


def draw_machine(rng: Random) -> ClockedCircuit:
    """Of up to 3 inputs, 5 registers and 3 outputs."""
    inputs, registers, outputs = rng.randint(0, 3), rng.randint(1, 5), rng.randint(0, 3)
    circuit = draw_circuit(rng, inputs + registers, outputs + registers)
    return clock_circuit(circuit, rng.choices((0, 1, None), k=registers))


def draw_input(machine: ClockedCircuit, _max_length: int, rng: np.random.Generator) -> Bits:
    """A stimulus of a few ticks."""
    return rng.integers(0, 2, size=(MAX_TICKS, len(machine.inputs)), dtype=np.uint8)
