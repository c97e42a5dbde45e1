"""The address of loads and stores: the word there, what a load makes of it, and which of its bits a store changes."""

from __future__ import annotations

from dataclasses import dataclass

from turingrad.machine.lower.core.decoder import Decoded
from turingrad.machine.lower.core.words import Word, Words
from turingrad.machine.program.program import Program


@dataclass(frozen=True)
class MemoryPort:
    """`lines` are those of the words of RAM, `loaded` what a load writes to rd, `differences` the columns that a store
    changes, `fault` whether the access traps."""

    lines: list[int]
    loaded: Word
    differences: Word
    fault: int

    @classmethod
    def of(
        cls, words: Words, program: Program, do: Decoded, address: Word, b: Word, ram: list[Word], first: int
    ) -> MemoryPort:
        """Word `first` of the memory is ram[0]; those below it are read-only."""
        make, no = words.make, words.no
        count = program.ram // 4
        width = (count - 1).bit_length()
        lines = words.decode(address[2 : 2 + width], count)
        beyond = make.or_(*address[2 + width :])
        outside = beyond if count == 1 << width else make.or_(beyond, no(make.or_(*lines)))
        held = words.select(lines[first:], ram)
        if first:
            held = words.either(held, words.look_up(lines[:first], program.words, 32))
        byte, half, word = (words.equals(do.funct3[:2], size) for size in range(3))
        misaligned = make.or_(make.and_(half, address[0]), make.and_(word, make.or_(*address[:2])))
        into_code = make.and_(do.store, no(beyond), make.or_(*lines[: program.code // 4]))
        accesses = make.or_(do.load, do.store)
        fault = make.or_(make.and_(accesses, make.or_(misaligned, outside)), into_code)
        return cls(
            lines[first:],
            load(words, do, held, address, byte, word),
            [make.and_(do.store, bit) for bit in differences(words, held, b, address, byte, half, word)],
            fault,
        )


def load(words: Words, do: Decoded, held: Word, address: Word, byte: int, word: int) -> Word:
    """The byte, half word or word at an aligned address, extended to 32 bits."""
    make, no = words.make, words.no
    halves = words.mux(address[1], held[16:], held[:16])
    low = words.mux(address[0], halves[8:], halves[:8])
    sign = make.and_(no(do.funct3[2]), words.mux(byte, [low[7]], [halves[15]])[0])
    middle = words.mux(byte, [sign] * 8, halves[8:])
    return [*low, *middle, *words.mux(word, held[16:], [sign] * 16)]


def differences(words: Words, held: Word, b: Word, address: Word, byte: int, half: int, word: int) -> Word:
    """In which bits the word that is held differs from what is stored, in the bytes that the store has."""
    make = words.make
    low, high = address[0], address[1]
    stored = [
        *b[:8],
        *words.mux(byte, b[:8], b[8:16]),
        *words.mux(word, b[16:24], b[:8]),
        *words.either(words.gate(word, b[24:]), words.gate(half, b[8:16]), words.gate(byte, b[:8])),
    ]
    enabled = [
        make.or_(word, make.and_(half, words.literal(high, lane >> 1)),
                 make.and_(byte, words.literal(high, lane >> 1), words.literal(low, lane & 1)))
        for lane in range(4)
    ]  # fmt: skip
    return [make.and_(enabled[k // 8], make.xor(held[k], stored[k])) for k in range(32)]
