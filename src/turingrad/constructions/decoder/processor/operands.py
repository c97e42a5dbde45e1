"""Block 2: the operands. Two heads find the last write of the registers that the instruction reads.

x is the first operand (pc for auipc, the address for a word of the image), y the second one of the adder: the second
register or the immediate, inverted to subtract and compare, since x - b = x + ~b + 1. The target of jal and branches is
t = pc + imm in words, in c bits; `t.out` says that it is negative or has more bits.
"""

from __future__ import annotations

from collections.abc import Iterator

from turingrad.constructions.decoder.blueprint import Block, Lookup, Unit, conjunction, step, sum_bit
from turingrad.constructions.decoder.processor.literals import bits, number, off, on, weighted_bits
from turingrad.constructions.decoder.processor.options import ProcessorOptions
from turingrad.machine.program.instructions import EXIT, WRITE

SIGN = 20  # the sign of the immediates of jal and branches, and all bits above


def operands(options: ProcessorOptions) -> Block:
    lookups = []
    for query, used, target in (("rs1", "use1", "x"), ("rs2", "use2", "b")):
        same = tuple(zip(bits(query, 5), bits("in", 5, 7), strict=True))
        copies = tuple(zip(bits("w"), bits(target), strict=True))
        name = f"last write of {query}"
        lookups.append(Lookup(name, same, copies, "bos", flags=("wreg", "last"), when=(used,), apart=2))
    units = (*operand_units(options), *target_units(options), *call_units())
    return Block("operands", tuple(lookups), units, shared=True)


def operand_units(options: ProcessorOptions) -> Iterator[Unit]:
    for b in range(options.word_bits):
        yield conjunction(on("x=pc", f"pc.{b}"), on(f"x.{2 + b}"), label="pc as the first operand")
    for source, name in (("y=rs2", "b"), ("y=imm", "imm")):
        for b in range(32):
            plain, inverted = on(source, f"{name}.{b}") + off("invert"), on(source, "invert") + off(f"{name}.{b}")
            yield conjunction(plain, on(f"y.{b}"), label=f"{name} as the second operand")
            yield conjunction(inverted, on(f"y.{b}"), label=f"{name} inverted as the second operand")


def target_units(options: ProcessorOptions) -> Iterator[Unit]:
    c = options.code_bits
    for k in range(c):
        terms = weighted_bits("pc", k + 1) + weighted_bits("imm", k + 1, 2)
        yield from sum_bit(terms, 0, k, on(f"t.{k}"), label=f"bit {k} of pc + imm")
    high = SIGN - 2
    total = weighted_bits("pc", c) + weighted_bits("imm", high, 2) + ((f"imm.{SIGN}", -(1 << high)),)
    negated = tuple((name, -coefficient) for name, coefficient in total)
    yield from step(total, 1 - (1 << c), on("t.out"), label="pc + imm has no token")
    yield from step(negated, 0, on("t.out"), label="pc + imm is negative")


def call_units() -> Iterator[Unit]:
    yield conjunction(on("ecall") + number("b", WRITE, 32), on("sys.out"), label="system call: output")
    yield conjunction(on("ecall") + number("b", EXIT, 32), on("sys.exit"), label="system call: exit")
