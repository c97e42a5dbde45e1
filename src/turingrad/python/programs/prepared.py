"""Syntax trees ready to be compiled: renamed, marked, with their scopes. Those of plain functions are kept."""

from __future__ import annotations

import ast
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from turingrad.python.programs.scopes import Scope, scope_of
from turingrad.python.programs.sources import Renamer, assigned_names, node_of, walk

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
    node = copy_tree(node_of(code))
    mangle(node, class_of_code(code).lstrip("_"))
    prepare(node, shadowed)
    return scope_of(node, None, tuple(each for each in code.co_freevars if each != "__class__"))


def copy_tree(node: Any) -> Any:
    """A copy of all nodes that anything is written to; other values stay the same objects, as constants must."""
    if not node._fields:
        return node
    made = ast.AST.__new__(type(node))
    fields = vars(made)
    for name, value in vars(node).items():
        if isinstance(value, ast.AST):
            value = copy_tree(value)
        elif isinstance(value, list):
            value = [copy_tree(each) if isinstance(each, ast.AST) else each for each in value]
        fields[name] = value
    return made


def class_of_code(code: CodeType) -> str:
    """The name of the class in whose body a function is written; empty of other functions."""
    parts = code.co_qualname.split(".")[:-1]
    while parts and parts[-1] == "<locals>":
        parts = parts[:-2]
    return parts[-1] if parts else ""


def mangle(node: ast.AST, owner: str) -> None:
    """Write private names, `__x`, as Python does in a class."""
    fields = {ast.Attribute: "attr", ast.Name: "id", ast.arg: "arg", ast.keyword: "arg", ast.FunctionDef: "name"}
    for each in walk(node) if owner else ():
        field = fields.get(type(each), "") if each is not node else ""
        name = getattr(each, field, None) if field else None
        if isinstance(name, str) and name.startswith("__") and not name.endswith("__"):
            setattr(each, field, f"_{owner}{name}")


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
    for each in walk(node):
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
