"""The 40 instructions of RV32I, as tables: how each is laid out in a word, and the names of the registers.

After The RISC-V Instruction Set Manual, Volume I: chapter 2 (RV32I) and the opcode map of the listings. The multiply,
atomic, floating point and compressed extensions are not part of the machine, and neither is `fence.i` (Zifencei).
"""

from __future__ import annotations

from typing import NamedTuple


class Form(NamedTuple):
    """The layout of an instruction (R, I, S, B, U, J, or `shift`, `fence`, `system`) and its fixed fields."""

    layout: str
    opcode: int
    funct3: int = 0
    funct7: int = 0


FORMS = {
    "lui": Form("U", 0b0110111),
    "auipc": Form("U", 0b0010111),
    "jal": Form("J", 0b1101111),
    "jalr": Form("I", 0b1100111),
    "beq": Form("B", 0b1100011, 0),
    "bne": Form("B", 0b1100011, 1),
    "blt": Form("B", 0b1100011, 4),
    "bge": Form("B", 0b1100011, 5),
    "bltu": Form("B", 0b1100011, 6),
    "bgeu": Form("B", 0b1100011, 7),
    "lb": Form("I", 0b0000011, 0),
    "lh": Form("I", 0b0000011, 1),
    "lw": Form("I", 0b0000011, 2),
    "lbu": Form("I", 0b0000011, 4),
    "lhu": Form("I", 0b0000011, 5),
    "sb": Form("S", 0b0100011, 0),
    "sh": Form("S", 0b0100011, 1),
    "sw": Form("S", 0b0100011, 2),
    "addi": Form("I", 0b0010011, 0),
    "slti": Form("I", 0b0010011, 2),
    "sltiu": Form("I", 0b0010011, 3),
    "xori": Form("I", 0b0010011, 4),
    "ori": Form("I", 0b0010011, 6),
    "andi": Form("I", 0b0010011, 7),
    "slli": Form("shift", 0b0010011, 1),
    "srli": Form("shift", 0b0010011, 5),
    "srai": Form("shift", 0b0010011, 5, 0b0100000),
    "add": Form("R", 0b0110011, 0),
    "sub": Form("R", 0b0110011, 0, 0b0100000),
    "sll": Form("R", 0b0110011, 1),
    "slt": Form("R", 0b0110011, 2),
    "sltu": Form("R", 0b0110011, 3),
    "xor": Form("R", 0b0110011, 4),
    "srl": Form("R", 0b0110011, 5),
    "sra": Form("R", 0b0110011, 5, 0b0100000),
    "or": Form("R", 0b0110011, 6),
    "and": Form("R", 0b0110011, 7),
    "fence": Form("fence", 0b0001111),
    "ecall": Form("system", 0b1110011),
    "ebreak": Form("system", 0b1110011),
}
ECALL, EBREAK = 0x0000_0073, 0x0010_0073  # the only words of their opcode: all others address control registers
FENCE = 0b1111_1111  # the immediate of a plain `fence`: iorw, iorw

LOADS = {"lb": 1, "lbu": 1, "lh": 2, "lhu": 2, "lw": 4}  # bytes that each reads
STORES = {"sb": 1, "sh": 2, "sw": 4}
BRANCHES = ("beq", "bne", "blt", "bge", "bltu", "bgeu")

REGISTERS = (  # the names of the calling convention, by number
    *("zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"),
    *("s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"),
)
SP, A0, A7 = 2, 10, 17
REGISTER_NUMBERS = {name: i for i, name in enumerate(REGISTERS)} | {f"x{i}": i for i in range(32)} | {"fp": 8}

EXIT, WRITE = 93, 64  # system calls: the number is in a7
