"""Registers of the processor for those of a raw function.

Values that are alive at once have different registers. A value that is alive over a call has a register that the
called function leaves alone if there is one; otherwise it is saved around the call (raw_frames). Copies vanish if both
sides can have the same register.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from turingrad.python.programs.assembler import RA, Line
from turingrad.python.programs.raw_flow import (
    EVERY,
    FIRST_VIRTUAL,
    STORES,
    Flow,
    find_live,
    predecessors,
    reads,
    registers_in,
    weigh,
    writes,
)

SAVE_COST = 2  # instructions around a call for a register that it destroys
MOST_NEIGHBOURS = 18  # of two values that become one


def drop_unused(flow: Flow) -> None:
    """Without instructions whose result nobody reads."""
    changed = True
    while changed:
        changed = False
        find_live(flow)
        for block in flow.values():
            live = block.live_out
            for line in (block.branch, block.end):
                live |= reads(line) if line is not None else 0
            kept = []
            for line in reversed(block.body):
                written = writes(line)
                if written and not written & live and written >> FIRST_VIRTUAL and line.name != "call":
                    changed = True
                    continue
                kept.append(line)
                live = live & ~written | reads(line)
            block.body = kept[::-1]


class Colouring:
    """The choice of registers for one function."""

    def __init__(self, flow: Flow, clobbers: Callable[[Line], int], free: tuple[int, ...]) -> None:
        self.flow, self.free = flow, free
        self.beside: dict[int, int] = {}  # who is alive at once
        self.over: dict[int, list[tuple[int, float]]] = {}  # what calls destroy during a register's life, how often
        self.moves: list[tuple[float, int, int]] = []
        self.alias: dict[int, int] = {}
        find_live(flow)
        weigh(flow)
        for block in flow.values():
            self.scan(block.live_out, [*block.lines()], block.weight, clobbers)

    def scan(self, live: int, lines: list[Line], weight: float, clobbers: Callable[[Line], int]) -> None:
        for line in reversed(lines):
            written = writes(line)
            if line.name == "call":
                destroyed = clobbers(line)
                for each in registers_in((live & ~written) >> FIRST_VIRTUAL):
                    self.over.setdefault(each + FIRST_VIRTUAL, []).append((destroyed, weight))
            others = live
            if line.name == "addi" and line.imm == 0 and line.rs1:
                self.moves.append((weight, line.rd, line.rs1))
                others &= ~(1 << line.rs1)
            for each in registers_in(written):
                self.meet(each, (others | written) & ~(1 << each))
            live = live & ~written | reads(line)

    def meet(self, register: int, others: int) -> None:
        self.beside[register] = self.beside.get(register, 0) | others
        for each in registers_in(others):
            self.beside[each] = self.beside.get(each, 0) | 1 << register

    def find(self, register: int) -> int:
        while register in self.alias:
            register = self.alias[register]
        return register

    def unite_copies(self) -> None:
        """Both sides of a copy become one register, those of frequent copies first."""
        for weight, first, second in sorted(self.moves, key=lambda each: -each[0]):
            a, b = self.find(first), self.find(second)
            if a == b or self.beside.get(a, 0) >> b & 1:
                continue
            if b < FIRST_VIRTUAL:
                a, b = b, a
            if b < FIRST_VIRTUAL:
                continue
            if a < FIRST_VIRTUAL:
                if not EVERY >> a & 1 or self.cost(b, a) > weight:
                    continue
            elif bin(self.beside.get(a, 0) | self.beside.get(b, 0)).count("1") > MOST_NEIGHBOURS:
                continue
            self.alias[b] = a
            self.meet(a, self.beside.get(b, 0))
            self.over[a] = [*self.over.get(a, []), *self.over.get(b, [])]

    def cost(self, register: int, chosen: int) -> float:
        """What it costs that calls destroy a register of the processor."""
        return sum(SAVE_COST * weight for destroyed, weight in self.over.get(register, ()) if destroyed >> chosen & 1)

    def choose(self) -> dict[int, int]:
        """The register of the processor for each one."""
        self.unite_copies()
        everyone = {each for block in self.flow.values() for line in block.lines() for each in operands(line)}
        chosen: dict[int, int] = {}
        roots = {self.find(each) for each in everyone if each >= FIRST_VIRTUAL}
        order = sorted(
            (each for each in roots if each >= FIRST_VIRTUAL),
            key=lambda each: (-sum(w for _, w in self.over.get(each, ())), -self.beside.get(each, 0).bit_count(), each),
        )
        hints: dict[int, list[int]] = {}
        for _, first, second in self.moves:
            a, b = self.find(first), self.find(second)
            hints.setdefault(a, []).append(b)
            hints.setdefault(b, []).append(a)
        for each in order:
            taken = 0
            for other in registers_in(self.beside.get(each, 0)):
                other = self.find(other)
                taken |= 1 << (other if other < FIRST_VIRTUAL else chosen.get(other, 0))
            liked = {other if other < FIRST_VIRTUAL else chosen.get(other, 0) for other in hints.get(each, ())}
            free = [register for register in self.free if not taken >> register & 1]
            assert free, "a raw function has too many values at once"
            chosen[each] = min(free, key=lambda register: (self.cost(each, register), register not in liked))
        return {
            each: (root if root < FIRST_VIRTUAL else chosen[root])
            for each in everyone
            if each >= FIRST_VIRTUAL
            for root in (self.find(each),)
        }


def operands(line: Line) -> tuple[int, ...]:
    if line.name in ("call", "tail", "ret"):
        return ()
    if line.name == "goto":
        return (line.rs1,)
    return (line.rs1, line.rs2) if line.name in STORES else (line.rd, line.rs1, line.rs2)


def assign(flow: Flow, clobbers: Callable[[Line], int], free: tuple[int, ...]) -> None:
    """Replace all registers by those of the processor."""
    drop_unused(flow)
    chosen = Colouring(flow, clobbers, free).choose()

    def place(line: Line) -> Line:
        if line.name in ("call", "tail", "ret"):
            return line
        rd, rs1, rs2 = (chosen.get(each, each) for each in (line.rd, line.rs1, line.rs2))
        return line._replace(rd=rd, rs1=rs1, rs2=rs2)

    for block in flow.values():
        block.body = [each for each in map(place, block.body) if not is_idle(each)]
        if block.branch is not None:
            block.branch = place(block.branch)
        if block.end is not None:
            block.end = place(block.end)
    drop_copies(flow, clobbers)


def drop_copies(flow: Flow, clobbers: Callable[[Line], int]) -> None:
    """Without copies into a register that has the value already."""
    numbers = itertools.count(FIRST_VIRTUAL)
    before = predecessors(flow)
    known: dict[str, dict[int, int]] = {}
    for label, block in flow.items():
        only = before[label][0].label if len(before[label]) == 1 else ""
        values = dict(known.get(only, {}))
        kept = []
        for line in block.body:
            if line.name == "addi" and line.imm == 0:
                value = values.setdefault(line.rs1, next(numbers))
                if values.get(line.rd) == value:
                    continue
                values[line.rd] = value
            else:
                gone = writes(line) | (clobbers(line) | 1 << RA if line.name == "call" else 0)
                values = {each: value for each, value in values.items() if not gone >> each & 1}
                if line.name == "call":
                    values = {each: value for each, value in values.items() if EVERY >> each & 1}
            kept.append(line)
        block.body = kept
        known[label] = values


def is_idle(line: Line) -> bool:
    return line.name == "addi" and line.rd == line.rs1 and line.imm == 0
