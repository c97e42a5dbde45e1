"""Values of a raw function that are known already: copies, constants, and what was computed or loaded before."""

from __future__ import annotations

import itertools
from typing import Any

from turingrad.python.programs.assembler import BASE, FP, HLIM, HP, RA, SLIM, SP, TOP, Line
from turingrad.python.programs.raw_flow import FIRST_VIRTUAL, STORES, Block, Flow, predecessors, tidy, writes

SHARED = (HP, HLIM, FP, TOP, SLIM, SP, RA)  # any function may change them
HOLDERS = (0, HP, HLIM, FP, TOP, SLIM, BASE)  # a value in one of these may be used from there
LOADS = ("lw", "lbu", "lb", "lhu", "lh")
SAME = {"beq": True, "bge": True, "bgeu": True, "bne": False, "blt": False, "bltu": False}
IMMEDIATE_LOW, IMMEDIATE_HIGH = -2048, 2047


class Known:
    """What is known at a point: the number of each register's value, and registers that hold what was computed."""

    def __init__(self, numbers: Any, values: dict[int, Any], exprs: dict[Any, tuple[int, int]], epoch: int) -> None:
        self.numbers, self.values, self.exprs, self.epoch = numbers, values, exprs, epoch
        self.sums: dict[int, tuple[int, int]] = {}  # value: register and number that it is the sum of

    def copy(self) -> Known:
        made = Known(self.numbers, dict(self.values), dict(self.exprs), self.epoch)
        made.sums = dict(self.sums)
        return made

    def value(self, register: int) -> Any:
        """The number of a register's value."""
        if register not in self.values:
            self.values[register] = 0 if register == 0 else next(self.numbers)
        return self.values[register]

    def holder(self, register: int) -> int:
        """A register with the same value, the oldest that still has it."""
        number = self.value(register)
        if number == 0:
            return 0
        known = self.exprs.get(("copy", number))
        if known is not None and self.values.get(known[1]) == number:
            return known[1]
        if register >= FIRST_VIRTUAL or register in HOLDERS:
            self.exprs["copy", number] = number, register
        return register

    def forget_memory(self) -> None:
        self.epoch = next(self.numbers)

    def after_call(self) -> None:
        """Only copies are worth keeping alive over a call."""
        self.exprs = {key: each for key, each in self.exprs.items() if key[0] == "copy"}
        self.sums = {}
        self.forget_memory()
        for register in SHARED:
            self.values[register] = next(self.numbers)

    def rewrite(self, line: Line) -> Line:
        """An instruction with the oldest registers, or the copy that it amounts to; then its effect."""
        if line.name in ("call", "ecall"):
            self.after_call()
            for register in range(10, 18):
                self.values[register] = next(self.numbers)
            return line
        line = line._replace(rs1=self.holder(line.rs1), rs2=self.holder(line.rs2))
        if line.name in STORES:
            line = self.from_sum(line)
            self.forget_memory()
            if line.name == "sw" and (line.rs2 == 0 or line.rs2 >= FIRST_VIRTUAL):
                key = "lw", self.value(line.rs1), 0, line.imm, None, self.epoch
                self.exprs[key] = self.value(line.rs2), line.rs2
            return line
        return self.compute(line) if writes(line) else line

    def compute(self, line: Line) -> Line:
        if line.name in LOADS:
            line = self.from_sum(line)
        if line.name == "addi" and line.imm == 0:
            self.values[line.rd] = self.value(line.rs1)
            return line
        place = self.epoch if line.name in LOADS else None
        key = line.name, self.value(line.rs1), self.value(line.rs2), line.imm, line.target, place
        known = self.exprs.get(key)
        if known is not None and self.values.get(known[1]) == known[0]:
            self.values[line.rd] = known[0]
            return Line("addi", line.rd, known[1])
        number = next(self.numbers)
        base = self.value(line.rs1)
        self.values[line.rd] = number
        if line.rd >= FIRST_VIRTUAL:
            self.exprs[key] = number, line.rd
            if line.name == "addi" and line.rs1 != line.rd and line.rs1:
                self.sums[number] = line.rs1, line.imm
                self.exprs["sum", number] = base, line.rs1
        return line

    def from_sum(self, line: Line) -> Line:
        """A load or store relative to what its base is the sum of."""
        number = self.value(line.rs1)
        known = self.exprs.get(("sum", number))
        if known is not None and number in self.sums and self.values.get(known[1]) == known[0]:
            imm = line.imm + self.sums[number][1]
            if IMMEDIATE_LOW <= imm <= IMMEDIATE_HIGH:
                return line._replace(rs1=known[1], imm=imm)
        return line


def reuse_values(flow: Flow) -> Flow:
    """Each value is computed once along a way through blocks with one predecessor."""
    numbers = itertools.count(1)
    before = predecessors(flow)
    known: dict[str, Known] = {}
    for label, block in flow.items():
        only = before[label][0] if len(before[label]) == 1 else None
        inherited = known.get(only.label) if only is not None else None
        state = inherited.copy() if inherited is not None else Known(numbers, {0: 0}, {}, next(numbers))
        block.body = [state.rewrite(each) for each in block.body]
        if block.branch is not None:
            decide(block, state)
        if block.end is not None and block.end.name == "goto":
            block.end = block.end._replace(rs1=state.holder(block.end.rs1))
        known[label] = state
    return tidy(flow)


def decide(block: Block, state: Known) -> None:
    """The branch at the end of a block, or none if both sides are the same value."""
    assert block.branch is not None
    line = block.branch._replace(rs1=state.holder(block.branch.rs1), rs2=state.holder(block.branch.rs2))
    block.branch = line
    if state.value(line.rs1) == state.value(line.rs2):
        if SAME[line.name]:
            block.next = line.target
        block.branch = None
