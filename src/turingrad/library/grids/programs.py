"""Grid learners, written in the language. Their programs are in `files`, one file per name.

Each serves any number of features and examples (at least one example, except for `constant`).
"""

from __future__ import annotations

from functools import cache, partial
from importlib.resources import files

from turingrad._support.validation.values import choice
from turingrad.language import compile_program
from turingrad.language.source import read_program
from turingrad.library.entry import Variant, first_sentence
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
    """Return the program of a learner, as its author wrote it.

    Args:
        name: The learner's name.

    Returns:
        The text of the program.

    Raises:
        InputError: The library has no such program.

    Example:
        >>> tg.library.program_text("hebb").splitlines()[0]
        'machine grid(work=1)'
    """
    choice(name, "the name of a learner that is written as a program", NAMES)
    return (files("turingrad.library.grids") / "files" / f"{name}.tg").read_text(encoding="utf-8")


@cache
def learner(name: str) -> GridMachine:
    """The machine that the program of that name compiles to."""
    machine = compile_program(program_text(name), f"{name}.tg", name=name)
    assert isinstance(machine, GridMachine)
    return machine


def sentence_of(name: str) -> str:
    return first_sentence(read_program(program_text(name), f"{name}.tg").doc)


def variants() -> tuple[Variant, ...]:
    return tuple(Variant(name, "grid", partial(sentence_of, name), partial(learner, name)) for name in NAMES)
