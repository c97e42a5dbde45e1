"""Raw functions from their syntax trees to instructions, each compiled once per choice of its constants.

A function knows which registers the functions that it calls destroy, itself and theirs included; functions that call
each other in a circle destroy all.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from turingrad.python.programs.assembler import RA, ZERO, Code, Line
from turingrad.python.programs.layout import SYSTEM_OFFSETS
from turingrad.python.programs.raw_expressions import RawExpressions
from turingrad.python.programs.raw_flow import EVERY, FREE, Flow, build_flow, write_flow, writes
from turingrad.python.programs.raw_frames import Frames
from turingrad.python.programs.raw_names import INLINED, NEVER_RETURNS, is_real_call
from turingrad.python.programs.raw_registers import assign
from turingrad.python.programs.raw_values import reuse_values
from turingrad.python.programs.runtime_files import raw_functions

IN_CIRCLES = FREE[:15]  # the registers of functions that call each other in a circle
Constants = tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class Body:
    """The instructions of a raw function, and the registers that a call of it destroys."""

    lines: tuple[Line, ...]
    clobbers: int


@cache
def callees(name: str) -> frozenset[str]:
    """The raw functions that one names in calls."""
    node = raw_functions().get(name)
    if node is None:
        return frozenset()
    calls = (each for each in ast.walk(node) if isinstance(each, ast.Call) and is_real_call(each))
    names = {each.func.id for each in calls if isinstance(each.func, ast.Name)}
    for each in names & INLINED:
        names = names | callees(each)
    return frozenset(names - NEVER_RETURNS)


@cache
def all_callees(name: str) -> frozenset[str]:
    """Those, and what they call in turn."""
    found: set[str] = set()
    todo = [name]
    while todo:
        for each in callees(todo.pop()) - found:
            found.add(each)
            todo.append(each)
    return frozenset(found)


@cache
def own_constants(name: str) -> frozenset[str]:
    node = raw_functions().get(name)
    if node is None:
        return frozenset()
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    wide = {"WIDE"} if names & {"char", "set_char"} else set()  # these ask for the width themselves
    return frozenset({each for each in names if each[0].isupper()} | wide)


@cache
def constants_of(name: str) -> tuple[str, ...]:
    """The constants that a function's instructions may depend on."""
    found = set(own_constants(name))
    for each in all_callees(name):
        found |= own_constants(each)
    return tuple(sorted(found))


class Known:
    """What a raw function asks while it is compiled."""

    def __init__(self, constants: Constants) -> None:
        self.constants = dict(constants)

    def constant(self, name: str) -> int | None:
        return self.constants.get(name)

    def system_word(self, name: str) -> int:
        return SYSTEM_OFFSETS[name]

    def raw_function(self, name: str) -> ast.FunctionDef:
        return raw_functions()[name]


def compile_body(name: str, constant: Callable[[str], int | None]) -> Body:
    """A raw function with the constants of a pass."""
    return body_of(name, tuple((each, constant(each)) for each in constants_of(name)))


@lru_cache(maxsize=4096)
def body_of(name: str, constants: Constants) -> Body:
    known = Known(constants)
    code = Code()
    RawExpressions(raw_functions()[name], code, known).compile()
    fresh = (f".E{index}" for index in itertools.count())

    def clobbers(line: Line) -> int:
        kind, target = line.target
        if kind == "managed" or target not in raw_functions():
            return EVERY
        if target in NEVER_RETURNS:
            return 0
        if target in all_callees(target):
            return circle_clobbers(target, constants)
        return compile_body(target, known.constant).clobbers

    flow = build_flow(code.lines, (f".B{index}" for index in itertools.count()))
    flow = reuse_values(flow)
    assign(flow, clobbers, IN_CIRCLES if name in all_callees(name) else FREE)
    destroyed = find_destroyed(flow, clobbers)
    Frames(flow, clobbers, fresh).write()
    return Body(tuple(write_flow(flow)), destroyed)


@lru_cache(maxsize=1024)
def circle_clobbers(name: str, constants: Constants) -> int:
    """What functions destroy that call each other: their own registers, and those of all that they call besides."""
    circle = {each for each in all_callees(name) if name in all_callees(each)}  # itself, too
    found = sum(1 << each for each in IN_CIRCLES)
    for member in circle:
        if ends_elsewhere(member):
            return EVERY
        for each in callees(member) - circle:
            found |= compile_body(each, dict(constants).get).clobbers if each in raw_functions() else EVERY
    return found


@cache
def ends_elsewhere(name: str) -> bool:
    """Whether a raw function may go on in managed code, or at an address."""
    calls = (each for each in ast.walk(raw_functions()[name]) if isinstance(each, ast.Call))
    return any(isinstance(each.func, ast.Attribute) or getattr(each.func, "id", "") == "jump" for each in calls)


def find_destroyed(flow: Flow, clobbers: Callable[[Line], int]) -> int:
    found = 0
    for block in flow.values():
        for line in block.lines():
            if line.name in ("call", "tail"):
                found |= clobbers(line)
            elif line.name == "goto":
                found |= EVERY
            found |= writes(line)
    return found & EVERY


def emit(body: Body, code: Code, resolve: Callable[[str, str], Any]) -> None:
    """Add a body to the code of a program; `resolve` gives labels of functions and symbols."""
    labels: dict[str, str] = {}

    def local(name: str) -> str:
        if name not in labels:
            labels[name] = code.fresh()
        return labels[name]

    for line in body.lines:
        code.lines += place_line(line, local, resolve)


def place_line(line: Line, local: Callable[[str], str], resolve: Callable[[str, str], Any]) -> Iterator[Line]:
    match line.name:
        case "call":
            yield Line("jal", RA, target=resolve(*line.target))
        case "tail":
            yield Line("jal", ZERO, target=resolve(*line.target))
        case "ret":
            yield Line("jalr", ZERO, RA)
        case "goto":
            yield Line("jalr", ZERO, line.rs1)
        case "stop":
            return
        case "la":
            yield line._replace(target=resolve(*line.target))
        case _ if isinstance(line.target, tuple):
            yield line._replace(target=resolve(*line.target))
        case _:
            yield line if line.target is None else line._replace(target=local(line.target))
