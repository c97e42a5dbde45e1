"""Random programs and inputs: mostly sensible instructions, some hostile words, jumps into the middle of everything."""

from __future__ import annotations

from random import Random

import numpy as np

from turingrad.machine.program.encode import IMMEDIATES, encode
from turingrad.machine.program.instructions import A7, EXIT, FORMS, LOADS, SP, STORES, WRITE
from turingrad.machine.program.program import Program

EDGES = (0, 1, 2, 3, 4, 31, 32, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
RAM, WORDS, DATA = 4096, 40, 64  # bytes of RAM, drawn instructions, bytes of data
HOSTILE, STRAY = 0.01, 0.1  # shares of words that may be anything, and of accesses and jumps that may go anywhere


def draw_machine(rng: Random) -> Program:
    """A program that fills its registers with edge values, and then does anything."""
    start: list[int] = []
    for register in range(3, 32):
        value = rng.choice(EDGES) if rng.random() < 0.5 else rng.getrandbits(32)
        if register == A7 and rng.random() > STRAY:
            value = rng.choice((EXIT, WRITE, WRITE))
        low = (value & 0xFFF ^ 0x800) - 0x800
        start += [encode("lui", rd=register, imm=(value - low) >> 12 & 0xFFFFF)]
        start += [encode("addi", rd=register, rs1=register, imm=low)]
    size = 4 * (len(start) + WORDS)
    start += [draw_word(rng, 4 * at, size) for at in range(len(start), len(start) + WORDS)]
    image = b"".join(word.to_bytes(4, "little") for word in start) + rng.randbytes(DATA)
    return Program(image, code=size, ram=RAM, input_at=size + DATA)


def draw_word(rng: Random, at: int, size: int) -> int:
    """A word for address `at` of `size` bytes of code: jumps mostly stay inside, accesses mostly hit the stack."""
    if rng.random() < HOSTILE:
        return rng.getrandbits(32)
    name = rng.choice(tuple(FORMS))
    if name == "ebreak" and rng.random() > STRAY:
        name = "addi"
    rd, rs1, rs2 = (rng.randrange(32) for _ in range(3))
    layout = FORMS[name].layout
    least, most, _unit = IMMEDIATES.get(layout, (0, 0, 1))
    imm = rng.randint(least, most)
    if layout in ("B", "J"):
        imm = 4 * rng.randint(-at // 4, (size - at) // 4) + (2 if rng.random() < HOSTILE else 0)
    elif (name in LOADS or name in STORES) and rng.random() > STRAY:
        rs1, imm = draw_address(rng, name, size)
    elif name == "jalr" and rng.random() > STRAY:
        imm &= ~3
    if rd == SP and rng.random() > STRAY:
        rd = 5  # the stack pointer mostly stays
    return encode(name, rd=rd, rs1=rs1, rs2=rs2, imm=imm)


def draw_address(rng: Random, name: str, size: int) -> tuple[int, int]:
    """A register and an offset: bytes of the stack, of the data, or of the code (which a store traps on)."""
    unit = LOADS.get(name) or STORES[name]
    if rng.random() < 0.5:
        stray = 1 if rng.random() < STRAY else 0  # misaligned, unless it is a byte
        return SP, -unit * rng.randint(1, 1024 // unit) + stray * (unit > 1)
    first = 0 if name in LOADS or rng.random() < STRAY else size
    return 0, min(2047, rng.randint(first, size + DATA - 1)) // unit * unit


def draw_input(program: Program, max_length: int, rng: np.random.Generator) -> bytes:
    """Random bytes, as many as fit; none if the program takes no input."""
    if program.input_at is None:
        return b""
    room = program.ram - 4 - program.input_at
    return rng.bytes(int(rng.integers(0, max(0, min(max_length, room)) + 1)))
