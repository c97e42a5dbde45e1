"""Instructions as microcode: what the records of tape C hold.

The address of an instruction is known when its record is written, so that `auipc` and links are constants and a branch
is a number of records. Registers have no numbers: the microcode moves the head of R from word to word, and those that a
program names most are next to the home word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from turingrad.machine.processor.tapes import CODES
from turingrad.machine.program.encode import Instruction, decode, sign_extend
from turingrad.machine.program.instructions import A0, A7, BRANCHES, EXIT, LOADS, STORES, WRITE

ADDRESS = 32  # the word of R that holds the address of D's word
REGISTER_OPERATIONS = {
    "add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor", "slt": "less", "sltu": "below",
}  # fmt: skip
IMMEDIATE_OPERATIONS = {
    "addi": "add", "andi": "and", "ori": "or", "xori": "xor", "slti": "more", "sltiu": "above",
}  # fmt: skip
SHIFTS = {"sll": ("up", "take.up"), "srl": ("down", "take.down"), "sra": ("down", "take.signed")}
TESTS = {
    "beq": ("equal", "if"), "bne": ("equal", "unless"), "blt": ("less", "if"), "bge": ("less", "unless"),
    "bltu": ("below", "if"), "bgeu": ("below", "unless"),
}  # fmt: skip


def unary(count: int) -> str:
    return "1" * count + "0"


def in_pairs(bits: Sequence[int]) -> str:
    return "".join(f"1{bit}" for bit in bits) + "0"


def signed_pairs(value: int) -> str:
    """A 32-bit constant, cut where only its sign follows."""
    number = sign_extend(value & 0xFFFF_FFFF, 32)
    length = (number if number >= 0 else ~number).bit_length() + 1
    return in_pairs([number >> bit & 1 for bit in range(length)])


def counted_pairs(count: int) -> str:
    """A number of records, at least one bit."""
    return in_pairs([count >> bit & 1 for bit in range(max(1, count.bit_length()))])


def place_registers(words: Sequence[int]) -> dict[int, int]:
    """Where each register (and the address word) is on R, counted from home: those that are named most are nearest."""
    named: Counter[int] = Counter()
    for word in words:
        do = decode(word)
        if do is None:
            continue
        if do.name in LOADS or do.name in STORES:
            named[ADDRESS] += 1
        named.update(register for register in (do.rd, do.rs1, do.rs2) if register)
    order = sorted(range(33), key=lambda register: (-named[register], register))
    return {register: (i + 1) // 2 * (1 if i % 2 else -1) for i, register in enumerate(order)}


class Record:
    """The microcode of one instruction."""

    def __init__(self, places: Mapping[int, int]) -> None:
        self.places, self.at, self.text = places, 0, ""

    def op(self, name: str, operand: str = "") -> None:
        self.text += CODES[name] + operand

    def go(self, place: int) -> None:
        way = "right" if place > self.at else "left"
        self.text += CODES[way] * abs(place - self.at)
        self.at = place

    def on(self, name: str, register: int, operand: str = "") -> None:
        """An operation on a register's word."""
        self.go(self.places[register])
        self.op(name, operand)

    def save(self, register: int) -> None:
        if register:
            self.on("store", register)

    def jump(self, index: int, target: int) -> None:
        """From record `index` to record `target`."""
        self.go(0)
        if target > index:
            self.op("forward", counted_pairs(target - index - 1))
        else:
            self.op("back", counted_pairs(index - target))

    def address(self, do: Instruction, size: int) -> None:
        """The address of a load or store in A and in the address word, D's head at its word."""
        self.sum(do)
        if size > 1:
            self.op("even" if size == 2 else "word")
        self.on("aim", ADDRESS)

    def sum(self, do: Instruction) -> None:
        if do.imm and do.rs1:
            self.op("constant", signed_pairs(do.imm))
            self.on("add", do.rs1)
        elif do.rs1:
            self.on("load", do.rs1)
        else:
            self.op("constant", signed_pairs(do.imm))


def record(index: int, word: int, places: Mapping[int, int]) -> str:
    """The microcode of the instruction at address 4 index."""
    do, out = decode(word), Record(places)
    if do is None:
        out.op("fault")
    elif do.name in LOADS or do.name in STORES:
        access_memory(out, do)
    elif do.name in BRANCHES or do.name in ("jal", "jalr"):
        transfer_control(out, do, index)
    elif do.name == "ebreak":
        out.op("ebreak")
    elif do.name == "ecall":
        out.op("constant", signed_pairs(EXIT))
        out.on("equal", A7)
        out.op("stop")
        out.op("constant", signed_pairs(WRITE))
        out.on("equal", A7)
        out.op("require")
        out.on("print", A0, unary(8))
    else:
        compute(out, do, index)
    out.go(0)
    return out.text or CODES["right"] + CODES["left"]  # a record has at least one micro-operation


def compute(out: Record, do: Instruction, index: int) -> None:
    """Arithmetic; without a register to write it does nothing."""
    if not do.rd or do.name == "fence":
        return
    if do.name in REGISTER_OPERATIONS:
        out.on("load", do.rs1)
        out.on(REGISTER_OPERATIONS[do.name], do.rs2)
    elif do.name == "addi":
        out.sum(do)
    elif do.name in IMMEDIATE_OPERATIONS:
        out.op("constant", signed_pairs(do.imm))
        out.on(IMMEDIATE_OPERATIONS[do.name], do.rs1)
    elif do.name == "lui":
        out.op("constant", signed_pairs(do.imm << 12))
    elif do.name == "auipc":
        out.op("constant", signed_pairs(4 * index + (do.imm << 12)))
    else:
        immediate = do.name.endswith("i")
        way, take = SHIFTS[do.name[:3]]
        out.on("load", do.rs1)
        if immediate:
            out.op("copy")
            out.op(way, unary(do.imm))
        else:
            out.go(out.places[do.rs2])
            out.op("copy")
            out.op(f"{way}.by", "".join(unary(1 << bit) for bit in range(5)) + "0")
        out.op(take)
    out.save(do.rd)


def access_memory(out: Record, do: Instruction) -> None:
    size = LOADS.get(do.name) or STORES[do.name]
    out.address(do, size)
    inside = unary(8) + unary(16) + "0"  # how far bits 0 and 1 of the address move D's head
    if do.name in LOADS:
        out.op("enter")
        if size < 4:
            out.op("byte", inside)
        out.op("get")
        if size < 4:
            out.op("extend", unary(8 * size - 1) + ("0" if do.name.endswith("u") else "1"))
        out.save(do.rd)
        return
    out.on("load", do.rs2)
    out.go(out.places[ADDRESS])
    out.op("guard")
    if size < 4:
        out.op("byte", inside)
        out.op("part", unary(8 * size))
    else:
        out.op("put")


def transfer_control(out: Record, do: Instruction, index: int) -> None:
    link = signed_pairs(4 * index + 4)
    if do.name == "jalr":
        out.op("constant", signed_pairs(do.imm - 4 * index - 4))
        out.on("add", do.rs1)
        out.op("target")
        if do.rd:
            out.op("constant", link)
            out.save(do.rd)
        out.go(0)
        out.op("far")
        return
    target, wrong = index + do.imm // 4, do.imm % 4
    if do.name != "jal":
        test, taken = TESTS[do.name]
        out.on("load", do.rs1)
        out.on(test, do.rs2)
        out.go(0)
        out.op(taken)
    if wrong:
        out.op("fault")
        return
    if do.name == "jal" and do.rd:
        out.op("constant", link)
        out.save(do.rd)
    out.jump(index, target)
