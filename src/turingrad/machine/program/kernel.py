"""The loop of the compiled interpreter: the same steps as `interpreter.py`, on code that is decoded once.

Code cannot be stored to, so decoding it beforehand is exact. The kernel stops in front of an instruction that traps;
`interpreter.trap_at` then says why.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I32, I64, U8, U32
from turingrad._support.jit import njit
from turingrad.machine.program.encode import decode
from turingrad.machine.program.instructions import FORMS
from turingrad.machine.program.memory import PAGE
from turingrad.machine.program.program import Program

# The numbers of the instructions, in the order of FORMS.
# fmt: off
(LUI, AUIPC, JAL, JALR, BEQ, BNE, BLT, BGE, BLTU, BGEU, LB, LH, LW, LBU, LHU, SB, SH, SW, ADDI, SLTI, SLTIU, XORI, ORI,
 ANDI, SLLI, SRLI, SRAI, ADD, SUB, SLL, SLT, SLTU, XOR, SRL, SRA, OR, AND, FENCE, ECALL, EBREAK, UNKNOWN) = range(41)
# fmt: on
NUMBERS = {name: number for number, name in enumerate(FORMS)}
PC, TAKEN, CODE, WRITTEN = range(4)  # the state: address, steps, exit code or -1, bytes in the output buffer
NOTHING, REGISTER, WORD, OUTPUT = range(4)  # kinds of effect
PAGE_BITS = PAGE.bit_length() - 1


def decode_code(program: Program) -> I64:
    """The code as one integer per instruction: bits 0-5 its number, 6-11 rd (32 for x0, which nothing reads), 12-16
    rs1, 17-21 rs2, and from 32 on the signed immediate (of `lui` and `auipc` shifted to its place)."""
    words, places = np.unique(np.array(program.words, dtype=np.uint32), return_inverse=True)
    table = np.full(len(words), UNKNOWN, dtype=np.int64)
    for at, word in enumerate(words.tolist()):
        do = decode(word)
        if do is not None:
            imm = (do.imm ^ 0x80000) - 0x80000 << 12 if do.name in ("lui", "auipc") else do.imm
            table[at] = NUMBERS[do.name] | (do.rd or 32) << 6 | do.rs1 << 12 | do.rs2 << 17 | imm << 32
    return table[places]


@njit(cache=True, nogil=True)
def advance_program(
    table: I64,
    x: I32,
    ram: U8,
    words: I32,
    stored: U8,
    output: U8,
    state: I64,
    steps: int,
    recording: bool,
    kinds: U8,
    pcs: U32,
    places: U32,
    values: U32,
) -> None:
    """Executes up to `steps` instructions, fewer if the program exits, traps or has filled the output buffer.

    `x` are 33 registers, `words` is `ram` as 32-bit words, `stored` marks the pages that are stored to. With
    `recording`, entry i of the last four arrays says what instruction i wrote.
    """
    pc, taken, written = state[0], state[1], state[3]
    end, size, room = 4 * len(table), len(ram), len(output)
    last = taken + steps
    first = taken
    while taken < last and pc < end:
        entry = table[pc >> 2]
        op, rd, imm = entry & 63, entry >> 6 & 63, entry >> 32
        a, b = np.int64(x[entry >> 12 & 31]), np.int64(x[entry >> 17 & 31])
        following = pc + 4
        result = np.int64(0)
        kind, place = REGISTER, rd
        if op == ADDI:
            result = a + imm
        elif LB <= op <= LHU:
            address = (a + imm) & 0xFFFFFFFF
            if address >= size:
                break
            if op == LW:
                if address & 3:
                    break
                result = np.int64(words[address >> 2])
            elif op == LB:
                result = np.int64(np.int8(ram[address]))
            elif op == LBU:
                result = np.int64(ram[address])
            else:
                if address & 1:
                    break
                half = np.int64(ram[address]) | np.int64(ram[address + 1]) << 8
                result = half if op == LHU else (half ^ 0x8000) - 0x8000
        elif SB <= op <= SW:
            address = (a + imm) & 0xFFFFFFFF
            if address >= size or address < end:
                break
            if op == SW:
                if address & 3:
                    break
                words[address >> 2] = b
            elif op == SB:
                ram[address] = b & 0xFF
            else:
                if address & 1:
                    break
                ram[address] = b & 0xFF
                ram[address + 1] = b >> 8 & 0xFF
            stored[address >> PAGE_BITS] = 1
            kind, place, result, rd = WORD, address & ~3, np.int64(words[address >> 2]), 32
        elif BEQ <= op <= BGEU:
            if op == BEQ:
                taking = a == b
            elif op == BNE:
                taking = a != b
            elif op == BLT:
                taking = a < b
            elif op == BGE:
                taking = a >= b
            elif op == BLTU:
                taking = (a & 0xFFFFFFFF) < (b & 0xFFFFFFFF)
            else:
                taking = (a & 0xFFFFFFFF) >= (b & 0xFFFFFFFF)
            if taking:
                following = (pc + imm) & 0xFFFFFFFF
                if following & 3:
                    break
            kind, rd = NOTHING, 32
        elif op == ADD:
            result = a + b
        elif op == SUB:
            result = a - b
        elif op == SLLI:
            result = a << imm
        elif op == SRLI:
            result = (a & 0xFFFFFFFF) >> imm
        elif op == SRAI:
            result = a >> imm
        elif op == ANDI:
            result = a & imm
        elif op == ORI:
            result = a | imm
        elif op == XORI:
            result = a ^ imm
        elif op == AND:
            result = a & b
        elif op == OR:
            result = a | b
        elif op == XOR:
            result = a ^ b
        elif op == SLL:
            result = a << (b & 31)
        elif op == SRL:
            result = (a & 0xFFFFFFFF) >> (b & 31)
        elif op == SRA:
            result = a >> (b & 31)
        elif op == SLT:
            result = np.int64(a < b)
        elif op == SLTU:
            result = np.int64((a & 0xFFFFFFFF) < (b & 0xFFFFFFFF))
        elif op == SLTI:
            result = np.int64(a < imm)
        elif op == SLTIU:
            result = np.int64((a & 0xFFFFFFFF) < (imm & 0xFFFFFFFF))
        elif op == LUI:
            result = imm
        elif op == AUIPC:
            result = pc + imm
        elif op == JAL:
            result = following
            following = (pc + imm) & 0xFFFFFFFF
            if following & 3:
                break
        elif op == JALR:
            result = following
            following = (a + imm) & 0xFFFFFFFE
            if following & 3:
                break
        elif op == FENCE:
            kind, rd = NOTHING, 32
        elif op == ECALL and x[17] == 64:
            if written == room:
                break
            output[written] = x[10] & 0xFF
            written += 1
            kind, place, result, rd = OUTPUT, np.int64(0), np.int64(x[10]) & 0xFF, 32
        elif op == EBREAK or (op == ECALL and x[17] == 93):
            state[2] = 0 if op == EBREAK else x[10] & 0xFF
            kind, rd, following, last = NOTHING, 32, pc, taken + 1
        else:
            break
        x[rd] = result
        if recording:
            at = taken - first
            pcs[at], kinds[at] = pc, NOTHING if kind == REGISTER and rd == 32 else kind
            places[at], values[at] = place, result
        pc = following
        taken += 1
    state[0], state[1], state[3] = pc, taken, written
