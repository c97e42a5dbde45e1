"""Which locals of a raw function must live in memory: those that a call in the middle of their life would destroy."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache

from turingrad.python.programs.assembler import BASE, FP, HLIM, HP, RA, SLIM, SP, TOP

REGISTERS = {"HP": HP, "HLIM": HLIM, "FP": FP, "TOP": TOP, "SLIM": SLIM, "SP": SP, "RA": RA, "BASE": BASE}
LOADS = ("lw", "lbu", "lb", "lhu", "lh")
STORES = ("sw", "sb", "sh")
INTRINSICS = {
    *LOADS,
    *STORES,
    "ult",
    "uge",
    "shr",
    "field",
    "set_field",
    "tag",
    "header",
    "putbyte",
    "halt",
    "jump",
    "address",
    "char",
    "set_char",
}


class Lives(ast.NodeVisitor):
    """Where each name is first written and last read, and where calls are, counted in the order of the source."""

    def __init__(self, is_call: Callable[[ast.Call], bool]) -> None:
        self.is_call = is_call
        self.at = 0
        self.first: dict[str, int] = {}
        self.last: dict[str, int] = {}
        self.calls: list[int] = []
        self.loops: list[tuple[int, int]] = []

    def touch(self, name: str) -> None:
        self.at += 1
        self.first.setdefault(name, self.at)
        self.last[name] = self.at

    def visit_Name(self, node: ast.Name) -> None:
        self.touch(node.id)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        self.visit(node.target)

    def visit_Call(self, node: ast.Call) -> None:
        for each in node.args:
            self.visit(each)
        if self.is_call(node):
            self.at += 1
            self.calls.append(self.at)

    def visit_Return(self, node: ast.Return) -> None:
        value = node.value
        if isinstance(value, ast.Call):  # a jump: nothing is needed after it
            for each in value.args:
                self.visit(each)
        elif value is not None:
            self.visit(value)

    def visit_While(self, node: ast.While) -> None:
        start = self.at + 1
        self.visit(node.test)
        for each in node.body:
            self.visit(each)
        self.at += 1
        self.loops.append((start, self.at))


def in_memory(function: ast.FunctionDef, is_call: Callable[[ast.Call], bool]) -> tuple[list[str], bool]:
    """The locals that live across a call, and whether there is any call that is not a jump."""
    lives = Lives(is_call)
    for argument in function.args.args:
        lives.touch(argument.arg)
    for each in function.body:
        lives.visit(each)
    crossing = []
    for name, first in lives.first.items():
        start, end = first, lives.last[name]
        changed = True
        while changed:
            changed = False
            for low, high in lives.loops:
                if start <= high and low <= end and (end < high or low < start):
                    start, end, changed = min(start, low), max(end, high), True
        if any(start < call < end for call in lives.calls):
            crossing.append(name)
    return crossing, bool(lives.calls)


def is_real_call(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id not in INTRINSICS


@lru_cache(maxsize=1024)
def frame_of(node: ast.FunctionDef) -> tuple[list[str], list[str], bool]:
    """The names that a function assigns, those of them and of its parameters that live in memory, whether it calls."""
    found: dict[str, None] = {}
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and each.id not in REGISTERS:
            found[each.id] = None
    own = {*found, *(each.arg for each in node.args.args)}
    crossing, calls = in_memory(node, is_real_call)
    return list(found), [name for name in crossing if name in own], calls
