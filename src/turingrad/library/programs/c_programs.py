"""Programs in C. Their sources are in `files`; the extra `c` compiles them when they are first asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from importlib.resources import files

from turingrad.formats.programs.c_source import read_c
from turingrad.library.entry import Variant, first_sentence
from turingrad.machine.program import Program

NAMES = (
    *("hello", "fib", "sieve", "quicksort", "sha256", "calc", "lisp", "brainfuck", "queens", "soft-perceptron"),
    *("mandelbrot", "learn"),
)


def c_source(name: str) -> str:
    """The source of a program, as its author wrote it."""
    return (files("turingrad.library.programs") / "files" / f"{name}.c").read_text(encoding="utf-8")


@cache
def program(name: str) -> Program:
    """The program of that name, compiled."""
    made = read_c(c_source(name).encode(), f"{name}.c")
    return replace(made, name=name, doc=sentence_of(name))


def sentence_of(name: str) -> str:
    comment = c_source(name).partition("/*")[2].partition("*/")[0]
    return first_sentence(comment)


def variants() -> tuple[Variant, ...]:
    return tuple(Variant(name, "program", partial(sentence_of, name), partial(program, name)) for name in NAMES)
