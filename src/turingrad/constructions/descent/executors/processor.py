"""Programs by gradient descent: the closed form of the processor machine, stopped where instructions begin."""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.recheck import Redone
from turingrad.constructions.descent.network import TapeDescent
from turingrad.constructions.descent.program import ProgramDescent
from turingrad.constructions.program_tapes import ProgramStepper
from turingrad.constructions.traced import Traced
from turingrad.machine.processor import ENDS
from turingrad.machine.processor.tapes import BLANK, READY
from turingrad.machine.run import StartedRun
from turingrad.machine.tape import TapeConfiguration

CHUNK = 1 << 30


class DescentInstructions:
    """The closed form, which pauses at the vertices where an instruction begins."""

    def __init__(self, network: TapeDescent, given: Any) -> None:
        graph = network.graph
        self.names, self.reads = graph.machine.states, graph.reads
        starts = graph.machine.states.index(READY)
        blank = graph.machine.symbols.index(BLANK)
        begins = (np.arange(graph.vertices) // graph.reads == starts) & (graph.read[:, 0] == blank)
        self.fast = ClosedForm(network, given, redo=Redone(network), pauses=begins)

    def run_instruction(self) -> bool:
        fast = self.fast
        if fast.paused():
            fast.leave()
        while not fast.paused() and not fast.halted():
            fast.advance(CHUNK)
        return fast.paused() or self.state() in ENDS

    def state(self) -> str:
        return self.names[self.fast.vertex // self.reads]

    def tape_configuration(self) -> TapeConfiguration:
        return self.fast.configuration()


def begin_program(network: ProgramDescent, given: Any, executor: str) -> StartedRun[Any]:
    """A program's run; a step is an instruction, `network_steps` are gradient steps."""
    facts = {
        "vertices": network.inner.graph.vertices, "states": len(network.inner.machine.states),
        "rules": len(network.inner.machine.rules), "ram": network.machine.ram,
    }  # fmt: skip
    if executor == "autograd":
        traced = Traced(network, given)
        return StartedRun(traced, "instructions", 1, details=lambda: {**facts, "gradients": "autograd"})
    going = DescentInstructions(network.inner, network.tapes.encode_input(given))
    stepper = ProgramStepper(network.tapes, going)

    def details() -> dict[str, Any]:
        fast = going.fast
        checked = f"{fast.redone} of them re-done by autograd, all equal"
        rate = fast.steps / max(1, stepper.step)
        return {
            **facts, "gradients": f"closed form: {fast.steps:,} steps from tables of the network's weights, {checked}",
            "backward_calls": fast.redone, "gradient_steps_per_instruction": round(rate, 1), "cells": len(fast.T),
        }  # fmt: skip

    return StartedRun(stepper, "instructions", 1_000, network_steps=lambda: going.fast.steps, details=details)
