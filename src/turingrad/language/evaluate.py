"""Partial evaluation: from instructions to a table of states.

A state is a continuation just after a step: the place in the code (subroutines written out, so that the place holds
the call stack) and the values of the registers that are still live there. For each read that can occur in a state the
program is interpreted up to the end of the next step, so that tests, writes and register updates fuse into one rule.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import product

from turingrad.language.dialects import Dialect, Outcome, Readable, Step
from turingrad.language.expressions import Value
from turingrad.language.instructions import (
    Act,
    Assign,
    Assume,
    Branch,
    Clear,
    Code,
    Instruction,
    Jump,
    Refuse,
    live_registers,
    work,
)
from turingrad.language.source import Source
from turingrad.language.table import Entry, Read, Table

MAX_STATES = 100_000
MAX_RULES = 400_000
MAX_WORK_A_STEP = 100_000  # instructions and nodes of expressions from one move to the next
MAX_WORK = 20_000_000  # in all: some ten seconds

Held = tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Continuation:
    """Where the program goes on, with which registers, and the statement whose step led here first."""

    index: int
    registers: Held
    after: Act | None


class Evaluation:
    def __init__(self, code: Code, dialect: Dialect, source: Source, max_states: int) -> None:
        self.code, self.dialect, self.source, self.max_states = code, dialect, source, max_states
        self.live = live_registers(code)
        self.table: Table = []
        self.continuations: list[Continuation] = []
        self.numbers: dict[tuple[int, Held], int] = {}
        self.work = [work(instruction) for instruction in code]
        self.followed: set[tuple[int, Readable]] = set()
        self.expected: list[set[Read]] = []  # reads that are known to occur, one set per state
        self.pending: deque[tuple[int, Read]] = deque()
        self.worked = self.rules = 0

    def explore(self) -> tuple[Table, list[Continuation]]:
        """The table of all states that can be reached, and the continuation that each stands for."""
        self.expect(self.state(0, {}, None), self.dialect.first)
        while self.pending:
            number, read = self.pending.popleft()
            self.enter(number, read)
        return self.table, self.continuations

    def state(self, index: int, registers: Step, after: Act | None) -> int:
        """The number of a continuation; jumps are followed and dead registers forgotten, so that equals meet."""
        index = self.landing_state(index)
        live = self.live[index]
        held = tuple(sorted((name, value) for name, value in registers.items() if name in live))
        self.worked += len(held)
        number = self.numbers.get((index, held))
        if number is None:
            number = len(self.table)
            if number >= self.max_states:
                raise self.source.error(
                    f"the machine has more than {self.max_states} states; live here: {format_registers(held)}",
                    self.code[index].place if after is None else after.place,
                    "fewer registers, or fewer values in them",
                )
            self.numbers[index, held] = number
            self.table.append({})
            self.continuations.append(Continuation(index, held, after))
            self.expected.append(set())
        return number

    def landing_state(self, index: int) -> int:
        for _ in range(len(self.code)):  # a circle of jumps has no landing; the step's own loop test reports it
            instruction = self.code[index]
            if not isinstance(instruction, Jump):
                break
            index = instruction.target
        return index

    def expect(self, number: int, following: Readable) -> None:
        """What a state may read is worked out for it; once for each way of getting there."""
        if (number, following) in self.followed:
            return
        self.followed.add((number, following))
        known = self.expected[number]
        for read in product(*following):
            if read not in known:
                known.add(read)
                self.pending.append((number, read))

    def enter(self, number: int, read: Read) -> None:
        """Adds what the state does on the read: nothing where an `assert` fails."""
        continuation = self.continuations[number]
        step: Step = {**dict(continuation.registers), **self.dialect.begin(read)}
        reached = self.one_step(continuation.index, step)
        if reached is None:
            return
        index, act, outcome = reached
        self.rules += 1
        if self.rules > MAX_RULES:
            raise self.source.error(f"the machine has more than {MAX_RULES} rules", act.place)
        if outcome.halting is not None:
            self.table[number][read] = Entry(outcome.action, outcome.halting)
            return
        after = self.state(index + 1, step, act)
        self.table[number][read] = Entry(outcome.action, after)
        self.expect(after, outcome.following)

    def one_step(self, index: int, step: Step) -> tuple[int, Act, Outcome] | None:
        """Interprets up to the end of the step; None if an `assert` fails on the way."""
        seen: set[tuple[int, Held]] = set()
        left = MAX_WORK_A_STEP
        while left > 0:
            instruction = self.code[index]
            left -= self.work[index]
            match instruction:
                case Act():
                    outcome = self.act(instruction, step)
                    if outcome is not None:
                        self.spend(MAX_WORK_A_STEP - left, instruction)
                        return index, instruction, outcome
                    index += 1
                case Branch(condition=condition, otherwise=otherwise):
                    index = index + 1 if condition.evaluate(step) else otherwise
                case Jump(target=target):
                    if target <= index:  # the end of a loop's body
                        here = (target, tuple(sorted(step.items())))
                        if here in seen:
                            raise self.source.error("this loop goes round without a move", instruction.place)
                        seen.add(here)
                        left -= len(step)
                    index = target
                case Assign(targets=targets, values=values):
                    step.update(zip(targets, [value.evaluate(step) for value in values], strict=True))
                    index += 1
                case Clear(targets=targets):
                    for name in targets:
                        step.pop(name, None)
                    index += 1
                case Assume(condition=condition):
                    if not condition.evaluate(step):
                        self.spend(MAX_WORK_A_STEP - left, instruction)
                        return None
                    index += 1
                case Refuse(message=message, expected=expected):
                    raise self.source.error(message, instruction.place, expected)
        raise self.source.error("this goes on too long without a move", self.code[index].place)

    def act(self, instruction: Act, step: Step) -> Outcome | None:
        values = [operand.evaluate(step) for operand in instruction.operands]

        def complain(message: str, expected: str) -> Exception:
            return self.source.error(message, instruction.place, expected)

        return self.dialect.act(instruction.name, values, step, complain)

    def spend(self, count: int, instruction: Instruction) -> None:
        self.worked += count
        if self.worked > MAX_WORK:
            raise self.source.error("the program takes too long to compile; it has too many states", instruction.place)


def format_registers(held: Held) -> str:
    """Registers for a message, cut where there are many."""
    parts = [f"{name} = {value}" for name, value in held[:8]]
    return ", ".join(parts + ["..."] * (len(held) > 8)) or "no register"
