"""Small arithmetic on words of wires, little endian, two's complement where signed: what learners count with."""

from __future__ import annotations

from collections.abc import Sequence

from turingrad.library.circuits.by_size import full_add
from turingrad.machine.circuit.builder import CircuitBuilder

Word = list[int]


def add(make: CircuitBuilder, a: Sequence[int], b: Sequence[int]) -> Word:
    """The sum modulo 2^width of two words of equal width."""
    total: Word = []
    carry = make.const(0)
    for left, right in zip(a, b, strict=True):
        bit, carry = full_add(make, left, right, carry)
        total.append(bit)
    return total


def increment(make: CircuitBuilder, word: Sequence[int]) -> Word:
    """word + 1 modulo 2^width."""
    carry = make.const(1)
    total: Word = []
    for bit in word:
        total.append(make.xor(bit, carry))
        carry = make.and_(bit, carry)
    return total


def equals(make: CircuitBuilder, word: Sequence[int], number: int) -> int:
    """1 where an unsigned word is `number`."""
    return make.and_(*(bit if number >> i & 1 else make.not_(bit) for i, bit in enumerate(word)))


def less(make: CircuitBuilder, a: Sequence[int], b: Sequence[int]) -> int:
    """1 where a < b, both unsigned and of equal width: the borrow of a - b."""
    borrow = make.const(0)
    for left, right in zip(a, b, strict=True):
        differ = make.xor(left, right)
        borrow = make.mux(differ, right, borrow)
    return borrow


def constant(make: CircuitBuilder, number: int, width: int) -> Word:
    return [make.const(number >> i & 1) for i in range(width)]


def select(make: CircuitBuilder, choose: int, if_one: Sequence[int], if_zero: Sequence[int]) -> Word:
    """A multiplexer of words."""
    return [make.mux(choose, a, b) for a, b in zip(if_one, if_zero, strict=True)]
