"""Programs on the transformer's executors, instruction by instruction."""

from __future__ import annotations

from typing import Any

from turingrad.constructions.program_tapes import ProgramStepper, needed_ram, with_ram
from turingrad.constructions.transformer.program import ProgramTransformer
from turingrad.errors import CertificateError
from turingrad.machine.processor import program_tapes
from turingrad.machine.processor.clock import InstructionClock, steps_of
from turingrad.machine.program import Program
from turingrad.machine.run import StartedRun
from turingrad.machine.tape import TapeConfiguration

MOST_INSTRUCTIONS = 100_000_000


class DecodedInstructions:
    """A run of the transformer beside the tape interpreter, which says where the next instruction begins; there the
    transformer's own state must be the interpreter's."""

    def __init__(self, going: Any, clock: InstructionClock) -> None:
        self.going, self.clock = going, clock

    def run_instruction(self) -> bool:
        before = self.clock.tape.step
        found = self.clock.run_instruction()
        self.going.advance(self.clock.tape.step - before)
        if self.state() != self.clock.state():
            raise CertificateError(
                f"step {self.clock.tape.step:,}: the transformer is in state {self.state()!r}, the processor machine "
                f"in {self.clock.state()!r}"
            )
        return found

    def state(self) -> str:
        holder = self.going if hasattr(self.going, "state") else self.going.player  # of the indexed run its playback
        return str(self.going.network.machine.states[int(holder.state)])

    def tape_configuration(self) -> TapeConfiguration:
        found: TapeConfiguration = self.going.configuration()
        return found


def begin_program(network: ProgramTransformer, given: Any, going: Any) -> StartedRun[Any]:
    """A program's run; a step is an instruction, `network_steps` are decoding steps."""
    stepper = ProgramStepper(network.tapes, DecodedInstructions(going, InstructionClock(network.tapes, given)))
    inner = network.inner
    figures = {
        "depth": inner.depth, "width": inner.width, "parameters": inner.parameter_count(),
        "units": inner.table.units, "steps_compiled_for": inner.options.steps, "ram": network.machine.ram,
    }  # fmt: skip
    return StartedRun(stepper, "instructions", 100, lambda: going.passes, lambda: figures)


def program_sizes(program: Program, given: Any, instructions: int | None) -> dict[str, Any]:
    """The memory that a program needs, and the decoding steps that a run of so many instructions takes."""
    ram = needed_ram(program, given, instructions)
    tapes = program_tapes(with_ram(program, ram))
    steps = steps_of(tapes, given, MOST_INSTRUCTIONS if instructions is None else instructions)
    return {"ram": ram, "steps": steps, "input_length": max(map(len, tapes.encode_input(given)))}
