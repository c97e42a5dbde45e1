"""Pseudo-instructions that are one instruction each, after the table of the RISC-V manual (volume I)."""

from __future__ import annotations

from typing import NamedTuple


class Pseudo(NamedTuple):
    """`operands` are what the source gives, a letter each: `d`, `s`, `r` registers, `t` a target. The rest is the real
    instruction: its fields are such letters, or the numbers of registers and immediates."""

    operands: str
    name: str
    rd: str | int = 0
    rs1: str | int = 0
    rs2: str | int = 0
    imm: str | int = 0


RA = 1
PSEUDO = {
    "nop": Pseudo("", "addi"),
    "mv": Pseudo("ds", "addi", rd="d", rs1="s"),
    "not": Pseudo("ds", "xori", rd="d", rs1="s", imm=-1),
    "neg": Pseudo("ds", "sub", rd="d", rs2="s"),
    "seqz": Pseudo("ds", "sltiu", rd="d", rs1="s", imm=1),
    "snez": Pseudo("ds", "sltu", rd="d", rs2="s"),
    "sltz": Pseudo("ds", "slt", rd="d", rs1="s"),
    "sgtz": Pseudo("ds", "slt", rd="d", rs2="s"),
    "sgt": Pseudo("dsr", "slt", rd="d", rs1="r", rs2="s"),
    "sgtu": Pseudo("dsr", "sltu", rd="d", rs1="r", rs2="s"),
    "beqz": Pseudo("st", "beq", rs1="s", imm="t"),
    "bnez": Pseudo("st", "bne", rs1="s", imm="t"),
    "blez": Pseudo("st", "bge", rs2="s", imm="t"),
    "bgez": Pseudo("st", "bge", rs1="s", imm="t"),
    "bltz": Pseudo("st", "blt", rs1="s", imm="t"),
    "bgtz": Pseudo("st", "blt", rs2="s", imm="t"),
    "bgt": Pseudo("srt", "blt", rs1="r", rs2="s", imm="t"),
    "ble": Pseudo("srt", "bge", rs1="r", rs2="s", imm="t"),
    "bgtu": Pseudo("srt", "bltu", rs1="r", rs2="s", imm="t"),
    "bleu": Pseudo("srt", "bgeu", rs1="r", rs2="s", imm="t"),
    "j": Pseudo("t", "jal", imm="t"),
    "jr": Pseudo("s", "jalr", rs1="s"),
    "ret": Pseudo("", "jalr", rs1=RA),
    "call": Pseudo("t", "jal", rd=RA, imm="t"),
    "tail": Pseudo("t", "jal", imm="t"),
}
