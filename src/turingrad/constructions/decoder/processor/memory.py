"""Block 4: the word at the address x + y, the high half of the sum, and the result; what traps is found here.

The head compares the word's number in the low half of the sum; an address above that traps. A store's result is the
whole word with the bytes replaced, so that one head per word is enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from turingrad.constructions.decoder.blueprint import Block, Lookup, Unit, conjunction, spike, step, sum_bit
from turingrad.constructions.decoder.processor.arithmetic import FIRST_STAGE
from turingrad.constructions.decoder.processor.literals import (
    WORD,
    Literal,
    bits,
    funct3,
    number,
    off,
    on,
    weighted_bits,
)
from turingrad.constructions.decoder.processor.options import ProcessorOptions


def high_part(low: int) -> tuple[Literal, ...]:
    """The sum's high part, above `low` bits, carry included."""
    return weighted_bits("x", WORD - low, low) + weighted_bits("y", WORD - low, low) + on("carry")


def signed_part(low: int) -> tuple[Literal, ...]:
    """The same with both signs inverted, x_31 and y_31 each as 1 - bit, less their two 1s: it compares signed numbers
    as unsigned ones."""
    inner = WORD - 1 - low
    terms = weighted_bits("x", inner, low) + weighted_bits("y", inner, low) + on("carry")
    return (*terms, ("x.31", -(1 << inner)), ("y.31", -(1 << inner)))


def memory(options: ProcessorOptions) -> Block:
    address = tuple((name, name) for name in bits("s", options.word_bits, 2))
    copies = (*zip(bits("w"), bits("m"), strict=True), ("code", "readonly"))
    head = Lookup("last write of the word", address, copies, "bos", flags=("wmem", "last"), apart=2)
    low = options.low_bits
    units = (*result_units(low), *load_units(), *store_units(), *link_units(options), *compare_units(low))
    return Block("memory", (head,), (*units, *fault_units(options)), shared=True)


def result_units(low: int) -> Iterator[Unit]:
    for k in range(low):
        yield conjunction(on("add", f"s.{k}"), on(f"r.{k}"), label="low half of the sum")
    for k in range(WORD - low):
        terms = weighted_bits("x", k + 1, low) + weighted_bits("y", k + 1, low) + on("carry")
        yield from sum_bit(terms, 0, k, on(f"r.{low + k}"), gate="add", label=f"bit {low + k} of the sum")
    for k in range(4):
        amount = number("y", k, 2, FIRST_STAGE)
        for i in range(32):
            if i >= 8 * k:
                yield conjunction(on("shl", f"z.{i - 8 * k}") + amount, on(f"r.{i}"), label=f"left by {8 * k} more")
            if i + 8 * k < 32:
                yield conjunction(on("shr", f"z.{i + 8 * k}") + amount, on(f"r.{i}"), label=f"right by {8 * k} more")
        if k:
            filled = on(*(f"r.{i}" for i in range(32 - 8 * k, 32)))
            yield conjunction(on("arith", "x.31") + amount, filled, label="sign of a shift")


def load_units() -> Iterator[Unit]:
    """lb, lbu, lh, lhu, lw: the bytes at the address, and their sign above."""
    for k in range(4):
        at = number("s", k, 2)
        for j in range(8):
            yield conjunction(on("load", f"m.{8 * k + j}") + funct3("?00") + at, on(f"r.{j}"), label=f"load byte {k}")
        sign = on("load", f"m.{8 * k + 7}") + funct3("000") + at
        yield conjunction(sign, on(*bits("r", 24, 8)), label=f"sign of byte {k}")
    for k in range(2):
        at = number("s", k, 1, 1)
        for j in range(16):
            half = on("load", f"m.{16 * k + j}") + funct3("?01") + at
            yield conjunction(half, on(f"r.{j}"), label=f"load half {k}")
        sign = on("load", f"m.{16 * k + 15}") + funct3("001") + at
        yield conjunction(sign, on(*bits("r", 16, 16)), label=f"sign of half {k}")
    for j in range(32):
        yield conjunction(on("load", f"m.{j}") + funct3("?10"), on(f"r.{j}"), label="load word")


def store_units() -> Iterator[Unit]:
    """sb, sh, sw: the word with the stored bytes replaced."""
    for i in range(32):
        r, byte, half = on(f"r.{i}"), number("s", i // 8, 2), number("s", i // 16, 1, 1)
        kept = on("store", f"m.{i}")
        yield conjunction(on("store", f"b.{i % 8}") + funct3("000") + byte, r, label="store byte")
        (low, low_sign), (high, high_sign) = byte
        yield conjunction((*kept, *funct3("000"), (low, -low_sign)), r, label="keep the other bytes")
        others = (*kept, *funct3("000"), (low, low_sign), (high, -high_sign))
        yield conjunction(others, r, label="keep the other bytes")
        yield conjunction(on("store", f"b.{i % 16}") + funct3("?01") + half, r, label="store half")
        (name, sign), *_ = half
        yield conjunction((*kept, *funct3("?01"), (name, -sign)), r, label="keep the other half")
        yield conjunction(on("store", f"b.{i}") + funct3("?10"), r, label="store word")


def link_units(options: ProcessorOptions) -> Iterator[Unit]:
    for b in range(options.code_bits + 1):
        yield conjunction(on("link", f"next.{b}"), on(f"r.{2 + b}"), label="return address")


def compare_units(low: int) -> Iterator[Unit]:
    """x + ~b + 1 carries out of 32 bits exactly if x >= b."""
    full = 1 << WORD - low
    kinds = ((high_part(low), 0, ("lt.u", "bltu", "bgeu")), (signed_part(low), full, ("lt.s", "blt", "bge")))
    for terms, constant, (compare, less, not_less) in kinds:
        negated = tuple((name, -coefficient) for name, coefficient in terms)
        yield from step(negated, full - constant, on("r.0"), gate=compare, label="first is less")
        yield from step(negated, full - constant, on("taken"), gate=less, label="branch if less")
        yield from step(terms, constant - full + 1, on("taken"), gate=not_less, label="branch if not less")
    yield conjunction(on("beq", "equal.low", "equal.high"), on("taken"), label="branch if equal")
    yield conjunction(on("bne") + off("equal.low"), on("taken"), label="branch if not equal")
    yield conjunction(on("bne", "equal.low") + off("equal.high"), on("taken"), label="branch if not equal")


def zero_high(low: int, writes: tuple[Literal, ...], gate: str | None) -> Iterator[Unit]:
    """The sum's high part is 0, with or without a carry out of it."""
    for total in (0, 1 << WORD - low):
        yield from spike(high_part(low), total, writes, gate=gate, label=f"the address fits {low} bits")


def fault_units(options: ProcessorOptions) -> Iterator[Unit]:
    count = options.low_bits
    yield conjunction(on("access"), on("far"), label=f"address above 2^{count}")
    yield from zero_high(count, off("far"), "access")
    yield conjunction(on("one"), on("high"), label=f"target above 2^{count}")
    yield from zero_high(count, off("high"), None)
    low = weighted_bits("s", count)
    yield from step(low, 1 - options.ram, on("beyond"), gate="access", label="address above RAM")
    yield from step(low, 1 - (4 << options.code_bits), on("low"), label="target above the pc tokens")
    faults = (
        on("access", "s.0") + funct3("?10"),
        on("access", "s.1") + off("s.0") + funct3("?10"),
        on("access", "s.0") + funct3("?01"),
        on("jal", "imm.1"),
        on("jalr", "s.1"),
        on("ecall") + off("sys.out", "sys.exit"),
    )
    for literals in faults:
        yield conjunction(literals, on("fault"), label="misaligned, or an unknown system call")
