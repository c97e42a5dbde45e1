"""Words of wires: the gates that a processor is made of, over a `CircuitBuilder`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turingrad.machine.circuit.builder import CircuitBuilder

Word = list[int]  # wires, the lowest bit first


@dataclass(frozen=True)
class Adder:
    """The sum of two words and a carry, modulo 2^width, and the carry out of it."""

    sum: Word
    carry: int


class Words:
    """Verbs on words. Negations are made once per wire."""

    def __init__(self, make: CircuitBuilder) -> None:
        self.make = make
        self.negations: dict[int, int] = {}

    def no(self, wire: int) -> int:
        if wire not in self.negations:
            self.negations[wire] = self.make.not_(wire)
            self.negations[self.negations[wire]] = wire
        return self.negations[wire]

    def literal(self, wire: int, bit: int) -> int:
        """The wire, or its negation if `bit` is 0."""
        return wire if bit else self.no(wire)

    def equals(self, word: Sequence[int], value: int) -> int:
        """1 if the word spells this number."""
        return self.make.and_(*(self.literal(wire, value >> k & 1) for k, wire in enumerate(word)))

    def decode(self, address: Sequence[int], count: int) -> list[int]:
        """One-hot lines for the numbers 0 to count - 1: each is the AND of a line for the low half of the address and
        one for the high half, so that long addresses cost three edges per line."""
        if len(address) < 2:
            return [self.equals(address, value) for value in range(count)]
        half = len(address) // 2
        low = [self.equals(address[:half], value) for value in range(1 << half)]
        high = [self.equals(address[half:], value) for value in range(-(-count // (1 << half)))]
        return [self.make.and_(low[value % (1 << half)], high[value >> half]) for value in range(count)]

    def select(self, lines: Sequence[int], words: Sequence[Word]) -> Word:
        """The word whose line is 1, as an OR of ANDs; 0 if none is."""
        return [
            self.make.or_(*(self.make.and_(line, word[k]) for line, word in zip(lines, words, strict=True)))
            for k in range(len(words[0]))
        ]

    def look_up(self, lines: Sequence[int], values: Sequence[int], width: int) -> Word:
        """The number whose line is 1, in bits: a read-only memory."""
        return [
            self.make.or_(*(line for line, value in zip(lines, values, strict=True) if value >> k & 1))
            for k in range(width)
        ]

    def gate(self, by: int, word: Sequence[int]) -> Word:
        return [self.make.and_(by, wire) for wire in word]

    def either(self, *words: Sequence[int]) -> Word:
        """The OR of words, bit by bit."""
        return [self.make.or_(*wires) for wires in zip(*words, strict=True)]

    def mux(self, select: int, if_one: Sequence[int], if_zero: Sequence[int]) -> Word:
        other = self.no(select)
        return [
            a if a == b else self.make.or_(self.make.and_(select, a), self.make.and_(other, b))
            for a, b in zip(if_one, if_zero, strict=True)
        ]

    def xor(self, a: Sequence[int], b: Sequence[int]) -> Word:
        return [self.make.xor(one, other) for one, other in zip(a, b, strict=True)]

    def add(self, a: Sequence[int], b: Sequence[int], carry: int) -> Adder:
        """Ripple carry: the AND in a bit's XOR is the one that makes its carry."""
        make, total = self.make, []
        for one, other in zip(a, b, strict=True):
            either = make.xor(one, other)
            total.append(make.xor(either, carry))
            carry = make.or_(make.and_(one, other), make.and_(either, carry))
        return Adder(total, carry)

    def increment(self, word: Sequence[int]) -> Word:
        total, carry = [self.no(word[0])], word[0]
        for wire in word[1:]:
            total.append(self.make.xor(wire, carry))
            carry = self.make.and_(wire, carry)
        return total

    def shift_right(self, word: Sequence[int], amount: Sequence[int], fill: int) -> Word:
        """A barrel of one multiplexer per bit of the amount."""
        found = list(word)
        for k, by in enumerate(amount):
            found = self.mux(by, [*found[1 << k :], *[fill] * (1 << k)], found)
        return found
