"""A program as an input of the processor machine, and the way back: its configurations are the program's."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property

from turingrad.errors import LimitError
from turingrad.machine.lower.lowering import Lowering, ProgramLowering, Tapes, View
from turingrad.machine.processor.machine import BEFORE, BEHIND, BREAK, EXIT, TRAP, processor_machine
from turingrad.machine.processor.microcode import ADDRESS, Record, counted_pairs, place_registers, record, signed_pairs
from turingrad.machine.processor.tapes import BIT, BLANK, OUT, READY, TAPES, WITH_SAMPLES, B, C, D, R
from turingrad.machine.program.instructions import A0
from turingrad.machine.program.interpreter import trap_at
from turingrad.machine.program.memory import Memory
from turingrad.machine.program.program import Program, ProgramConfiguration
from turingrad.machine.tape import Tape, TapeConfiguration

WORD, MASK = 32, 0xFFFF_FFFF
MAX_RAM = 1 << 16  # of the tape D: 34 cells per word
SLOTS = 33
ENDS = (EXIT, BREAK, BEFORE, BEHIND)
"""States in which an instruction is over that nothing can follow."""


@dataclass(frozen=True)
class ProcessorLayout:
    """Where a program's code, registers and memory are on the processor's tapes. With `samples` the input is on a tape
    of its own, from which the machine copies it first."""

    program: Program
    places: dict[int, int]
    samples: bool

    @cached_property
    def records(self) -> tuple[str, ...]:
        """The microcode of each instruction."""
        return tuple(record(index, word, self.places) for index, word in enumerate(self.program.words))

    @cached_property
    def boot(self) -> str:
        """The first record: R's head to the home word, then to the program's entry."""
        low, home = min(self.places.values()), Record({})
        if self.samples:
            home.go(self.places[ADDRESS] - low)
            home.op("constant", signed_pairs(self.program.input_at or 0))
            home.op("aim")
            home.text += WITH_SAMPLES["input"]
        home.go(-low)
        home.op("begin", counted_pairs(self.program.entry // 4))
        return home.text

    @cached_property
    def edges(self) -> list[int]:
        """The cells of C left of each record, and after the last."""
        found = [len(self.boot) + 2]
        for text in self.records:
            found.append(found[-1] + len(text) + 1)
        return found

    def encode(self, given: bytes) -> Tapes:
        """One tuple of symbols per tape; the heads start on the first cells."""
        ram, low = self.program.memory(given), min(self.places.values())
        registers = [0] * SLOTS
        for number, value in enumerate(self.program.initial_registers()):
            registers[self.places[number] - low] = value
        words = (int.from_bytes(ram[at : at + 4], "little") for at in range(0, len(ram), 4))
        code = BLANK + self.boot + BLANK + BLANK + "".join(text + BLANK for text in self.records)
        memory = "".join(
            f"{int(4 * index < self.program.code)}{bits_of(word)}{BLANK}" for index, word in enumerate(words)
        )
        held = "".join(bits_of(value) + BLANK for value in registers)
        rows = (code, BLANK + held, BLANK + memory, BLANK + "0" * WORD, "", "")
        return tuple(tuple(row) for row in rows)

    def view(self, configuration: TapeConfiguration) -> View[ProgramConfiguration] | None:
        """The program's configuration where an instruction begins, a jump has left the code, or a trap has come."""
        state, cell = configuration.state, configuration.heads[TAPES.index(C)]
        ready = state == READY and configuration.tapes[0].read(cell, BLANK) == BLANK
        if not ready and state not in ENDS and state != TRAP:
            return None
        tapes = dict(zip(TAPES, configuration.tapes, strict=True))
        registers = self.registers(tapes[R])
        pc, output = self.pc(configuration, tapes[B]), output_of(tapes[OUT])
        code = {EXIT: registers[A0] & 0xFF, BREAK: 0}.get(state)
        trap = trap_at(self.program, pc, registers) if code is None else None
        found = ProgramConfiguration(0, pc, registers, self.memory(tapes[D]), output, code, trap)
        return View(found, state != TRAP)

    def pc(self, configuration: TapeConfiguration, counter: Tape) -> int:
        """The address of the record under the head of C; outside the code, what is left to count is part of it."""
        if configuration.state in (BEFORE, BEHIND):
            left = sum(1 << i for i in range(WORD) if counter.read(i + 1, BLANK) == "1") + 1
            records = left + len(self.records) if configuration.state == BEHIND else -left
            return 4 * records & MASK
        head = configuration.heads[TAPES.index(C)]
        at = bisect_right if configuration.state == READY else bisect_left  # else it is right of the record's start
        return 4 * (at(self.edges, head) - 1)

    def registers(self, tape: Tape) -> tuple[int, ...]:
        low = min(self.places.values())
        words = [number_at(tape, 1 + (self.places[number] - low) * (WORD + 1)) for number in range(ADDRESS)]
        return tuple(words)

    def memory(self, tape: Tape) -> Memory:
        words = (number_at(tape, 2 + index * (WORD + 2)) for index in range(self.program.ram // 4))
        return Memory.of(b"".join(word.to_bytes(4, "little") for word in words))


def program_tapes(program: Program, *, samples: bool = False) -> ProgramLowering:
    """A program on the tapes of the processor machine: a step of the source is an instruction. With `samples` the input
    is on a tape of its own. A program whose memory is too large is refused with its size."""
    if program.ram > MAX_RAM:
        raise LimitError(
            f"a program with {program.ram:,} bytes of RAM has {34 * program.ram // 4:,} cells of memory on its tape; "
            f"at most {MAX_RAM:,} bytes are laid out: give it a smaller `ram`"
        )
    layout = ProcessorLayout(program, place_registers(program.words), samples)
    return Lowering("program_tapes", program, processor_machine(samples), layout.encode, layout.view)


def bits_of(word: int) -> str:
    return f"{word:032b}"[::-1]


def number_at(tape: Tape, cell: int) -> int:
    """The word whose lowest bit is in a cell."""
    first = cell - tape.start
    return int("".join(tape.symbols[first : first + WORD])[::-1], 2)


def output_of(tape: Tape) -> bytes:
    bits = "".join(symbol for symbol in tape.symbols if symbol in BIT)
    return bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, len(bits), 8))
