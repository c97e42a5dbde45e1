"""Managed code after it is written: values that are in a register already, stores that nobody reads, jumps to jumps.

A function's code is a list of lines; its frame is at `fp`. Nothing survives a call in a register, but for the
arguments in front of it. A slot of the frame may be read by a handler after any call, and through an address made
from `fp`. The collector writes to slots during calls only, and does not mind old values in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from turingrad.python.programs.assembler import A0, FP, INVERSE, TOP, Line

ARGUMENTS = 0xFF << A0
LOST = ARGUMENTS | 0b111 << 5 | 0b1111 << 28  # registers that a call changes
ALL = (1 << 32) - 1
SUMS = ("addi", "andi", "add", "sub", "or", "xor", "and", "slli", "srli", "srai", "slt", "slti", "sltu", "sltiu")
PURE = frozenset(("lw", "lbu", "lui", "la", *SUMS))
ROUNDS = 3
Lines = list[Line]


def improve(lines: Lines, handlers: set[str]) -> Lines:
    """A function with fewer instructions. `handlers` are the labels that exceptions lead to."""
    code = thread_jumps(lines)
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
    for at in range(index + 1, len(lines)):
        each = lines[at]
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
            if line.rd == FP:
                held = {}
            elif line.rd in held.values():
                held = {each: kept for each, kept in held.items() if kept != line.rd}
            if slot is not None:
                held[slot] = line.rd
        made.append(line)
    return made


class Liveness:
    """Which registers and slots are read later: sets are whole numbers, the bits from 32 on are slots.

    What is read from a line on is `after & kept | read`, where `after` is what is read behind it; from a call on, what
    handlers read is, too. Nobody asks for the bit of register 0.
    """

    def __init__(self, lines: Lines, handlers: set[str]) -> None:
        self.handlers = handlers
        self.bits = {each: 32 + index for index, each in enumerate(sorted({x.imm for x in lines if is_slot(x)}))}
        self.slots = (1 << 32 + len(self.bits)) - (1 << 32)
        self.at_label: dict[str, int] = {}
        self.local = {line.target for line in lines if line.name == "label"}
        self.caught = 0
        self.effects = [self.effect(line) for line in lines]
        self.settle(lines)

    def effect(self, line: Line) -> tuple[int, int, bool]:
        """What a line keeps of what is read behind it, what it reads, and whether handlers may run next."""
        name, rd, rs1, rs2, imm, _ = line
        if name in ("label", "mark"):
            return -1, 0, False
        if name in INVERSE:
            return -1, 1 << rs1 | 1 << rs2, False
        if name == "jal":
            return (~LOST, ARGUMENTS, True) if rd else (0, 0, False)
        if name == "jalr":
            return 0, ALL, True
        if name == "sw":
            return (~(1 << self.bits[imm]) if rs1 == FP else -1), 1 << rs1 | 1 << rs2, False
        kept = ~(1 << rd)
        if name == "lw" and rs1 == FP:
            return kept, 1 << self.bits[imm] | 1 << FP, False
        if name in ("lui", "la"):
            return kept, 0, False
        read = 1 << rs1 | 1 << rs2
        if FP in (rs1, rs2) and rd != TOP:
            read |= self.slots  # the address of some
        return kept, read, False

    def before(self, effect: tuple[int, int, bool], after: int) -> int:
        """What is read from a line on, if it does not branch."""
        kept, read, catches = effect
        return after & kept | read | self.caught if catches else after & kept | read

    def follows(self, target: str) -> int:
        """What is read where a branch leads."""
        return self.at_label.get(target, 0) if target in self.local else ALL | self.caught

    def settle(self, lines: Lines) -> None:
        """Go through the code backward until nothing changes."""
        blocks = list(self.blocks(lines))
        changed = True
        while changed:
            changed = False
            after = ALL
            for line, kept, read, caught in blocks:
                after = after & kept | read | self.caught & caught
                if line.name == "label":
                    if self.at_label.get(line.target, 0) != after:
                        self.at_label[line.target] = after
                        changed = True
                        if line.target in self.handlers:
                            self.caught |= after & self.slots
                else:
                    after |= self.follows(line.target)

    def blocks(self, lines: Lines) -> Iterator[tuple[Line, int, int, int]]:
        """The labels and branches backward, each with what the lines behind it and itself keep and read together."""
        kept, read, caught = -1, 0, 0
        for line, (keeps, reads, catches) in zip(reversed(lines), reversed(self.effects), strict=True):
            name = line.name
            if name == "mark":
                continue
            kept, read, caught = kept & keeps, read & keeps | reads, -1 if catches else caught & keeps
            if name == "label" or name in INVERSE or (name == "jal" and line.rd == 0):
                yield line, kept, read, caught
                kept, read, caught = -1, 0, 0


def forget_unread(lines: Lines, handlers: set[str]) -> Lines:
    """Without stores to slots and values of registers that nobody reads; what is only copied is made in its place."""
    live = Liveness(lines, handlers)
    kept: Lines = []  # backward
    after = ALL
    place = 0
    copy: tuple[Line, int] | None = None  # of a register that nobody reads then, and what is read behind the copy
    for line, effect in zip(reversed(lines), reversed(live.effects), strict=True):
        name, rd, rs1, _, imm, target = line
        if name == "mark":
            kept.append(line)
            continue
        if copy is not None and name in PURE and rd == copy[0].rs1:
            rd = copy[0].rd
            line, after = line._replace(rd=rd), copy[1]
            effect = live.effect(line)
            del kept[place]
        if name == "sw" and rs1 == FP and not after >> live.bits[imm] & 1:
            continue
        if name in PURE and 1 << rd & LOST and not after >> rd & 1:
            continue
        place = len(kept)
        kept.append(line)
        is_copy = name == "addi" and imm == 0 and 1 << rs1 & LOST and 1 << rd & LOST
        copy = (line, after) if is_copy and not after >> rs1 & 1 else None
        after = live.before(effect, after)
        if name in INVERSE or (name == "jal" and rd == 0):
            after |= live.follows(target)
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
