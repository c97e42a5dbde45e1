"""Programs for RV32I, the base instruction set of RISC-V: images in RAM, two interpreters, an assembler."""

from turingrad.machine.program.assemble import assemble
from turingrad.machine.program.disassemble import disassemble
from turingrad.machine.program.encode import Instruction, decode, encode, encode_unchecked
from turingrad.machine.program.memory import Memory
from turingrad.machine.program.program import LARGEST_RAM, RAM, Program, ProgramConfiguration

__all__ = [
    "LARGEST_RAM",
    "RAM",
    "Instruction",
    "Memory",
    "Program",
    "ProgramConfiguration",
    "assemble",
    "decode",
    "disassemble",
    "encode",
    "encode_unchecked",
]
