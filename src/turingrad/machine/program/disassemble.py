"""Words to assembly, in the form that our assembler takes: `assemble` of it gives the same words."""

from __future__ import annotations

from turingrad.machine.program.encode import Instruction, decode
from turingrad.machine.program.instructions import FENCE, FORMS, LOADS, REGISTERS


def disassemble(word: int, pc: int = 0) -> str:
    """Write one instruction word as assembly.

    Args:
        word: The word.
        pc: Its address: targets of jumps and branches are shown as addresses.

    Returns:
        One instruction, or `.word` if it is none.

    Example:
        >>> disassemble(0x00150513)
        'addi a0, a0, 1'
    """
    instruction = decode(word)
    if instruction is None or (instruction.name == "fence" and word != 0x0FF0000F):
        return f".word {word:#010x}"
    return text_of(instruction, pc)


def text_of(instruction: Instruction, pc: int = 0) -> str:
    """An instruction as assembly."""
    name, layout = instruction.name, FORMS[instruction.name].layout
    rd, rs1, rs2 = (REGISTERS[number] for number in (instruction.rd, instruction.rs1, instruction.rs2))
    imm, target = instruction.imm, f"{(pc + instruction.imm) & 0xFFFFFFFF:#x}"
    if layout == "R":
        operands = f"{rd}, {rs1}, {rs2}"
    elif name in LOADS or name == "jalr":
        operands = f"{rd}, {imm}({rs1})"
    elif layout in ("I", "shift"):
        operands = f"{rd}, {rs1}, {imm}"
    elif layout == "S":
        operands = f"{rs2}, {imm}({rs1})"
    elif layout == "B":
        operands = f"{rs1}, {rs2}, {target}"
    elif layout == "U":
        operands = f"{rd}, {imm:#x}"
    elif layout == "J":
        operands = f"{rd}, {target}"
    else:
        operands = "" if imm in (0, FENCE) else f"{imm:#x}"
    return f"{name} {operands}".rstrip()
