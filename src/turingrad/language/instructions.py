"""The flat form of a program: instructions with jumps, subroutines written out at each call.

A place in this code therefore stands for a whole call stack. `uses` and `defines` are what liveness asks about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from turingrad.language.expressions import Expression
from turingrad.language.source import Place

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Assign:
    """Registers get the values of expressions, all evaluated first."""

    targets: tuple[str, ...]
    values: tuple[Expression, ...]
    place: Place


@dataclass(frozen=True)
class Clear:
    """The local registers of a subroutine have no value when it starts."""

    targets: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Branch:
    """Goes on where the condition holds, to `otherwise` where not."""

    condition: Expression
    otherwise: int
    place: Place


@dataclass(frozen=True)
class Jump:
    target: int
    place: Place


@dataclass(frozen=True)
class Assume:
    """`assert`: where the condition fails, the machine may do anything."""

    condition: Expression
    place: Place


@dataclass(frozen=True)
class Act:
    """One of the dialect's own statements: a write, a move, a halt."""

    name: str
    operands: tuple[Expression, ...]
    place: Place
    within: str  # the subroutine, or "" at top level


@dataclass(frozen=True)
class Refuse:
    """A place that must not be reached: the end of a program without halt, of a subroutine without its value."""

    message: str
    expected: str
    place: Place


Instruction = Assign | Clear | Branch | Jump | Assume | Act | Refuse
Code = Sequence[Instruction]


def expressions(instruction: Instruction) -> tuple[Expression, ...]:
    match instruction:
        case Assign(values=parts) | Act(operands=parts):
            return parts
        case Branch(condition=condition) | Assume(condition=condition):
            return (condition,)
    return ()


def uses(instruction: Instruction) -> frozenset[str]:
    return NOTHING.union(*(expression.uses for expression in expressions(instruction)))


def work(instruction: Instruction) -> int:
    """What one execution costs: an instruction, and the nodes of its expressions."""
    return 1 + sum(expression.size for expression in expressions(instruction))


def defines(instruction: Instruction) -> frozenset[str]:
    return frozenset(instruction.targets) if isinstance(instruction, Assign | Clear) else NOTHING


def successors(code: Code, index: int) -> Iterator[int]:
    match code[index]:
        case Jump(target=target):
            yield target
        case Branch(otherwise=otherwise):
            yield index + 1
            yield otherwise
        case Refuse():
            return
        case _:
            if index + 1 < len(code):
                yield index + 1


def live_registers(code: Code) -> list[frozenset[str]]:
    """For each instruction, the registers that may be read from there on before they are written.

    The least solution of live = uses + (live after - defines), found by a worklist from the last instruction on. Sets
    of registers are bits of one number here: programs with thousands of instructions stay quick.
    """
    names: dict[str, int] = {}
    for instruction in code:
        for name in sorted(uses(instruction) | defines(instruction)):
            names.setdefault(name, 1 << len(names))
    used = [sum(names[name] for name in uses(instruction)) for instruction in code]
    kept = [~sum(names[name] for name in defines(instruction)) for instruction in code]
    after = [list(successors(code, index)) for index in range(len(code))]
    before: list[list[int]] = [[] for _ in code]
    for index, following in enumerate(after):
        for successor in following:
            before[successor].append(index)
    live = [0] * len(code)
    pending = list(range(len(code)))  # popped from the end: information flows backwards
    waiting = [True] * len(code)
    while pending:
        index = pending.pop()
        waiting[index] = False
        now = 0
        for successor in after[index]:
            now |= live[successor]
        now = used[index] | now & kept[index]
        if now != live[index]:
            live[index] = now
            for earlier in before[index]:
                if not waiting[earlier]:
                    waiting[earlier] = True
                    pending.append(earlier)
    sets = {bits: frozenset(name for name, bit in names.items() if bits & bit) for bits in set(live)}
    return [sets[bits] for bits in live]
