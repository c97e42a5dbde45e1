"""Reference interpreters of tape machines: one in plain Python to be read, one compiled to be fast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from turingrad._support.text import name_alternatives
from turingrad.errors import InputError
from turingrad.machine.run import Clock, Run, StartedRun, Stepper, run_to_end, stream
from turingrad.machine.tape import HARD, Tape, TapeConfiguration, TapeMachine
from turingrad.machine.tape.kernel import CompiledTape

TapeInput: TypeAlias = str | Sequence[str] | Sequence[Sequence[str]] | None
EXECUTORS = ("compiled", "python")


class PythonTape:
    """The definition, step by step: look up the rule, write, move, change the state."""

    def __init__(self, machine: TapeMachine, given: TapeInput = None) -> None:
        self.machine = machine
        self.step = 0
        self.state = machine.start
        self.heads = [0] * machine.tapes
        self.cells = [dict(enumerate(row)) for row in machine.tapes_of(given)]

    def reads(self) -> tuple[str, ...]:
        return tuple(cells.get(head, self.machine.blank) for cells, head in zip(self.cells, self.heads, strict=True))

    def halted(self) -> bool:
        return self.machine.rule(self.state, self.reads()) is None

    def advance(self, steps: int) -> int:
        for taken in range(steps):
            rule = self.machine.rule(self.state, self.reads())
            if rule is None:
                return taken
            for tape, symbol in enumerate(rule.write):
                self.cells[tape][self.heads[tape]] = symbol
                self.heads[tape] += rule.move[tape]
                if self.machine.left_end == HARD:
                    self.heads[tape] = max(0, self.heads[tape])
            self.state = rule.next
            self.step += 1
        return steps

    def configuration(self) -> TapeConfiguration:
        tapes = tuple(Tape.of(cells, self.machine.blank) for cells in self.cells)
        return TapeConfiguration(self.step, self.state, tuple(self.heads), tapes)


def stepper(machine: TapeMachine, given: TapeInput = None, executor: str = "compiled") -> Stepper[TapeConfiguration]:
    """An interpreter at the start of a run."""
    if executor == "python":
        return PythonTape(machine, given)
    if executor == "compiled":
        return CompiledTape(machine, machine.tapes_of(given))
    raise InputError(f"no reference executor {executor!r}{name_alternatives(executor, EXECUTORS)}")


def halts_within(machine: TapeMachine, given: TapeInput, steps: int) -> bool:
    """Whether the run is at most `steps` long. In plain Python, so that a short run loads no compiler."""
    ahead = PythonTape(machine, given)
    ahead.advance(steps)
    return ahead.halted()


def visited_range(machine: TapeMachine, given: TapeInput, steps: int) -> tuple[int, int, int]:
    """The leftmost and rightmost cell of the first tape that a run of at most `steps` steps visits or its input fills,
    and its steps."""
    ahead = PythonTape(machine, given)
    first, last = 0, max(0, len(ahead.cells[0]) - 1)
    while ahead.step < steps and ahead.advance(1):
        first, last = min(first, ahead.heads[0]), max(last, ahead.heads[0])
    return first, last, ahead.step


def run(
    machine: TapeMachine,
    given: TapeInput = None,
    *,
    executor: str = "compiled",
    max_steps: int | None = None,
    max_seconds: float | None = None,
) -> Run[TapeConfiguration]:
    """Run to the halt or to a limit."""

    def begin() -> StartedRun[TapeConfiguration]:
        return StartedRun(stepper(machine, given, executor))

    return run_to_end(begin, machine, executor, max_steps=max_steps, max_seconds=max_seconds)


def trace(
    machine: TapeMachine,
    given: TapeInput = None,
    *,
    every: int = 1,
    executor: str = "compiled",
    max_steps: int | None = None,
    max_seconds: float | None = None,
) -> Iterator[TapeConfiguration]:
    """Stream configurations: the first, each `every`-th, and always the last."""
    return stream(stepper(machine, given, executor), Clock(max_steps, max_seconds), every)
