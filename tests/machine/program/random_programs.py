"""Random programs: mostly sensible instructions, some hostile words, jumps into the middle of everything."""

from __future__ import annotations

import numpy as np

from turingrad.machine.program import Program, encode
from turingrad.machine.program.instructions import FORMS

EDGES = (0, 1, 2, 3, 4, 31, 32, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
LEAST = {"I": (-2048, 2047), "S": (-2048, 2047), "U": (0, 0xFFFFF), "shift": (0, 31), "fence": (0, 0xFFF)}
RAM = 4096


def random_word(rng: np.random.Generator, at: int, size: int) -> int:
    """A word for address `at` of `size` bytes of code: jumps mostly stay inside, accesses mostly hit RAM."""
    if rng.random() < 0.01:
        return int(rng.integers(1 << 32))  # mostly no instruction at all
    name = str(rng.choice(list(FORMS)))
    if name == "ebreak" and rng.random() < 0.9:
        name = "addi"
    rd, rs1, rs2 = (int(number) for number in rng.integers(0, 32, 3))
    layout = FORMS[name].layout
    if layout in ("B", "J"):
        step = 4 if rng.random() < 0.97 else 2
        imm = int(rng.integers(-at // 4, (size - at) // 4 + 1)) * 4 + (4 - step)
    elif layout in ("R", "system"):
        imm = 0
    else:
        imm = int(rng.integers(*LEAST[layout], endpoint=True))
    if FORMS[name].opcode in (0b0000011, 0b0100011, 0b1100111) and rng.random() < 0.9:
        rs1, imm = (2, -4 * int(rng.integers(1, 512))) if name != "jalr" else (rs1, imm & ~3)
    rd = 5 if rd == 2 and rng.random() < 0.95 else rd  # the stack pointer mostly stays
    return encode(name, rd=rd, rs1=rs1, rs2=rs2, imm=imm)


def random_program(seed: int, words: int = 40) -> Program:
    """A program whose registers begin with edge values, and then does anything."""
    rng = np.random.default_rng(seed)
    start: list[int] = []
    for register in range(3, 32):
        value = int(rng.choice(EDGES)) if rng.random() < 0.5 else int(rng.integers(1 << 32))
        value = int(rng.choice((64, 93))) if register == 17 and rng.random() < 0.9 else value
        low = (value & 0xFFF ^ 0x800) - 0x800
        start += [encode("lui", rd=register, imm=(value - low) >> 12 & 0xFFFFF)]
        start += [encode("addi", rd=register, rs1=register, imm=low)]
    size = 4 * (len(start) + words)
    start += [random_word(rng, 4 * at, size) for at in range(len(start), len(start) + words)]
    image = b"".join(word.to_bytes(4, "little") for word in start) + rng.bytes(64)
    return Program(image, code=size, ram=RAM, input_at=size + 64)
