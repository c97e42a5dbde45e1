"""Block 1: the instruction at pc, fetched from the prompt's words of code, and decoded.

A fetch outside the code finds the null, whose word 0 is no instruction. Every control tests all bits of the opcode, so
that no two units that write one feature are on together, whatever the word: the stream stays at -1 and +1.
"""

from __future__ import annotations

from collections.abc import Iterator

from turingrad.constructions.decoder.blueprint import Block, Lookup, Unit, conjunction, step
from turingrad.constructions.decoder.processor.literals import (
    Literal,
    bits,
    funct3,
    funct7,
    number,
    on,
    opcode,
)
from turingrad.constructions.decoder.processor.options import ProcessorOptions
from turingrad.constructions.decoder.processor.stream import BRANCHES
from turingrad.machine.program.instructions import A0, A7, EBREAK, ECALL

UPPER, JAL, JALR, BRANCH = opcode("0?10111"), opcode("1101111"), opcode("1100111"), opcode("1100011")
LOAD, STORE, FENCE = opcode("0000011"), opcode("0100011"), opcode("0001111")
OPERATE, IMMEDIATE, REGISTERS = (
    opcode("0?10011"),
    opcode("0010011"),
    opcode("0110011"),
)  # the first: either of the others
LOAD_OR_IMMEDIATE = opcode("00?0011")
LUI, AUIPC = opcode("0110111"), opcode("0010111")
FUNCT3 = {"beq": "000", "bne": "001", "blt": "100", "bge": "101", "bltu": "110", "bgeu": "111"}


def fetch(options: ProcessorOptions) -> Block:
    same = tuple((name, name) for name in bits("pc", options.code_bits))
    copies = tuple(zip(bits("w"), bits("in"), strict=True))
    head = Lookup("fetch", same, copies, "bos", flags=("codeword",), when=("exec",), apart=2)
    units = (*legal_units(), *immediate_units(), *register_units(), *control_units())
    return Block("fetch", (head,), units, shared=True)


def legal_units() -> Iterator[Unit]:
    """The words that RV32I has an instruction for: exactly one unit is on."""
    legal: tuple[tuple[Literal, ...], ...] = (
        *(UPPER, JAL, JALR + funct3("000"), FENCE + funct3("000")),
        *(BRANCH + funct3("?0?"), BRANCH + funct3("11?")),
        *(LOAD + funct3("?0?"), LOAD + funct3("010"), STORE + funct3("00?"), STORE + funct3("010")),
        *(IMMEDIATE + funct3("??0"), IMMEDIATE + funct3("?11")),
        *(IMMEDIATE + funct3("001") + funct7("0000000"), IMMEDIATE + funct3("101") + funct7("0?00000")),
        *(REGISTERS + funct7("0000000"), REGISTERS + funct3("000") + funct7("0100000")),
        *(REGISTERS + funct3("101") + funct7("0100000"), word(ECALL), word(EBREAK)),
    )
    for literals in legal:
        yield conjunction(literals, on("legal"), label="a legal instruction")


def word(value: int) -> tuple[Literal, ...]:
    """All 32 bits of the instruction."""
    return number("in", value, 32)


def immediate_units() -> Iterator[Unit]:
    """imm from the word, by the layouts I, S, B, U and J; the highest bit is repeated above."""
    layouts = (
        *((kind, {20 + b: (b,) for b in range(11)}, 11) for kind in (LOAD_OR_IMMEDIATE, JALR)),
        (STORE, {7 + b: (b,) for b in range(5)} | {25 + b: (5 + b,) for b in range(6)}, 11),
        (BRANCH, {7: (11,)} | {8 + b: (1 + b,) for b in range(4)} | {25 + b: (5 + b,) for b in range(6)}, 12),
        (UPPER, {b: (b,) for b in range(12, 31)}, 31),
        (JAL, {b: (b,) for b in range(12, 20)} | {20: (11,)} | {21 + b: (1 + b,) for b in range(10)}, 20),
    )
    for kind, places, sign in layouts:
        for source, targets in {**places, 31: tuple(range(sign, 32))}.items():
            writes = on(*(f"imm.{target}" for target in targets))
            yield conjunction(kind + on(f"in.{source}"), writes, label=f"immediate from bit {source}")


def register_units() -> Iterator[Unit]:
    """Which registers are read, and whether one is written. `in.7` to `in.11` are the key of a register that was
    written, so that a record of the prompt puts its number there."""
    for b in range(5):
        yield conjunction(on(f"in.{15 + b}"), on(f"rs1.{b}"), label="first register")
        yield conjunction(on(f"in.{20 + b}"), on(f"rs2.{b}"), label="second register")
        yield conjunction(on("reg", f"pc.{b}"), on(f"in.{7 + b}"), label="register of the prompt")
    called = [name for name, sign in (*number("rs1", A0, 5), *number("rs2", A7, 5)) if sign > 0]
    yield conjunction(word(ECALL), on(*called), label="a system call reads a0 and a7")
    yield conjunction(on("exec") + (("in.2", -1),), on("use1"), label="reads a first register")
    yield conjunction(JALR, on("use1"), label="reads a first register")
    yield conjunction(on("exec", "in.5") + (("in.2", -1),), on("use2"), label="reads a second register")
    yield conjunction(on("reg"), on("wreg"), label="writes a register")
    for kind in (UPPER, JAL, JALR, LOAD_OR_IMMEDIATE, REGISTERS):
        # sum of rd's bits, less 5 for each literal of the opcode that does not hold: at least 1 if rd is not x0
        terms = (*on(*bits("in", 5, 7)), *((name, 5 * sign) for name, sign in kind))
        yield from step(terms, -5 * sum(sign > 0 for _, sign in kind), on("wreg"), label="writes a register")
    yield conjunction(STORE, on("wmem"), label="writes memory")
    yield conjunction(on("image"), on("wmem"), label="writes memory")


def control_units() -> Iterator[Unit]:
    """What the later blocks do."""
    controls: dict[str, tuple[tuple[Literal, ...], ...]] = {
        "add": (UPPER, OPERATE + funct3("000")),
        "invert": (BRANCH, OPERATE + funct3("01?"), REGISTERS + funct3("000") + on("in.30")),
        "lt.s": (OPERATE + funct3("010"),),
        "lt.u": (OPERATE + funct3("011"),),
        "shl": (OPERATE + funct3("001"),),
        "shr": (OPERATE + funct3("101"),),
        "arith": (OPERATE + funct3("101") + on("in.30"),),
        "or.xor": (OPERATE + funct3("1?0"),),
        "and.or": (OPERATE + funct3("11?"),),
        "link": (JAL, JALR),
        "load": (LOAD,),
        "store": (STORE,),
        "access": (LOAD, STORE),
        "jal": (JAL,),
        "jalr": (JALR,),
        **{name: (BRANCH + funct3(FUNCT3[name]),) for name in BRANCHES},
        "ecall": (word(ECALL),),
        "sys.exit": (word(EBREAK),),
        "y=rs2": (BRANCH, REGISTERS),
        "y=imm": (LOAD_OR_IMMEDIATE, JALR, STORE, UPPER),
        "x=pc": (AUIPC, on("image")),
    }
    for name, ways in controls.items():
        for literals in ways:
            yield conjunction(literals, on(name), label=f"control {name}")
