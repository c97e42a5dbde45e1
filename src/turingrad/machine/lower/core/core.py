"""An RV32I processor as a clocked circuit: one instruction per tick, its program inside.

Made for nets whose memory bits are flipped, one by one, in groups of which at most one flips (emulation):

- Decoders are one-hot, of two halves each; reading is an OR of ANDs. A tree of multiplexers has twice as many edges,
  and hides that two words are never addressed at once.
- Writes are *toggles*. Loads and stores share one address, so the word that is there is read out anyway: the bits
  in which it differs from what is stored are found once per column, and word i flips where its line and the column say
  so. Registers do the same, through a third read port on rd.
- A store writes no register: RAM and registers share their groups.
- Code is a read-only memory: the OR of the lines of words that have the bit. With `code="ram"` it is in registers that
  never change, so that the program is in the initial values instead of in the gates.

The machine is the reference interpreter's (machine/program/interpreter.py), traps included: `running` is 1 while the
next instruction can be executed, and nothing changes once it is 0. What is written is shown for one tick: `wrote`, and
the byte in x10. Input is in RAM at the start, as for every program.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from turingrad._support.arrays import Bits
from turingrad._support.validation.values import choice, short_repr
from turingrad.errors import LimitError, MachineError
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.clocked import ClockedCircuit, clock_circuit
from turingrad.machine.lower.core.arithmetic import Arithmetic, branch_taken, result_of
from turingrad.machine.lower.core.decoder import Decoded, decode_word
from turingrad.machine.lower.core.memory_port import MemoryPort
from turingrad.machine.lower.core.words import Word, Words
from turingrad.machine.program.instructions import A0, A7, EXIT, WRITE
from turingrad.machine.program.interpreter import trap_at
from turingrad.machine.program.memory import Memory
from turingrad.machine.program.program import Program, ProgramConfiguration

MAX_RAM = 1 << 14
PC, FLAGS = 30, 3  # bits of state before the registers: pc without its two lowest bits; exited, by ebreak, wrote
EXITED, BROKE, WROTE = range(PC, PC + FLAGS)
REGISTERS = PC + FLAGS  # place of x1
RUNNING = "running"


@dataclass(frozen=True)
class Core:
    """The processor of a program, and the way back from its registers to the program's configurations.

    State, in this order: pc[2] to pc[31], three flags, x1 to x31, RAM from word `first` on. Words below are code, which
    is read-only."""

    program: Program
    circuit: ClockedCircuit
    first: int

    def start(self, given: bytes | str = b"") -> Bits:
        """The state at the start, with this input."""
        return initial_state(self.program, self.first, given)

    @cached_property
    def code(self) -> bytes:
        """The read-only words."""
        return self.program.image[: 4 * self.first]

    @property
    def watched(self) -> list[int]:
        """The bits from which output is read after every tick: `wrote`, then the byte in x10."""
        byte = REGISTERS + 32 * (A0 - 1)
        return [WROTE, *range(byte, byte + 8)]

    def decode(self, state: Bits, step: int, output: bytes) -> ProgramConfiguration:
        """The configuration of a state after `step` ticks, in which `output` was written."""
        pc = int(np.packbits(np.concatenate([np.zeros(2, np.uint8), state[:PC]]), bitorder="little").view("<u4")[0])
        packed = np.packbits(state[REGISTERS:], bitorder="little")
        registers = (0, *packed[: 31 * 4].view("<u4").tolist())
        memory = Memory.of(self.code + packed[31 * 4 :].tobytes())
        if state[EXITED]:
            code = 0 if state[BROKE] else registers[A0] & 0xFF
            return ProgramConfiguration(step, pc, registers, memory, output, code, None)
        return ProgramConfiguration(step, pc, registers, memory, output, None, trap_at(self.program, pc, registers))


def processor_core(program: Program, code: str = "rom") -> Core:
    """Build the processor that runs this program, as a clocked circuit.

    Args:
        program: The program.
        code: Where its code is: in gates ("rom") or in registers ("ram").

    Returns:
        The circuit, and where registers, memory and output are in it.

    Raises:
        MachineError: It is not a program.
        LimitError: The program has more than 16 KB of RAM.

    Example:
        >>> from turingrad.machine.lower import processor_core
        >>> from turingrad.machine.program import assemble
        >>> core = processor_core(assemble("li a0, 7; li a7, 93; ecall", ram=64))
        >>> len(core.circuit.inputs)
        0
    """
    if not isinstance(program, Program):
        raise MachineError(f"a processor of gates runs a program, not {short_repr(program)}")
    choice(code, "code", ("rom", "ram"))
    if program.ram > MAX_RAM:
        raise LimitError(
            f"a processor of gates can have at most {MAX_RAM:,} bytes of RAM, not {program.ram:,}; use a smaller `ram`"
        )
    first = program.code // 4 if code == "rom" else 0
    make = CircuitBuilder()
    pc = make.inputs("pc", PC)
    flags = [make.input(name) for name in ("exited", "by_ebreak", "wrote")]
    registers = [make.inputs(f"x{k}", 32) for k in range(1, 32)]
    ram = [make.inputs(f"word{k}", 32) for k in range(first, program.ram // 4)]
    builder = CoreBuilder(program, make, pc, flags, registers, ram, first)
    builder.build()
    name = f"RV32I {program.name}".strip()
    started = initial_state(program, first).tolist()
    return Core(program, clock_circuit(make.build(name), started, name, program.doc), first)


def initial_state(program: Program, first: int, given: bytes | str = b"") -> Bits:
    """The bits at the start: pc without its two lowest, the flags, x1 to x31, RAM from word `first` on."""
    ram = np.frombuffer(bytes(program.memory(given)), np.uint8)[4 * first :]
    registers, pc = np.array(program.initial_registers()[1:], "<u4"), np.array([program.entry], "<u4")
    bits = [np.unpackbits(part.view(np.uint8), bitorder="little") for part in (pc, registers, ram)]
    return np.concatenate([bits[0][2:], np.zeros(FLAGS, np.uint8), bits[1], bits[2]])


class CoreBuilder:
    """Collects the gates of a processor; its parts are methods in the order of an instruction's way."""

    def __init__(
        self,
        program: Program,
        make: CircuitBuilder,
        pc: Word,
        flags: Word,
        registers: list[Word],
        ram: list[Word],
        first: int,
    ) -> None:
        self.program, self.make, self.words = program, make, Words(make)
        self.pc, self.flags, self.registers, self.ram, self.first = pc, flags, registers, ram, first

    def build(self) -> None:
        """All outputs: `running`, then the next state."""
        make, words = self.make, self.words
        inside, word = self.fetch()
        do = decode_word(words, word)
        rs1, rs2, rd = (words.decode(address, 32)[1:] for address in (do.rs1, do.rs2, do.rd))
        a, b, old = (words.select(lines, self.registers) for lines in (rs1, rs2, rd))
        arithmetic = Arithmetic.of(words, do, a, b)
        memory = MemoryPort.of(words, self.program, do, arithmetic.sum.sum, b, self.ram, self.first)
        pc = [make.const(0), make.const(0), *self.pc]
        target = words.add(pc, do.imm, make.const(0)).sum
        taken = make.or_(do.jal, make.and_(do.branch, branch_taken(words, do, arithmetic)))
        exits, writes, unknown = self.system(do)
        misaligned = make.or_(make.and_(taken, target[1]), make.and_(do.jalr, arithmetic.sum.sum[1]))
        fault = make.or_(words.no(inside), words.no(do.legal), unknown, memory.fault, misaligned)
        running = make.and_(words.no(self.flags[0]), words.no(fault))
        make.output(RUNNING, running)

        following = words.increment(self.pc)
        jumps = make.or_(taken, do.jalr)
        goes_on = make.and_(words.no(jumps), words.no(exits))
        next_pc = words.either(
            words.gate(goes_on, following),
            words.gate(taken, target[2:]),
            words.gate(do.jalr, arithmetic.sum.sum[2:]),
            words.gate(exits, self.pc),
        )
        self.toggle("pc", self.pc, running, next_pc)
        leaves = make.and_(running, exits)
        make.output("exited.next", make.xor(self.flags[0], leaves))
        make.output("by_ebreak.next", make.xor(self.flags[1], make.and_(running, do.ebreak)))
        make.output("wrote.next", make.xor(self.flags[2], make.and_(running, make.xor(self.flags[2], writes))))
        result = result_of(words, do, arithmetic, memory.loaded, target, [make.const(0), make.const(0), *following])
        writes_register = make.and_(
            running,
            words.no(do.store),
            words.no(do.branch),
            words.no(do.fence),
            words.no(do.ecall),
            words.no(do.ebreak),
        )
        column = words.gate(writes_register, words.xor(old, result))
        for number, (line, bits) in enumerate(zip(rd, self.registers, strict=True), 1):
            make.output_word(f"x{number}.next", words.xor(bits, words.gate(line, column)))
        column = [make.and_(running, difference) for difference in memory.differences]
        for number, (line, bits) in enumerate(zip(memory.lines, self.ram, strict=True), self.first):
            is_code = 4 * number < self.program.code
            make.output_word(f"word{number}.next", bits if is_code else words.xor(bits, words.gate(line, column)))

    def toggle(self, name: str, bits: Word, running: int, following: Word) -> None:
        flips = self.words.gate(running, self.words.xor(bits, following))
        self.make.output_word(f"{name}.next", self.words.xor(bits, flips))

    def fetch(self) -> tuple[int, Word]:
        """Whether pc is in the code, and the instruction word there."""
        count = self.program.code // 4
        width = max(1, (count - 1).bit_length())
        lines = self.words.decode(self.pc[:width], count)
        high = self.words.no(self.make.or_(*self.pc[width:]))
        inside = high if count == 1 << width else self.make.and_(high, self.make.or_(*lines))
        if self.first:
            return inside, self.words.look_up(lines, self.program.words, 32)
        return inside, self.words.select(lines, self.ram[:count])

    def system(self, do: Decoded) -> tuple[int, int, int]:
        """Whether the instruction exits, writes a byte, or is a system call that there is not."""
        make, words = self.make, self.words
        number = self.registers[A7 - 1]
        exit_call, write_call = words.equals(number, EXIT), words.equals(number, WRITE)
        unknown = make.and_(do.ecall, words.no(exit_call), words.no(write_call))
        return make.or_(do.ebreak, make.and_(do.ecall, exit_call)), make.and_(do.ecall, write_call), unknown
