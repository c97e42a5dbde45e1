"""Which functions of the compiler and of the run time random programs reach."""

from __future__ import annotations

import ast
import sys
from importlib.resources import files
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from turingrad.python.programs import compiler
from turingrad.python.programs.runtime_files import FOLDER, managed_namespace, raw_functions, runtime_key
from turingrad.python.programs.trimming import survey


class Reach:
    """A context in which calls are noted: Python's of the compiler, the program's of the run time."""

    def __init__(self) -> None:
        self.called: set[tuple[str, int]] = set()  # file and first line
        self.entered: set[str] = set()
        self.decode = compiler.CompiledFunction.decode_run

    def __enter__(self) -> None:
        codes = self.codes = set[CodeType]()

        def note(frame: FrameType, event: str, _: Any) -> None:
            if event == "call":
                codes.add(frame.f_code)

        def decode(compiled: compiler.CompiledFunction, configuration: Any, steps: int) -> Any:
            done = self.decode(compiled, configuration, steps)
            self.entered |= survey(compiled.image, compiled.given, None).entered
            return done

        compiler.CompiledFunction.decode_run = decode  # type: ignore[method-assign]
        sys.setprofile(note)

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        self.called |= {(code.co_filename, code.co_firstlineno) for code in self.codes}
        compiler.CompiledFunction.decode_run = self.decode  # type: ignore[method-assign]


def unreached(called: set[tuple[str, int]], entered: set[str]) -> list[str]:
    """The functions of the compiler and of the run time that are in neither set."""
    missing = []
    for path in sorted(str(each) for each in files(FOLDER).iterdir() if each.name.endswith(".py")):
        for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                if (path, first) not in called:
                    missing.append(f"{path.rpartition('/')[2]}:{node.lineno} {node.name}")
    missing += [f"raw {name}" for name in raw_functions() if name not in entered]
    return missing + [f"managed {key}" for key in managed_functions() if key not in entered]


def managed_functions() -> list[str]:
    """Functions and methods of the run time that are written in Python."""
    found = []
    for value in managed_namespace().values():
        parts = vars(value).values() if isinstance(value, type) else [value]
        for each in parts:
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith("<run time>"):
                found.append(runtime_key(each.__code__.co_filename, each.__name__))
    return sorted(set(found))
