"""Block 3: the low part of x + y, equality, the first stage of shifts, and logic.

One layer adds up to 17 bits: bit k of S = sum_{j <= k} 2^j (x_j + y_j) + carry is a function of S alone. For equality
y is the second register inverted: x = b exactly if x + ~b is all ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from turingrad.constructions.decoder.blueprint import Block, Unit, conjunction, spike, step, sum_bit
from turingrad.constructions.decoder.processor.literals import WORD, number, off, on, weighted_bits
from turingrad.constructions.decoder.processor.options import ProcessorOptions

FIRST_STAGE = 3  # bits of the amount that the first stage shifts by


def arithmetic(options: ProcessorOptions) -> Block:
    return Block("arithmetic", (), (*sum_units(options.low_bits), *shift_units(), *logic_units()), shared=True)


def sum_units(count: int) -> Iterator[Unit]:
    """The lowest `count` bits of the sum, and whether these and the others of x and of the second register agree."""
    carry, rest = on("invert"), WORD - count
    for k in range(count):
        terms = weighted_bits("x", k + 1) + weighted_bits("y", k + 1) + carry
        yield from sum_bit(terms, 0, k, on(f"s.{k}"), label=f"bit {k} of the sum")
    low = weighted_bits("x", count) + weighted_bits("y", count)
    high = weighted_bits("x", rest, count) + weighted_bits("y", rest, count)
    yield from step(low + carry, 1 - (1 << count), on("carry"), label="carry into the high half")
    yield from spike(low, (1 << count) - 1, on("equal.low"), label="low halves agree")
    yield from spike(high, (1 << rest) - 1, on("equal.high"), label="high halves agree")


def shift_units() -> Iterator[Unit]:
    """z = x shifted by the amount modulo 8; to the right, the sign comes in for `arith`."""
    for k in range(1 << FIRST_STAGE):
        amount = number("y", k, FIRST_STAGE)
        for i in range(32):
            if i >= k:
                left = on("shl", f"x.{i - k}") + amount
                yield conjunction(left, on(f"z.{i}"), label=f"shift left by {k}")
            if i + k < 32:
                right = on("shr", f"x.{i + k}") + amount
                yield conjunction(right, on(f"z.{i}"), label=f"shift right by {k}")
        if k:
            filled = on(*(f"z.{i}" for i in range(32 - k, 32)))
            yield conjunction(on("arith", "x.31") + amount, filled, label=f"sign of a shift right by {k}")


def logic_units() -> Iterator[Unit]:
    for i in range(32):
        x, y, r = f"x.{i}", f"y.{i}", on(f"r.{i}")
        yield conjunction(on("or.xor", x) + off(y), r, label="or, xor: first only")
        yield conjunction(on("or.xor", y) + off(x), r, label="or, xor: second only")
        yield conjunction(on("and.or", x, y), r, label="and, or: both")
