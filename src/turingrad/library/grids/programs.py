"""Grid learners, written in the language. Their programs are in `files`, one file a name.

Each serves any number of features and examples (at least one example, except for `constant`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from turingrad.language import compile_program
from turingrad.language.source import read_program
from turingrad.machine.grid import GridMachine

NAMES = (
    "constant",
    "last-label",
    "majority-label",
    "conjunction",
    "hebb",
    "nearest-neighbour",
    "stump",
    "parity-small",
    "parity-fast",
)


def program_text(name: str) -> str:
    """The program of a learner, as its author wrote it."""
    return (files("turingrad.library.grids") / "files" / f"{name}.tg").read_text(encoding="utf-8")


@cache
def learner(name: str) -> GridMachine:
    """The machine that the program of that name compiles to."""
    machine = compile_program(program_text(name), f"{name}.tg", name=name)
    assert isinstance(machine, GridMachine)
    return machine


def builder(name: str) -> Callable[[], GridMachine]:
    """A function of no arguments that gives the machine; its docstring is the program's."""

    def build() -> GridMachine:
        return learner(name)

    build.__doc__ = read_program(program_text(name), f"{name}.tg").doc
    return build


LEARNERS: Mapping[str, Callable[[], GridMachine]] = MappingProxyType({name: builder(name) for name in NAMES})
