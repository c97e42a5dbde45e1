"""A function of floats as one program for every input of the same shape.

`compile_function` makes a program for some arguments. Here the arguments are nested lists of floats, each at a place of
its own in the program's input: those of other lists of the same shape are put there instead.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from turingrad.errors import InputError, LimitError
from turingrad.machine.program import Program
from turingrad.python.programs.compiler import MAX_STEPS, CompiledFunction, compile_function, compile_image
from turingrad.python.programs.decode import MemoryReader
from turingrad.python.programs.image import Image
from turingrad.python.programs.linker import Facts
from turingrad.python.programs.refusals import OutOfMemoryError, PythonProgramError
from turingrad.python.programs.trimming import survey

RAMS = (*(size << place for place in range(12, 15) for size in (2, 3)), 1 << 16)
"""Bytes that are tried in this order: the further apart heap and stack are, the more steps a tape machine takes."""


@dataclass(frozen=True)
class FloatFunction:
    """A function as a program; `template` is its input with a number of its own at each place."""

    image: Image
    template: bytes
    count: int

    @property
    def program(self) -> Program:
        return self.image.program

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Where in the input each of the floats is, in their order."""
        found = tuple(self.template.find(float_bytes(probe(k))) for k in range(self.count))
        if -1 in found or any(self.template.count(float_bytes(probe(k))) != 1 for k in range(self.count)):
            raise PythonProgramError(
                "the samples have no places of their own in the program's input; report this program"
            )
        return found

    def input_for(self, *arguments: Any) -> bytes:
        """The input for other floats."""
        found = bytearray(self.template)
        for place, value in zip(self.places, floats_of(arguments), strict=True):
            found[place : place + 8] = float_bytes(value)
        return bytes(found)

    def read(self, memory: bytes) -> Any:
        """What the function has returned, from the memory; 0 before it has."""
        reader = MemoryReader(self.image, memory)
        return reader.value(reader.system("result"))


def probe(number: int) -> float:
    """Floats that are all different, and no constants of a program."""
    return 1.0 + (2 * number + 1) * 2.0**-48


def float_bytes(value: float) -> bytes:
    """A float as an object's two fields: the high word first."""
    low, high = struct.unpack("<2I", struct.pack("<d", value))
    return struct.pack("<2I", high, low)


def floats_of(values: Any) -> Iterator[float]:
    """The numbers of nested lists and tuples, in order."""
    if isinstance(values, list | tuple):
        for part in values:
            yield from floats_of(part)
    else:
        yield float(values)


def probes_like(values: Any, numbers: Iterator[int]) -> Any:
    """The same nested lists with a number of its own at each place."""
    if isinstance(values, list | tuple):
        return type(values)(probes_like(part, numbers) for part in values)
    return probe(next(numbers))


def compile_floats(function: Any, *arguments: Any) -> FloatFunction:
    """A function as a program in as little memory as it needs for these arguments, nested lists of floats.

    CPython runs beside it. What the run time needs for these arguments is linked; arguments that need more of it end in
    a refusal of the program.

    Raises:
        RefusedError: for what is outside the compiled language, with the line.
        LimitError: if 64 KB are not enough.
    """
    whole = compile_function(function, *arguments)
    needed = survey(whole.image, whole.given, MAX_STEPS)
    count = len(list(floats_of(arguments)))
    probes = probes_like(arguments, iter(range(count)))
    for ram in RAMS:
        try:
            image = compile_image(
                function, probes, ram, {"STACK_BYTES": needed.stack}, Facts({"HANDLER_COUNT": 0}, needed.entered)
            )
            found = FloatFunction(image, image.input_bytes(), count)
            CompiledFunction(image, found.input_for(*arguments), whole.name).run()
        except (OutOfMemoryError, InputError):  # the program or its input does not fit
            continue
        return found
    raise LimitError(
        f"{whole.name} does not fit into {RAMS[-1]:,} bytes with {count:,} numbers of samples, "
        f"{len(whole.given):,} bytes of input: give fewer samples"
    )
