"""The subroutines of a program: what each is called with, which names are its own, and a call being written out."""

from __future__ import annotations

import ast
from collections.abc import Container
from dataclasses import dataclass, field

from turingrad.language.expressions import AT_WALL, READ
from turingrad.language.source import Place, Program, Source


@dataclass(frozen=True)
class Subroutine:
    name: str
    parameters: tuple[str, ...]
    local: frozenset[str]
    body: list[ast.stmt]
    returns_value: bool


@dataclass
class Loop:
    """Where `continue` goes, and the jumps that `break` left open."""

    head: int
    breaks: list[int] = field(default_factory=list)


@dataclass
class Call:
    """A subroutine being written out: its jumps to the end, and the registers that get its value."""

    subroutine: Subroutine
    targets: tuple[str, ...]
    returns: list[int] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)


TOP = Subroutine("", (), frozenset(), [], False)


def subroutines_of(program: Program, words: Container[str]) -> dict[str, Subroutine]:
    """The subroutines by name; `words` are the dialect's own, which cannot be given a new meaning."""
    found: dict[str, Subroutine] = {}
    for node in program.body:
        if isinstance(node, ast.FunctionDef):
            place = program.source.place(node)
            require_free(node.name, place, program.source, words)
            if node.name in found:
                raise program.source.error(f"subroutine {node.name!r} is defined twice", place)
            found[node.name] = subroutine_of(node, program.source, words)
    return found


def subroutine_of(node: ast.FunctionDef, source: Source, words: Container[str]) -> Subroutine:
    given, place = node.args, source.place(node)
    if node.decorator_list or given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
        raise source.error("a subroutine has plain parameters and no decorators", place, "def name(a, b):")
    parameters = tuple(argument.arg for argument in (*given.posonlyargs, *given.args))
    shared: set[str] = set()
    local = set(parameters)
    returns_value = False
    for inner in ast.walk(node):
        if isinstance(inner, ast.Global):
            shared.update(inner.names)
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            local.add(inner.id)
        elif isinstance(inner, ast.Return) and inner.value is not None:
            returns_value = True
    for name in sorted(local):
        require_free(name, place, source, words)
    return Subroutine(node.name, parameters, frozenset(local - shared), node.body, returns_value)


def require_free(name: str, place: Place, source: Source, words: Container[str]) -> None:
    if name in (READ, AT_WALL) or name in words:
        raise source.error(f"{name!r} is a word of the language and cannot be given a new meaning", place)
