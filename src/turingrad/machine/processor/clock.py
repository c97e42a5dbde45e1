"""How many steps of the processor machine each instruction of a run takes, by the compiled interpreter of tapes."""

from __future__ import annotations

from typing import Any

from turingrad.machine.lower import ProgramLowering
from turingrad.machine.processor.lowering import ENDS
from turingrad.machine.processor.tapes import BLANK, READY
from turingrad.machine.tape import TapeConfiguration
from turingrad.machine.tape.kernel import HALT, CompiledTape

FAR = 1 << 40


class InstructionClock:
    """The processor machine, stopped where an instruction begins: those entries of its table read as halting."""

    def __init__(self, tapes: ProgramLowering, given: Any = b"") -> None:
        self.tape = CompiledTape(tapes.machine, tapes.encode_input(given))
        machine, reads = tapes.machine, self.tape.reads
        share = reads // len(machine.symbols)  # entries of one symbol of the first tape, C
        first = machine.states.index(READY) * reads + machine.symbols.index(BLANK) * share
        self.running = self.tape.next_row
        self.pausing = self.running.copy()
        self.pausing[first : first + share] = HALT

    def run_instruction(self) -> bool:
        """On to the next start of an instruction, or to the end; False if there was no such start: a trap."""
        tape = self.tape
        tape.next_row = self.running
        if not tape.advance(1):
            return False
        tape.next_row = self.pausing
        tape.advance(FAR)
        return self.state() in (READY, *ENDS)

    def state(self) -> str:
        return self.tape.machine.states[self.tape.row // self.tape.reads]

    def tape_configuration(self) -> TapeConfiguration:
        return self.tape.configuration()


def steps_of(tapes: ProgramLowering, given: Any, instructions: int) -> int:
    """The machine's steps for so many instructions, or to the program's end."""
    clock = InstructionClock(tapes, given)
    for _ in range(instructions + 1):
        if not clock.run_instruction() or clock.state() in ENDS:
            break
    return clock.tape.step
