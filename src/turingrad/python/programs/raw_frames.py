"""What a raw function saves around its calls: as late as possible, so that the ways without a call have no frame.

A slot below the stack pointer belongs to a register; the return address has the first one, where `throw` finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from turingrad.python.programs.assembler import RA, SP, Line
from turingrad.python.programs.raw_flow import (
    Block,
    Flow,
    find_live,
    predecessors,
    reads,
    registers_in,
    split_edge,
    writes,
)


class Frames:
    """Saves and loads of one function, whose registers are those of the processor."""

    def __init__(self, flow: Flow, clobbers: Callable[[Line], int], fresh: Iterator[str]) -> None:
        self.flow, self.clobbers, self.fresh = flow, clobbers, fresh
        find_live(flow)
        self.before = predecessors(flow)
        self.saved = self.find_saved()
        self.slots = {each: index for index, each in enumerate(registers_in(self.saved))}
        self.size = 4 * len(self.slots)
        self.stale_in: dict[str, int] = {}
        self.valid_in: dict[str, int] = {}

    def find_saved(self) -> int:
        """All registers whose values a call destroys while they are needed."""
        found = 0
        for block in self.flow.values():
            live = block.live_out
            for line in reversed([*block.lines()]):
                if line.name == "call":
                    found |= live & ~writes(line) & self.destroys(line)
                live = live & ~writes(line) | reads(line)
        return found

    def destroys(self, line: Line) -> int:
        return self.clobbers(line) | 1 << RA

    # Registers whose value is only in their slot (stale), slots that hold the value of their register (valid)

    def after(self, block: Block, stale: int, valid: int) -> tuple[int, int]:
        """Both behind a block that starts with these."""
        for line in block.lines():
            stale &= ~reads(line)
            if line.name == "call":
                gone = self.destroys(line) & self.saved
                stale |= gone
                valid |= gone
            stale &= ~writes(line)
            valid &= ~writes(line)
        return stale & block.live_out, valid & block.live_out

    def settle(self) -> None:
        """What is stale or valid where blocks start: what is so at the end of all blocks before."""
        every = -1
        self.stale_in = dict.fromkeys(self.flow, every)
        self.valid_in = dict.fromkeys(self.flow, every)
        self.stale_in[next(iter(self.flow))] = self.valid_in[next(iter(self.flow))] = 0
        changed = True
        while changed:
            changed = False
            for label, block in self.flow.items():
                stale, valid = self.after(block, self.stale_in[label], self.valid_in[label])
                for follower in block.successors():
                    live = self.flow[follower].live_in
                    both = self.stale_in[follower] & stale & live, self.valid_in[follower] & valid & live
                    if both != (self.stale_in[follower], self.valid_in[follower]):
                        self.stale_in[follower], self.valid_in[follower] = both
                        changed = True

    # The stack pointer is lowered before the first call, and raised at the end

    def find_lowered(self) -> dict[str, bool]:
        """Whether the stack pointer is low where a block starts: behind frequent calls, and in loops around them."""
        calling = {label for label, block in self.flow.items() if any(each.name == "call" for each in block.body)}
        entered = max(block.weight for block in self.flow.values())
        often = {label for label in calling if 2 * self.flow[label].weight >= entered}
        behind = self.spread(often, lambda label: self.flow[label].successors())
        towards = self.spread(often, lambda label: (each.label for each in self.before[label]))
        low = {label: label in behind for label in self.flow}
        changed = True
        while changed:
            changed = False
            for label in behind - towards:
                if low[label] and not all(low[each.label] or each.label in calling for each in self.before[label]):
                    low[label], changed = False, True
        return low

    def spread(self, start: set[str], step: Callable[[str], Iterator[str]]) -> set[str]:
        """What is reached from some blocks, in one step or more."""
        found: set[str] = set()
        todo = list(start)
        while todo:
            for label in step(todo.pop()):
                if label not in found:
                    found.add(label)
                    todo.append(label)
        return found

    # Writing it

    def write(self) -> None:
        if not self.saved:
            return
        self.settle()
        lowered = self.find_lowered()
        low_out: dict[str, bool] = {}
        blocks = list(self.flow.items())
        stale_out = {}
        for label, block in blocks:
            stale_out[label] = self.after(block, self.stale_in[label], self.valid_in[label])[0]
            low_out[label] = self.fill(block, lowered[label])
        for label, block in blocks:
            for follower in [*block.successors()]:
                missing = stale_out[label] & ~self.stale_in[follower] & self.flow[follower].live_in
                low = low_out[label]
                lines = [Line("lw", each, SP, 0, self.offset(each, low)) for each in registers_in(missing)]
                if low != lowered[follower]:
                    lines.append(Line("addi", SP, SP, 0, self.size if low else -self.size))
                if lines:
                    split_edge(self.flow, block, follower, lines, self.fresh)

    def offset(self, register: int, low: bool) -> int:
        return (self.size if low else 0) - 4 * self.slots[register] - 4

    def fill(self, block: Block, low: bool) -> bool:
        """The block with its saves and loads; whether the stack pointer is lowered at its end."""
        stale, valid = self.stale_in[block.label], self.valid_in[block.label]
        lines = [*block.lines()]
        live = [0] * len(lines)
        alive = block.live_out
        for index in reversed(range(len(lines))):
            live[index] = alive
            alive = alive & ~writes(lines[index]) | reads(lines[index])
        made: list[Line] = []
        for index, line in enumerate(lines):
            for register in registers_in(reads(line) & stale):
                made.append(Line("lw", register, SP, 0, self.offset(register, low)))
                stale &= ~(1 << register)
            if line.name == "call":
                gone = self.destroys(line) & self.saved & live[index] & ~writes(line)
                for register in registers_in(gone & ~valid & ~stale):
                    made.append(Line("sw", 0, SP, register, self.offset(register, low)))
                if not low:
                    made.append(Line("addi", SP, SP, 0, -self.size))
                low = True
                stale |= gone
                valid |= gone
            stale &= ~writes(line)
            valid &= ~writes(line)
            if line is block.end and low:
                made.append(Line("addi", SP, SP, 0, self.size))
            if line is not block.end and line is not block.branch:
                made.append(line)
        block.body = made
        return low
