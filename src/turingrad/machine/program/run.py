"""Runs of programs on the reference interpreters: one in plain Python to be read, one compiled to be fast."""

from __future__ import annotations

from collections.abc import Iterator

from turingrad._support.text import name_alternatives
from turingrad.errors import InputError
from turingrad.machine.program.compiled import CompiledProgram
from turingrad.machine.program.interpreter import PythonProgram
from turingrad.machine.program.program import Program, ProgramConfiguration
from turingrad.machine.run import Clock, Run, StartedRun, Stepper, run_to_end, stream

EXECUTORS = ("compiled", "python")
MAX_STEPS = 100_000_000


def stepper(program: Program, given: bytes | str = b"", executor: str = "compiled") -> Stepper[ProgramConfiguration]:
    """An interpreter at the start of a run."""
    if executor == "python":
        return PythonProgram(program, given)
    if executor == "compiled":
        return CompiledProgram(program, given)
    raise InputError(f"no reference executor {executor!r}{name_alternatives(executor, EXECUTORS)}")


def run(
    program: Program,
    given: bytes | str = b"",
    *,
    executor: str = "compiled",
    max_steps: int | None = MAX_STEPS,
    max_seconds: float | None = None,
) -> Run[ProgramConfiguration]:
    """Run a program until it exits, traps or reaches a limit. A trap is reported in the last configuration."""

    def begin() -> StartedRun[ProgramConfiguration]:
        return StartedRun(stepper(program, given, executor))

    return run_to_end(begin, program, executor, max_steps=max_steps, max_seconds=max_seconds)


def trace(
    program: Program,
    given: bytes | str = b"",
    *,
    every: int = 1,
    executor: str = "compiled",
    max_steps: int | None = MAX_STEPS,
    max_seconds: float | None = None,
) -> Iterator[ProgramConfiguration]:
    """Stream configurations: the first, each `every`-th, and always the last."""
    return stream(stepper(program, given, executor), Clock(max_steps, max_seconds), every)
