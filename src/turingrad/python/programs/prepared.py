"""Syntax trees ready to be compiled: renamed, marked, with their scopes. Those of plain functions are kept."""

from __future__ import annotations

import ast
import copy
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from turingrad.python.programs.scopes import Scope, scope_of
from turingrad.python.programs.sources import Renamer, assigned_names, node_of

IN_PLACE = frozenset({"sum", "any", "all", "min", "max", "list", "tuple", "set", "sorted", "frozenset", "dict"})


class CodeKey:
    """A code object by identity: equal ones may be from different files."""

    def __init__(self, code: CodeType) -> None:
        self.code = code

    def __hash__(self) -> int:
        return id(self.code)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CodeKey) and other.code is self.code


def scope_of_function(function: FunctionType) -> Scope:
    """The scope of a live function. A closure gets a tree of its own: its inner functions see its own cells."""
    shadowed = frozenset(IN_PLACE & function.__globals__.keys())
    if function.__code__.co_freevars:
        return fresh_scope(function.__code__, shadowed)
    return kept_scope(CodeKey(function.__code__), shadowed)


@lru_cache(maxsize=4096)
def kept_scope(key: CodeKey, shadowed: frozenset[str]) -> Scope:
    return fresh_scope(key.code, shadowed)


def fresh_scope(code: CodeType, shadowed: frozenset[str]) -> Scope:
    node = copy.deepcopy(node_of(code))
    prepare(node, shadowed)
    return scope_of(node, None, tuple(each for each in code.co_freevars if each != "__class__"))


def hide_classes(node: ast.AST) -> None:
    """Mark what is only compared, called or asked for a name: if it is a class, the text of the class is not needed."""
    inner: list[ast.expr] = []
    if isinstance(node, ast.Compare):
        inner = [node.left, *node.comparators]
    elif isinstance(node, ast.Attribute):
        inner = [node.value]
    elif isinstance(node, ast.Call):
        inner = [node.func]
    for each in inner:
        each.is_hidden = True  # type: ignore[attr-defined]


def prepare(node: Any, shadowed: frozenset[str]) -> None:
    """Mark generator expressions that run in place, and rename the variables of comprehensions."""
    body = node.body if isinstance(node.body, list) else [node]
    own = set().union(*(assigned_names(each) for each in body)) | shadowed
    for each in ast.walk(node):
        hide_classes(each)
        if isinstance(each, ast.Call) and each.args and isinstance(each.args[0], ast.GeneratorExp):
            joined = isinstance(each.func, ast.Attribute) and isinstance(each.func.value, ast.Constant)
            if (isinstance(each.func, ast.Name) and each.func.id in IN_PLACE - own) or (
                joined and getattr(each.func, "attr", "") == "join"
            ):
                each.args[0].in_place = True  # type: ignore[attr-defined]
                each.args[0].is_joined = joined  # type: ignore[attr-defined]
    renamer = Renamer()
    for part in body:
        renamer.visit(part)
