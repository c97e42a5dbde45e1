"""How much RAM a program needs on an input: image, data and stack, by a run of the reference interpreter."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from turingrad.errors import LimitError
from turingrad.machine.lower.core.core import MAX_RAM
from turingrad.machine.program.compiled import CompiledProgram
from turingrad.machine.program.instructions import SP
from turingrad.machine.program.kernel import REGISTER, WORD
from turingrad.machine.program.program import Program

MEASURED_STEPS, CHUNK = 1_000_000, 1 << 16
SLACK = 64  # bytes, so that a slightly longer input fits, too
LEAST = 256


@dataclass(frozen=True)
class Need:
    """Bytes from 0 on that hold the image, the input and what is stored after them, and bytes of stack."""

    data: int
    stack: int

    @property
    def total(self) -> int:
        return self.data + self.stack + SLACK


def measure_need(program: Program, given: bytes | str, max_steps: int) -> Need:
    """What the first steps of a run use."""
    going = CompiledProgram(program, given)
    lowest, written, left = program.ram, [np.zeros(0, np.uint32)], max_steps
    while left and not going.halted():
        found = going.record(min(left, CHUNK))
        pointers = found.values[(found.kinds == REGISTER) & (found.places == SP)]
        lowest = min(lowest, int(pointers.min(initial=lowest)))
        written.append(np.unique(found.places[found.kinds == WORD]))
        left -= len(found)
    stores = np.concatenate(written)
    content = program.input_bytes(given)
    used = len(program.image) if program.input_at is None else program.input_at + 4 + len(content)
    data = max(used, int(stores[stores < lowest].max(initial=0)) + 4 if len(stores) else 0)
    return Need(data, program.ram - lowest)


def fitting_ram(program: Program, given: bytes | str = b"", max_steps: int | None = None) -> int:
    """The smallest power of two of bytes of RAM with which the program does the same on this input, or its own RAM if
    that is small enough. At most a million steps are looked at.

    Raises:
        LimitError: if no processor of gates has as much; the message gives the sizes.
    """
    if program.ram <= MAX_RAM:
        return program.ram
    steps = MEASURED_STEPS if max_steps is None else min(max_steps, MEASURED_STEPS)
    need = measure_need(program, given, steps)
    ram = LEAST
    while ram < need.total:
        ram *= 2
    expected = outcome(program, given, steps)
    while ram <= MAX_RAM:
        if outcome(replace(program, ram=ram), given, steps) == expected:
            return ram
        ram *= 2
    while ram < program.ram and outcome(replace(program, ram=ram), given, steps) != expected:
        ram *= 2
    parts = f"{need.data:,} bytes of image, input and data and {need.stack:,} bytes of stack"
    if need.total <= MAX_RAM:  # it lays out its memory by itself
        parts = f"{parts}, and the room that it sets aside"
    raise LimitError(
        f"the program needs {min(ram, program.ram):,} bytes of RAM: {parts}; a processor of gates has at most "
        f"{MAX_RAM:,} bytes of RAM: give it less data, or run it on decoder"
    )


def outcome(program: Program, given: bytes | str, steps: int) -> tuple[int, bytes, int | None, bool]:
    """Steps, output, exit code and whether it trapped."""
    going = CompiledProgram(program, given)
    taken = going.advance(steps)
    last = going.configuration()
    return taken, last.output, last.exit_code, last.trap is not None
