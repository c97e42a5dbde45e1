"""A processor as a tape machine: one machine that runs every RV32I program, as microcode on its tapes."""

from turingrad.machine.processor.lowering import ENDS, program_tapes
from turingrad.machine.processor.machine import processor_machine

__all__ = ["ENDS", "processor_machine", "program_tapes"]
