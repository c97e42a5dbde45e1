"""Programs on constructions of tape machines: the processor machine runs them, and its trace is read back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Protocol

from torch import Tensor

from turingrad.constructions.network import Network
from turingrad.errors import InputError
from turingrad.machine.lower import ProgramLowering
from turingrad.machine.processor import ENDS
from turingrad.machine.program import Program, ProgramConfiguration
from turingrad.machine.program import run as program_run
from turingrad.machine.program.program import RAM
from turingrad.machine.tape import TapeConfiguration, TapeMachine

LEAST_RAM = 64
ProcessorNetwork = Network[TapeMachine, TapeConfiguration]


class ProgramNetwork(Network[Program, ProgramConfiguration]):
    """The network `inner` of the processor machine, and a program for its tapes; a step is an instruction."""

    inner: ProcessorNetwork

    def __init__(self, tapes: ProgramLowering, inner: ProcessorNetwork) -> None:
        super().__init__()
        self.tapes, self.inner = tapes, inner
        self.machine, self.certificate = tapes.source, inner.certificate

    @property
    def depth(self) -> int:
        return self.inner.depth

    @property
    def width(self) -> int:
        return self.inner.width

    def forward(self, *given: Any) -> Any:
        return self.inner(*given)

    def decode(self, activations: Tensor, at: int) -> ProgramConfiguration:
        """The program's configuration, of activations (or weights) at the start of an instruction."""
        found = self.tapes.decode(self.inner.decode(activations, 0), at)
        if found is None:
            raise InputError("these activations are in the middle of an instruction")
        return found

    def stepping_network(self, given: Any) -> tuple[ProcessorNetwork, Any]:
        """The processor machine's network, with the program on its tapes."""
        return self.inner, self.tapes.encode_input(given)

    def configurations(self, given: Any, max_steps: int | None) -> Iterator[ProgramConfiguration]:
        """The inner network's trace, where instructions begin."""
        trace = self.inner.configurations(self.tapes.encode_input(given), None)
        for configuration in self.tapes.translate(trace):
            yield configuration
            if max_steps is not None and configuration.step >= max_steps:
                return


class InstructionStepper(Protocol):
    """A run of the processor machine that can be stopped where an instruction begins."""

    def run_instruction(self) -> bool:
        """On to the next start of an instruction, or to the end; False if there was no such start: a trap."""

    def state(self) -> str:
        """The state of the processor machine."""

    def tape_configuration(self) -> TapeConfiguration:
        """Its configuration."""


class ProgramStepper:
    """A program's run on the processor machine, instruction by instruction."""

    def __init__(self, tapes: ProgramLowering, going: InstructionStepper) -> None:
        self.tapes, self.going = tapes, going
        self.step, self.ended = 0, False
        self.going.run_instruction()  # to the first instruction

    def advance(self, steps: int) -> int:
        for taken in range(steps):
            if self.ended or not self.going.run_instruction():
                self.ended = True
                return taken
            self.step += 1
            self.ended = self.going.state() in ENDS
        return steps

    def halted(self) -> bool:
        return self.ended or self.configuration().trap is not None

    def configuration(self) -> ProgramConfiguration:
        found = self.tapes.decode(self.going.tape_configuration(), self.step)
        assert found is not None
        return found


def needed_ram(program: Program, given: Any, steps: int | None) -> int:
    """The least power of two of RAM with which the program writes and returns the same, by the reference interpreter:
    heads walk over all that is between the data and the stack. What the user chose is left alone."""
    if program.ram != RAM:
        return program.ram
    limit = program_run.MAX_STEPS if steps is None else steps
    expected = outcome(program, given, limit)
    ram = LEAST_RAM
    least = len(program.image) if program.input_at is None else program.input_at + 4 + len(given or b"")
    while ram < program.ram:
        if ram >= least and outcome(replace(program, ram=ram), given, limit) == expected:
            return ram
        ram *= 2
    return program.ram


def outcome(program: Program, given: Any, limit: int) -> tuple[bytes, int | None, bool, int]:
    """What a run writes and returns, whether it traps, and its steps."""
    found = program_run.run(program, given or b"", max_steps=limit)
    last = found.configuration
    return last.output, last.exit_code, last.trap is not None, found.steps


def with_ram(program: Program, ram: int | None) -> Program:
    return program if ram is None or ram == program.ram else replace(program, ram=ram)
