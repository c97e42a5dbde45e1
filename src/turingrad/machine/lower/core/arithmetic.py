"""The arithmetic of an instruction: an adder that also compares, a barrel for shifts, bitwise operations."""

from __future__ import annotations

from dataclasses import dataclass

from turingrad.machine.lower.core.decoder import Decoded
from turingrad.machine.lower.core.words import Adder, Word, Words


@dataclass(frozen=True)
class Arithmetic:
    """Of registers a and b, or of a and the immediate: `sum` is a + y, or a - y where the instruction subtracts or
    compares; `less` and `less_unsigned` hold after a subtraction; `equal` compares a with b."""

    operand: Word  # b or the immediate
    a: Word
    sum: Adder
    less: int
    less_unsigned: int
    equal: int
    shifted: Word

    @classmethod
    def of(cls, words: Words, do: Decoded, a: Word, b: Word) -> Arithmetic:
        make, no = words.make, words.no
        two = make.or_(do.register, do.branch)
        operand = words.mux(two, b, do.imm)
        compares = make.and_(make.or_(do.register, do.immediate), no(do.funct3[2]), do.funct3[1])
        minus = make.and_(do.register, do.word[30], words.equals(do.funct3, 0))
        subtracts = make.or_(do.branch, compares, minus)
        total = words.add(a, [make.xor(bit, subtracts) for bit in operand], subtracts)
        less_unsigned = no(total.carry)
        differ = make.xor(a[31], operand[31])
        less = make.or_(make.and_(differ, a[31]), make.and_(no(differ), less_unsigned))
        equal = no(make.or_(*words.xor(a, b)))
        return cls(operand, a, total, less, less_unsigned, equal, shift(words, do, a, operand))


def shift(words: Words, do: Decoded, a: Word, operand: Word) -> Word:
    """a by the low five bits of the operand: left is right, mirrored before and after."""
    make = words.make
    right = do.funct3[2]
    fill = make.and_(right, do.word[30], a[31])
    moved = words.shift_right(words.mux(right, a, a[::-1]), operand[:5], fill)
    return words.mux(right, moved, moved[::-1])


def branch_taken(words: Words, do: Decoded, found: Arithmetic) -> int:
    """By funct3: eq, ne, -, -, lt, ge, ltu, geu. The lowest bit negates."""
    make, no = words.make, words.no
    compares, unsigned = do.funct3[2], do.funct3[1]
    holds = make.or_(
        make.and_(no(compares), found.equal),
        make.and_(compares, unsigned, found.less_unsigned),
        make.and_(compares, no(unsigned), found.less),
    )
    return make.xor(do.funct3[0], holds)


def result_of(words: Words, do: Decoded, found: Arithmetic, loaded: Word, target: Word, following: Word) -> Word:
    """What the instruction writes to rd: of a load what it loads, of a jump the address after it, of `auipc` the sum
    with pc, of `lui` the immediate, and of all others what funct3 says."""
    make, no = words.make, words.no
    operates = make.or_(do.register, do.immediate)
    kinds = [make.and_(operates, line) for line in words.decode(do.funct3, 8)]
    one = [make.or_(make.and_(kinds[2], found.less), make.and_(kinds[3], found.less_unsigned))]
    both = [make.and_(a, b) for a, b in zip(found.a, found.operand, strict=True)]
    either = [make.or_(a, b) for a, b in zip(found.a, found.operand, strict=True)]
    # kinds[6] or kinds[4]: OR; the latter, XOR, without the bits that both have
    bitwise = [
        make.or_(
            make.and_(make.or_(kinds[6], kinds[4]), any_, no(make.and_(kinds[4], all_))), make.and_(kinds[7], all_)
        )
        for any_, all_ in zip(either, both, strict=True)
    ]
    return words.either(
        words.gate(kinds[0], found.sum.sum),
        words.gate(make.or_(kinds[1], kinds[5]), found.shifted),
        [*one, *[make.const(0)] * 31],
        bitwise,
        words.gate(do.lui, do.imm),
        words.gate(do.auipc, target),
        words.gate(make.or_(do.jal, do.jalr), following),
        words.gate(do.load, loaded),
    )
