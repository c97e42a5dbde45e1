"""Raw images (`.bin`): the bytes from address 0 on. All of them are code and cannot be stored to."""

from __future__ import annotations

from turingrad.errors import FormatError, MachineError
from turingrad.formats.source_text import SourceText
from turingrad.machine.program import RAM, Program, assemble, disassemble
from turingrad.machine.program.assemble import ALIGNMENT


def read_bin(data: bytes, source: str, *, ram: int = RAM) -> Program:
    """The program of a raw image."""
    try:
        return Program(data, ram=ram)
    except MachineError as error:
        raise FormatError(str(error), source=source) from None


def write_bin(program: Program) -> bytes:
    """The image, refused if the bytes alone do not say all of the program."""
    if read_bin(program.image, "") != program:
        raise FormatError(
            "a raw image cannot record this program's entry, code size, RAM size or input address", expected="json"
        )
    return program.image


def read_assembly(data: bytes, source: str, *, ram: int = RAM) -> Program:
    """The program of an assembly source."""
    return assemble(SourceText.decode(data, source).text, source, ram=ram)


def write_assembly(program: Program) -> bytes:
    """A program as assembly, one instruction per line; the data as words."""
    if program.input_at is not None or program.ram != RAM:
        raise FormatError("assembly cannot record a RAM size or an input address", expected="json")
    lines = [".text"]
    for at, word in enumerate(program.words):
        lines += ["_start:"] if 4 * at == program.entry else []
        lines.append(f"  {disassemble(word, 4 * at)}")
    start = program.code + -program.code % ALIGNMENT  # where the assembler puts data
    data = program.image[start:]
    if any(program.image[program.code : start]):
        raise FormatError(
            f"the assembler puts data at a multiple of {ALIGNMENT}; this program has data before it", expected="json"
        )
    if data:
        lines += [".data", *(f"  .byte {', '.join(map(str, data[at : at + 16]))}" for at in range(0, len(data), 16))]
    return ("\n".join(lines) + "\n").encode()
