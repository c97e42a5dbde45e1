"""The error of a run whose memory was too small, with the line at which it ended, if that can be found."""

from __future__ import annotations

import struct
from typing import Any

from turingrad.python.programs.assembler import FP, RA, SP
from turingrad.python.programs.decode import MemoryReader
from turingrad.python.programs.layout import EXIT_TOO_SMALL
from turingrad.python.programs.refusals import OutOfMemoryError
from turingrad.python.programs.verify import is_own


def out_of_memory(name: str, reader: MemoryReader, configuration: Any, steps: int) -> OutOfMemoryError:
    """What the program takes, where it was, and what to do."""
    file, line = ("", 0) if configuration.exit_code == EXIT_TOO_SMALL else last_place(reader, configuration.registers)
    place = f" ({file}:{line})" if line else ""
    program = reader.image.program
    return OutOfMemoryError(
        f"{name} ran out of memory{place}, at step {steps:,}: its code and data take {len(program.image):,} bytes, its "
        f"heap is in the rest of {program.ram:,} bytes of RAM; pass a larger ram, or less data"
    )


def last_place(reader: MemoryReader, registers: Any) -> tuple[str, int]:
    """The user's innermost line when the run time gave up. The first raw function has put its return address below the
    base of the raw stack, if it has a frame."""
    base = reader.system("raw_base")
    pc = registers[RA] if registers[SP] == base else reader.word(base - 4)
    try:
        return next(((file, line) for file, line, _ in reader.open_calls(pc, registers[FP]) if is_own(file)), ("", 0))
    except struct.error:  # it stopped between two frames
        return "", 0
