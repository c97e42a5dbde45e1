"""What a processor is compiled for, and the one place where that is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from turingrad.constructions.options import option, parse_options
from turingrad.errors import LimitError, MachineError
from turingrad.machine.program import Program

PAGE_BITS = 6  # a `page` token names 64 words, `code` and `data` tokens one of them
LEAST_CODE_BITS, MOST_CODE_BITS, CODE_BITS = PAGE_BITS, 15, 13
RAM, MOST_RAM = 1 << 16, 1 << 17  # the memory's head has room for the 15 bits of a word's number
HALF = 16  # bits of the low part of a sum; more if addresses have more
LEAST_CONTEXT, MOST_CONTEXT, CONTEXT = 64, 1 << 20, 1 << 20


@dataclass(frozen=True, slots=True)
class ProcessorOptions:
    """The choices of one compilation; nothing of the program is in the weights.

    code_bits: the code has at most 2^code_bits words: one `pc` token each.
    ram: bytes of RAM, at most 131,072; accesses beyond trap.
    context: the longest sequence of tokens, `<bos>` and prompt included. Longer runs go on in windows.
    """

    code_bits: int = option(CODE_BITS, least=LEAST_CODE_BITS, most=MOST_CODE_BITS)
    ram: int = option(RAM, least=16, most=MOST_RAM)
    context: int = option(CONTEXT, least=LEAST_CONTEXT, most=MOST_CONTEXT)

    @property
    def low_bits(self) -> int:
        """Bits of the low part of a sum: every address in RAM fits, and every address that a `pc` token names."""
        return max(HALF, (self.ram - 1).bit_length(), self.code_bits + 2)

    @property
    def word_bits(self) -> int:
        """Bits of a word's number: of every word of RAM, and of the code."""
        return max(self.code_bits, (self.ram // 4 - 1).bit_length(), PAGE_BITS + 1)


def accepts_program(program: Program) -> None:
    """Programs whose RAM and code have addresses in the processor."""
    if program.ram > MOST_RAM:
        raise MachineError(
            f"the decoder's processor has {MOST_RAM:,} bytes of RAM at most, the program asks for {program.ram:,}: "
            f"give it a smaller `ram`"
        )


def checked_processor(program: Program, given: Mapping[str, Any]) -> ProcessorOptions:
    """The options, refused if they do not fit the program: its RAM is the processor's, its code has tokens."""
    accepts_program(program)
    asked = {name: value for name, value in given.items() if value is not None}
    options = parse_options(ProcessorOptions, "the decoder of a program", {"ram": program.ram, **asked})
    words = program.code // 4
    if "code_bits" not in asked:
        options = replace(options, code_bits=max(CODE_BITS, code_bits_of(program)))
    if words > 1 << options.code_bits:
        raise LimitError(
            f"the program has {words:,} words of code, the processor {1 << options.code_bits:,} pc tokens: "
            f"code_bits={code_bits_of(program)} or more"
        )
    if options.ram != program.ram:
        raise MachineError(
            f"the program has {program.ram:,} bytes of RAM, the processor {options.ram:,}: both must agree"
        )
    return options


def code_bits_of(program: Program) -> int:
    """The fewest bits that name every word of the code."""
    return max(LEAST_CODE_BITS, (program.code // 4 - 1).bit_length())
