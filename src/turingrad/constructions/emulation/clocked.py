"""A clocked circuit as a learner, and its net: SGD is the clock.

The memory is the registers and what the outputs last showed, the sample is the inputs, the update is one tick. The
prediction is +1 and every label -1: every step errs, and by Lemma 3 every error is learned from. A circuit that halts
predicts -1 from then on (`running`): the loss is 0, and training has converged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import F64, Bits
from turingrad.constructions.emulation.network import ExactNetwork
from turingrad.constructions.emulation.sessions import LABEL, FreeSession, SampleSession, Session
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.circuit.simplify import without_dead_gates
from turingrad.machine.clocked import ClockedCircuit, ClockedConfiguration
from turingrad.machine.clocked.run import checked_stimulus, trace
from turingrad.machine.learner import Learner
from turingrad.machine.learner.step import embed


def clocked_learner(machine: ClockedCircuit, running: str | None = None) -> Learner:
    """Make the learner whose updates are the circuit's ticks. Its memory is the registers, then the outputs.

    Args:
        machine: The clocked circuit.
        running: The output that is the prediction, 1 while the circuit runs. Outputs are then not kept.

    Returns:
        The learner; its labels are -1 for as long as it runs.

    Example:
        >>> from turingrad.constructions.emulation import clocked_learner
        >>> from turingrad.machine.clocked import clock_circuit
        >>> toggle = clock_circuit(tg.Circuit(("go", "q"), (tg.Gate("xor", (0, 1)),), (("q", 2),)), [0])
        >>> len(clocked_learner(toggle).memory)
        1
    """
    kept = 0 if running is not None else len(machine.outputs)
    return Learner(
        memory=(*machine.start, *(0 for _ in range(kept))),
        features=features_of(machine),
        predict=without_dead_gates(predict_circuit(machine, kept, running)),
        update=update_circuit(machine, kept),
        on_error=True,
        name=machine.name,
        doc=machine.doc,
    )


def features_of(machine: ClockedCircuit) -> int:
    """The inputs; a sample has at least one feature, if only an idle one."""
    return max(1, len(machine.inputs))


def memory_and_sample(make: CircuitBuilder, machine: ClockedCircuit, kept: int) -> list[int]:
    """The inputs (registers, kept outputs, x) of both circuits; those that the clocked circuit takes, in its order."""
    state = make.inputs("register", len(machine.registers))
    make.inputs("output", kept)
    return [*make.inputs("x", features_of(machine))[: len(machine.inputs)], *state]


def predict_circuit(machine: ClockedCircuit, kept: int, running: str | None) -> Circuit:
    """The output called `running`, or 1 if there is none."""
    make = CircuitBuilder()
    given = memory_and_sample(make, machine, kept)
    if running is None:
        make.output("predicted", make.const(1))
    else:
        make.output("predicted", embed(make, machine.circuit, given)[machine.output_names.index(running)])
    return make.build(machine.name)


def update_circuit(machine: ClockedCircuit, kept: int) -> Circuit:
    """One tick: what the registers and the kept outputs hold after it, whatever the label."""
    make = CircuitBuilder()
    given = memory_and_sample(make, machine, kept)
    make.input("label")
    wires, outputs = embed(make, machine.circuit, given), len(machine.outputs)
    make.output_word("next", [*wires[outputs:], *wires[:kept]])
    return make.build(machine.name)


class ClockedNetwork(ExactNetwork[ClockedCircuit, ClockedConfiguration]):
    """The exact net of a clocked circuit: every step of SGD is a tick, and the signs of weights are its registers."""

    def session(self, given: Any) -> Session[ClockedConfiguration]:
        """Of a stimulus (ticks, inputs), or None: all inputs 0 for ever."""
        stimulus = checked_stimulus(self.machine, given)
        return FreeTicks(self) if stimulus is None else StimulusTicks(self, stimulus)

    def current(self) -> ClockedCircuit:
        """The circuit with what its registers hold now."""
        return replace(self.machine, initial=self.memory()[: len(self.machine.registers)])

    def reference(self, given: Any, max_steps: int | None) -> Iterator[ClockedConfiguration]:
        """The circuit's own run from the net's registers."""
        return trace(self.current(), given, max_steps=max_steps)

    def decode(self, activations: torch.Tensor | F64, at: int) -> ClockedConfiguration:
        """Registers and outputs in a vector of weights, after `at` ticks."""
        memory, registers = self.memory(activations), len(self.machine.registers)
        return ClockedConfiguration(at, memory[:registers], memory[registers:] if at else ())


class FreeTicks(FreeSession[ClockedConfiguration]):
    """Ticks without a stimulus."""

    def __init__(self, network: ClockedNetwork) -> None:
        super().__init__(features_of(network.machine))
        self.network = network

    def configuration(self, weights: F64) -> ClockedConfiguration:
        return self.network.decode(weights, self.step)


class StimulusTicks(SampleSession[ClockedConfiguration]):
    """One sample per row of a stimulus; every label is -1."""

    def __init__(self, network: ClockedNetwork, stimulus: Bits) -> None:
        rows = np.full((len(stimulus), features_of(network.machine)), -1, np.int8)
        rows[:, : stimulus.shape[1]] = 2 * stimulus.astype(np.int8) - 1
        super().__init__(rows, np.full(len(rows), LABEL, np.int8))
        self.network = network

    def configuration(self, weights: F64) -> ClockedConfiguration:
        return self.network.decode(weights, self.step)
