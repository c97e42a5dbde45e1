"""Managed code after it is written: values that are in a register already, stores that nobody reads, jumps to jumps.

A function's code is a list of lines; its frame is at `fp`. Nothing survives a call in a register, but for the
arguments in front of it. A slot of the frame may be read by a handler after any call, and through an address made
from `fp`. The collector writes to slots during calls only, and does not mind old values in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from turingrad.python.programs.assembler import A0, FP, INVERSE, TOP, Line

ARGUMENTS = 0xFF << A0
LOST = ARGUMENTS | 0b111 << 5 | 0b1111 << 28  # registers that a call changes
ALL = (1 << 32) - 1
SUMS = ("addi", "andi", "add", "sub", "or", "xor", "and", "slli", "srli", "srai", "slt", "slti", "sltu", "sltiu")
PURE = frozenset(("lw", "lbu", "lui", "la", *SUMS))
ROUNDS = 3
Lines = list[Line]


def improve(lines: Iterable[Line], handlers: set[str]) -> Lines:
    """A function with fewer instructions. `handlers` are the labels that exceptions lead to."""
    code = thread_jumps(list(lines))
    for _ in range(ROUNDS):
        before = len(code)
        code = forget_unread(reuse_registers(code), handlers)
        if len(code) == before:
            break
    return code


def is_slot(line: Line) -> bool:
    return line.rs1 == FP and line.name in ("lw", "sw")


def thread_jumps(lines: Lines) -> Lines:
    """Jumps to jumps lead to their end; a jump to what follows goes."""
    leads: dict[str, str] = {}
    waiting: list[str] = []
    for line in lines:
        if line.name == "label":
            waiting.append(line.target)
        elif line.name != "mark":
            if line.name == "jal" and line.rd == 0:
                leads.update(dict.fromkeys(waiting, line.target))
            waiting.clear()

    def end_of(label: str) -> str:
        seen = {label}
        while label in leads and leads[label] not in seen:
            label = leads[label]
            seen.add(label)
        return label

    made: Lines = []
    for line in lines:
        if (line.name == "jal" and line.rd == 0) or line.name in INVERSE:
            line = line._replace(target=end_of(line.target))
        made.append(line)
    made = turn_branches(made)
    return [line for index, line in enumerate(made) if not jumps_on(made, index)]


def turn_branches(lines: Lines) -> Lines:
    """A branch past a jump becomes the opposite branch to where the jump leads."""
    made: Lines = []
    for index, line in enumerate(lines):
        branch = made[-1] if made else line
        if (
            line.name == "jal"
            and line.rd == 0
            and branch.name in INVERSE
            and stands_behind(lines, index, branch.target)
        ):
            made[-1] = branch._replace(name=INVERSE[branch.name], target=line.target)
        else:
            made.append(line)
    return made


def jumps_on(lines: Lines, index: int) -> bool:
    """Whether a line is a jump to the labels right behind it."""
    line = lines[index]
    return line.name == "jal" and line.rd == 0 and stands_behind(lines, index, line.target)


def stands_behind(lines: Lines, index: int, target: str) -> bool:
    """Whether a label is right behind a line."""
    for each in lines[index + 1 :]:
        if each.name == "label" and each.target == target:
            return True
        if each.name not in ("label", "mark"):
            break
    return False


def reuse_registers(lines: Lines) -> Lines:
    """Loads of slots whose value is in a register become copies of it, or go."""
    references = Counter(line.target for line in lines if line.name in INVERSE or line.name == "jal")
    inherited: dict[str, dict[int, int]] = {}
    held: dict[int, int] = {}  # the register that has the value of a slot
    made: Lines = []
    reached = True
    for line in lines:
        name = line.name
        if name == "label":
            held = {} if reached or references[line.target] != 1 else inherited.get(line.target, {})
            reached = True
        elif name == "jal":
            held, reached = {}, reached and line.rd != 0
        elif name == "jalr":
            held, reached = {}, False
        elif name in INVERSE:
            if references[line.target] == 1:
                inherited[line.target] = dict(held)
        elif name == "sw":
            if line.rs1 == FP:
                held[line.imm] = line.rs2
        elif name != "mark" and line.rd:
            register = held.get(line.imm) if is_slot(line) else None
            if register == line.rd or (name == "addi" and line.imm == 0 and line.rs1 == line.rd):
                continue
            if register is not None:
                line = Line("addi", line.rd, register)
            slot = line.imm if is_slot(line) else None
            held = {} if line.rd == FP else {each: kept for each, kept in held.items() if kept != line.rd}
            if slot is not None:
                held[slot] = line.rd
        made.append(line)
    return made


class Liveness:
    """Which registers and slots are read later: sets are whole numbers, the bits from 32 on are slots."""

    def __init__(self, lines: Lines, handlers: set[str]) -> None:
        self.lines, self.handlers = lines, handlers
        self.bits = {each: 32 + index for index, each in enumerate(sorted({x.imm for x in lines if is_slot(x)}))}
        self.slots = sum(1 << each for each in self.bits.values())
        self.at_label: dict[str, int] = {}
        self.local = {line.target for line in lines if line.name == "label"}
        self.caught = 0

    def before(self, line: Line, after: int, follows: int) -> int:
        """What is read from a line on; `after` is what is read behind it, `follows` what its target reads."""
        name = line.name
        if name == "label" or name == "mark":
            return after
        if name in INVERSE:
            return (after | follows | 1 << line.rs1 | 1 << line.rs2) & -2
        if name == "jal":
            if line.rd == 0:
                return follows
            return after & ~LOST | ARGUMENTS | self.caught
        if name == "jalr":
            return ALL | self.caught
        if name == "sw":
            if line.rs1 == FP:
                return after & ~(1 << self.bits[line.imm]) | 1 << line.rs2 | 1 << FP
            return after | 1 << line.rs1 | 1 << line.rs2
        after &= ~(1 << line.rd)
        if name == "lw" and line.rs1 == FP:
            return after | 1 << self.bits[line.imm] | 1 << FP
        if name in ("lui", "la"):
            return after
        if FP in (line.rs1, line.rs2) and line.rd != TOP:
            after |= self.slots  # the address of some
        return (after | 1 << line.rs1 | 1 << line.rs2) & -2

    def follows(self, line: Line) -> int:
        if line.target in self.local:
            return self.at_label.get(line.target, 0)
        return ALL | self.caught

    def settle(self) -> None:
        """Go through the code backward until nothing changes."""
        while True:
            changed = False
            after = ALL
            for line in reversed(self.lines):
                name = line.name
                if name == "label":
                    if self.at_label.get(line.target, 0) != after:
                        self.at_label[line.target] = after
                        changed = True
                        if line.target in self.handlers:
                            self.caught |= after & self.slots
                elif name != "mark":
                    branches = name in INVERSE or (name == "jal" and line.rd == 0)
                    after = self.before(line, after, self.follows(line) if branches else 0)
            if not changed:
                return


def forget_unread(lines: Lines, handlers: set[str]) -> Lines:
    """Without stores to slots and values of registers that nobody reads; what is only copied is made in its place."""
    live = Liveness(lines, handlers)
    live.settle()
    kept: Lines = []  # backward
    after = ALL
    place = 0
    copy: tuple[Line, int] | None = None  # of a register that nobody reads then, and what is read behind the copy
    for line in reversed(lines):
        name = line.name
        if copy is not None and name in PURE and line.rd == copy[0].rs1:
            line, after = line._replace(rd=copy[0].rd), copy[1]
            del kept[place]
        if name == "sw" and line.rs1 == FP and not after >> live.bits[line.imm] & 1:
            continue
        if name in PURE and 1 << line.rd & LOST and not after >> line.rd & 1:
            continue
        if name != "mark":
            place = len(kept)
        kept.append(line)
        if name == "mark":
            continue
        is_copy = name == "addi" and line.imm == 0 and 1 << line.rs1 & LOST and 1 << line.rd & LOST
        copy = (line, after) if is_copy and not after >> line.rs1 & 1 else None
        if name == "label":
            continue
        branches = name in INVERSE or (name == "jal" and line.rd == 0)
        after = live.before(line, after, live.follows(line) if branches else 0)
    return kept[::-1]


def improve_program(lines: Lines, handlers: set[str]) -> Lines:
    """All functions of a program; those of the raw run time are left as they are."""
    made: Lines = []
    part: Lines = []
    managed = False
    for line in lines:
        if line.name == "label" and not line.target.startswith("."):
            made += improve(part, handlers) if managed else part
            part, managed = [], line.target.startswith("py.")
        part.append(line)
    return made + (improve(part, handlers) if managed else part)
