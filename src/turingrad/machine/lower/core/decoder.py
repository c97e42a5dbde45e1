"""From an instruction word to its operands and the lines that say what it is."""

from __future__ import annotations

from dataclasses import dataclass

from turingrad.machine.lower.core.words import Word, Words
from turingrad.machine.program.instructions import EBREAK, ECALL, FORMS


@dataclass(frozen=True)
class Decoded:
    """Lines of one instruction. `legal` says that the word is an RV32I instruction; the others are right if it is."""

    word: Word
    legal: int
    lui: int
    auipc: int
    jal: int
    jalr: int
    branch: int
    load: int
    store: int
    register: int  # an operation on two registers
    immediate: int  # one on a register and an immediate
    fence: int
    ecall: int
    ebreak: int
    imm: Word  # of the layout that the instruction has

    @property
    def funct3(self) -> Word:
        return self.word[12:15]

    @property
    def rd(self) -> Word:
        return self.word[7:12]

    @property
    def rs1(self) -> Word:
        return self.word[15:20]

    @property
    def rs2(self) -> Word:
        return self.word[20:25]


def decode_word(words: Words, word: Word) -> Decoded:
    """The lines of an instruction word."""
    make, no = words.make, words.no

    def opcode(name: str) -> int:
        return words.equals(word[:7], FORMS[name].opcode)

    funct3 = word[12:15]
    lui, auipc, jal, jalr = (opcode(name) for name in ("lui", "auipc", "jal", "jalr"))
    branch, load, store, fence = (opcode(name) for name in ("beq", "lw", "sw", "fence"))
    register, immediate = opcode("add"), opcode("addi")
    ecall, ebreak = words.equals(word, ECALL), words.equals(word, EBREAK)
    plain = words.equals(funct3, 0)
    # funct7 is 0, or 32 for sub, sra and srai; of immediates only shifts have one.
    shift, right = words.equals(funct3[:2], 1), words.equals(funct3, 5)
    rest = make.and_(*(no(word[k]) for k in (25, 26, 27, 28, 29, 31)))
    alternative = make.and_(rest, make.or_(no(word[30]), right, make.and_(plain, register)))
    legal = make.or_(
        lui, auipc, jal, make.and_(make.or_(jalr, fence), plain), ecall, ebreak,
        make.and_(branch, make.or_(funct3[2], no(funct3[1]))),
        make.and_(load, no(make.and_(funct3[0], funct3[1])), no(make.and_(funct3[1], funct3[2]))),
        make.and_(store, no(funct3[2]), no(make.and_(funct3[0], funct3[1]))),
        make.and_(register, alternative),
        make.and_(immediate, make.or_(no(shift), alternative)),
    )  # fmt: skip
    imm = immediate_of(words, word, upper=make.or_(lui, auipc), jal=jal, branch=branch, store=store)
    return Decoded(
        word, legal, lui, auipc, jal, jalr, branch, load, store, register, immediate, fence, ecall, ebreak, imm
    )


def immediate_of(words: Words, word: Word, *, upper: int, jal: int, branch: int, store: int) -> Word:
    """The immediate, sign-extended to 32 bits, of the layouts U, J, B and S; of all others that of I."""
    make, zero, sign = words.make, words.make.const(0), word[31]
    layouts = {
        upper: [zero] * 12 + word[12:32],
        jal: [zero, *word[21:31], word[20], *word[12:20], *[sign] * 12],
        branch: [zero, *word[8:12], *word[25:31], word[7], *[sign] * 20],
        store: [*word[7:12], *word[25:32], *[sign] * 20],
    }
    other = words.no(make.or_(upper, jal, branch, store))
    return words.either(
        words.gate(other, [*word[20:32], *[sign] * 20]), *(words.gate(line, imm) for line, imm in layouts.items())
    )
