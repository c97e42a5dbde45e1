"""Programs for RV32I, the base instruction set of RISC-V: images in RAM, two interpreters, an assembler."""

from turingrad._support.lazy import public_names
from turingrad.machine.program.assemble import assemble as assemble
from turingrad.machine.program.disassemble import disassemble as disassemble
from turingrad.machine.program.encode import Instruction as Instruction
from turingrad.machine.program.encode import decode as decode
from turingrad.machine.program.encode import encode as encode
from turingrad.machine.program.encode import encode_unchecked as encode_unchecked
from turingrad.machine.program.memory import Memory as Memory
from turingrad.machine.program.program import LARGEST_RAM as LARGEST_RAM
from turingrad.machine.program.program import RAM as RAM
from turingrad.machine.program.program import Program as Program
from turingrad.machine.program.program import ProgramConfiguration as ProgramConfiguration

__all__ = public_names(__file__)
