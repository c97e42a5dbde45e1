"""How many instructions a program takes per bytecode that CPython executes for the same call.

What CPython's C code does within one bytecode counts in full: a sort, a search, a float operation, a print, a
collection. Instructions before the call begins and after it ends do not: CPython's start is not counted, either.
"""

from __future__ import annotations

import contextlib
import copy
import io
import sys
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from types import FrameType
from typing import Any

from turingrad.machine.program.compiled import CompiledProgram
from turingrad.python.programs.compiler import CompiledFunction, compile_function
from turingrad.python.programs.learner import compile_learner, driver
from turingrad.python.programs.verify import restore_after

LONGEST_START = 1000


@dataclass(frozen=True)
class Cost:
    """One call, in CPython and as a program; `start` are the program's instructions before and after the call."""

    name: str
    bytecodes: int
    instructions: int
    words: int
    start: int = 0

    @property
    def ratio(self) -> float:
        return self.instructions / max(1, self.bytecodes)


def executed_bytecodes(function: Any, arguments: tuple[Any, ...]) -> int:
    """Bytecodes that CPython executes, those of the standard library's Python files included."""
    count = 0

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception):
        try:
            sys.settrace(trace)
            function(*arguments)
        finally:
            sys.settrace(before)
    return count


def cost(function: Any, *arguments: Any) -> Cost:
    """Compile a call, run it, and count."""
    compiled = compile_function(function, *arguments)
    return count_both(compiled, function, arguments)


def learner_cost(learner: Any, data: tuple[Any, Any, Any], arguments: tuple[Any, ...] = ()) -> Cost:
    """The same for training a class and asking it."""
    compiled = compile_learner(learner, *data, *arguments)
    return count_both(compiled.function, driver(compiled.style, learner, arguments), data)


def count_both(compiled: CompiledFunction, function: Any, arguments: tuple[Any, ...]) -> Cost:
    done = compiled.run()
    with restore_after(compiled.image.linker.world.live):
        bytecodes = executed_bytecodes(function, copy.deepcopy(arguments))
    start = start_instructions()
    return Cost(compiled.name, bytecodes, done.steps - start, len(compiled.program.image) // 4, start)


def no_operation() -> None:
    pass


@cache
def start_instructions() -> int:
    """Instructions of a call that are not its own: setting up the memory, and the end of the run."""
    compiled = compile_function(no_operation, verify=False)
    done = CompiledProgram(compiled.program, compiled.given).record(LONGEST_START)
    symbols = sorted((address, label) for label, address in compiled.program.symbols)
    addresses = [address for address, _ in symbols]
    labels = [symbols[bisect_right(addresses, int(pc)) - 1][1] for pc in done.pcs]
    own = compiled.image.linker.done
    return sum(label not in own or own[label].runtime for label in labels)
