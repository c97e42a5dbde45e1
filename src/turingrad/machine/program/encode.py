"""Instructions to 32-bit words and back, in the layouts of the RISC-V manual (volume I, section 2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from turingrad._support.text import name_alternatives
from turingrad._support.validation.values import short_repr, whole
from turingrad.errors import InputError
from turingrad.machine.program.instructions import EBREAK, ECALL, FENCE, FORMS, Form

# The least and the largest immediate of each layout, and the power of two that it is a multiple of.
IMMEDIATES = {
    "I": (-2048, 2047, 1),
    "S": (-2048, 2047, 1),
    "B": (-4096, 4094, 2),
    "U": (0, 0xFFFFF, 1),
    "J": (-(1 << 20), (1 << 20) - 2, 2),
    "shift": (0, 31, 1),
    "fence": (0, 0xFFF, 1),
}


@dataclass(frozen=True, slots=True)
class Instruction:
    """One decoded instruction. `imm` is the number that assembly shows: signed for most, the distance in bytes of a
    jump or branch, and the upper 20 bits (0 to 0xfffff) of `lui` and `auipc`."""

    name: str
    rd: int = 0
    rs1: int = 0
    rs2: int = 0
    imm: int = 0


def encode(name: str, *, rd: int = 0, rs1: int = 0, rs2: int = 0, imm: int | None = None) -> int:
    """Encode an instruction as a 32-bit word.

    Args:
        name: The mnemonic, such as `addi`.
        rd: The register that is written.
        rs1: The first register that is read.
        rs2: The second.
        imm: The immediate, if the instruction has one.

    Returns:
        The instruction word.

    Raises:
        InputError: A register or the immediate does not fit.

    Example:
        >>> hex(encode("addi", rd=10, rs1=10, imm=1))
        '0x150513'
    """
    form = FORMS.get(name)
    if form is None:
        raise InputError(f"no RV32I instruction is called {short_repr(name)}{name_alternatives(name, FORMS)}")
    for register, what in ((rd, "rd"), (rs1, "rs1"), (rs2, "rs2")):
        if type(register) is not int or not 0 <= register < 32:
            raise InputError(f"{what} of {name} must be a register number from 0 to 31, not {short_repr(register)}")
    if imm is None:
        imm = FENCE if name == "fence" else 0
    require_immediate(name, imm)
    return word_of(name, form, rd, rs1, rs2, imm)


def encode_unchecked(name: str, rd: int = 0, rs1: int = 0, rs2: int = 0, imm: int = 0) -> int:
    """Encode an instruction without checks, for compilers that choose registers and immediates that fit.

    Args:
        name: The mnemonic.
        rd: The register that is written.
        rs1: The first register that is read.
        rs2: The second.
        imm: The immediate.

    Returns:
        The instruction word.

    Example:
        >>> from turingrad.machine.program import encode_unchecked
        >>> hex(encode_unchecked("addi", rd=10, imm=1))
        '0x100513'
    """
    form = FORMS[name]
    return word_of(name, form, rd, rs1, rs2, imm)


def require_immediate(name: str, imm: int) -> None:
    """Refuse an immediate that the instruction's layout has no bits for."""
    bounds = IMMEDIATES.get(FORMS[name].layout)
    if bounds is None:
        least, most, unit = 0, 0, 1
    else:
        least, most, unit = bounds
    number = whole(imm, f"the immediate of {name}", least, most)
    if number % unit:
        raise InputError(f"the immediate of {name} must be even, not {number}")


def word_of(name: str, form: Form, rd: int, rs1: int, rs2: int, imm: int) -> int:
    """The fields of a layout in their places."""
    layout, others = form.layout, rs1 << 15 | form.funct3 << 12 | form.opcode
    if layout in ("I", "fence"):
        return (imm & 0xFFF) << 20 | rd << 7 | others
    if layout == "R":
        return form.funct7 << 25 | rs2 << 20 | rd << 7 | others
    if layout == "shift":
        return form.funct7 << 25 | (imm & 31) << 20 | rd << 7 | others
    if layout == "S":
        return (imm >> 5 & 0x7F) << 25 | rs2 << 20 | (imm & 0x1F) << 7 | others
    if layout == "B":
        high, low = (imm >> 12 & 1) << 6 | (imm >> 5 & 0x3F), (imm >> 1 & 0xF) << 1 | (imm >> 11 & 1)
        return high << 25 | rs2 << 20 | low << 7 | others
    if layout == "U":
        return (imm & 0xFFFFF) << 12 | rd << 7 | form.opcode
    if layout == "J":
        field = (imm >> 20 & 1) << 19 | (imm >> 1 & 0x3FF) << 9 | (imm >> 11 & 1) << 8 | (imm >> 12 & 0xFF)
        return field << 12 | rd << 7 | form.opcode
    return ECALL if name == "ecall" else EBREAK


def sign_extend(value: int, bits: int) -> int:
    """The number that the low `bits` bits are in two's complement."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


NAMES = {(form.layout, form.opcode, form.funct3, form.funct7): name for name, form in FORMS.items()}
LAYOUTS = {form.opcode: form.layout for form in FORMS.values() if form.layout != "shift"}


@lru_cache(maxsize=1 << 14)
def decode(word: int) -> Instruction | None:
    """Return the instruction of a word, or None if RV32I has none for it.

    >>> decode(0x00150513)
    Instruction(name='addi', rd=10, rs1=10, rs2=0, imm=1)
    """
    if word in (ECALL, EBREAK):
        return Instruction("ecall" if word == ECALL else "ebreak")
    opcode, funct3, funct7 = word & 0x7F, word >> 12 & 7, word >> 25
    rd, rs1, rs2 = word >> 7 & 31, word >> 15 & 31, word >> 20 & 31
    layout = LAYOUTS.get(opcode)
    if layout == "I" and ("shift", opcode, funct3, 0) in NAMES:
        layout = "shift"
    key = (layout, opcode, 0 if layout in ("U", "J") else funct3, funct7 if layout in ("R", "shift") else 0)
    name = NAMES.get(key)  # type: ignore[arg-type]
    if name is None or layout is None or layout == "system":
        return None
    if layout == "R":
        return Instruction(name, rd, rs1, rs2)
    if layout == "I":
        return Instruction(name, rd, rs1, imm=sign_extend(word >> 20, 12))
    if layout == "S":
        return Instruction(name, 0, rs1, rs2, sign_extend(funct7 << 5 | rd, 12))
    if layout == "B":
        imm = (word >> 31) << 12 | (rd & 1) << 11 | (funct7 & 0x3F) << 5 | (rd >> 1) << 1
        return Instruction(name, 0, rs1, rs2, sign_extend(imm, 13))
    if layout == "U":
        return Instruction(name, rd, imm=word >> 12)
    if layout == "J":
        imm = (word >> 31) << 20 | (word >> 12 & 0xFF) << 12 | (word >> 20 & 1) << 11 | (word >> 21 & 0x3FF) << 1
        return Instruction(name, rd, imm=sign_extend(imm, 21))
    return Instruction(name, rd, rs1, imm=rs2 if layout == "shift" else word >> 20)  # shifts and fence
