"""Refusals: what the compiler cannot take, where, and what to write instead."""

from __future__ import annotations

import ast
from typing import NamedTuple

from turingrad.errors import TuringradError


class PythonProgramError(TuringradError):
    """Python that does not compile to a program, a result that differs from CPython's, or an error that ended a run;
    `printed` is what the run had printed before."""

    printed = ""


class LeftOutError(PythonProgramError):
    """A program that was linked for other arguments needs a function of the run time that it lacks, `key`."""

    def __init__(self, program: str, key: str) -> None:
        needed = f"these need {key.rpartition(':')[2]} of the run time; compile it with these arguments"
        super().__init__(f"the program of {program} was linked for other arguments: {needed}")
        self.key = key


class OutOfMemoryError(PythonProgramError):
    """The heap or the stack of a program is too small, or the program itself too large."""


class RefusedError(PythonProgramError):
    """A construct outside the compiled language. `line` is its line in `file`."""

    def __init__(self, what: str, cure: str, file: str = "", line: int = 0) -> None:
        self.what, self.cure, self.file, self.line = what, cure, file, line
        place = f"{file}:{line}: " if line else f"{file}: " if file else ""
        super().__init__(f"{place}refused: {what}; {cure}" if cure else f"{place}refused: {what}")


SET_ELSEWHERE = "another class sets this attribute, too; set it in the class of the object: "  # and its name


def with_output(error: PythonProgramError, printed: str) -> PythonProgramError:
    """The same error with what was printed before it; Python's own traceback shows that, too."""
    error.printed = printed
    if printed:
        error.add_note(f"printed before: {printed!r}")
    return error


LIBRARY_NAMES = {"posixpath": "os.path", "genericpath": "os.path", "ntpath": "os.path"}


class Asked(NamedTuple):
    """A line of the user's, and the function of Python's library that it calls, if what it needs is in one."""

    file: str
    line: int
    name: str = ""


def line_of(node: ast.AST) -> int:
    return getattr(node, "lineno", 0)
