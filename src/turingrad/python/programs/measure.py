"""How many instructions a program takes per bytecode that CPython executes for the same call."""

from __future__ import annotations

import contextlib
import copy
import io
import sys
from dataclasses import dataclass
from types import FrameType
from typing import Any

from turingrad.python.programs.compiler import CompiledFunction, compile_function
from turingrad.python.programs.learner import compile_learner, driver
from turingrad.python.programs.verify import restore_after


@dataclass(frozen=True)
class Cost:
    """One call, in CPython and as a program."""

    name: str
    bytecodes: int
    instructions: int
    words: int

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
    return Cost(compiled.name, bytecodes, done.steps, len(compiled.program.image) // 4)
