"""The arguments of a call matched with the parameters of a known function."""

from __future__ import annotations

import ast
import inspect
from typing import Any

from turingrad.python.programs.assembler import A0, A1, FP

Given = Any  # an expression, or a live default value wrapped in Default, or Parts


class Default:
    """A default value, which is a live object."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Parts:
    """The value of `*args` (a tuple) or `**kwargs` (a dict) at a call whose function is known."""

    def __init__(self, kind: str, parts: list[Any], callee: ast.expr | None = None) -> None:
        self.kind, self.parts = kind, parts
        self.callee = callee  # if the only argument is one after a star: an error names the function

    def empty(self) -> Any:
        return ()

    def build(self, unit: Any) -> None:
        if self.callee is not None and not unit.runtime:
            unit.emit_starred(self.parts, self.callee)
            unit.raw("as_tuple_of")
            return
        if self.kind == "tuple":
            unit.expr_Tuple(ast.Tuple(self.parts, ast.Load()))
            return
        unit.linker.flag("HAS_DICT")
        unit.raw("new_dict")
        slot = unit.save()
        for name, value in self.parts:
            unit.expr(value)
            if name is None:
                unit.to_callee(A0, 1)
                unit.restore(slot, A0)
                unit.to_callee(A0, 0)
                unit.call_managed("keywords_update")
                continue
            unit.code.move(A0 + 2, A0)
            unit.constant(A1, name)
            unit.code.load(A0, FP, unit.offset(slot))
            unit.raw("dict_set")
        unit.restore(slot, A0)
        unit.release()


def is_empty_tuple(given: Any) -> bool:
    return isinstance(given, Parts) and given.kind == "tuple" and not given.parts


def match(unit: Any, node: ast.Call, signature: inspect.Signature, leading: int) -> list[Given] | None:
    """Arguments in the order of the parameters; None if they do not fit, which is an error of the run."""
    parameters = list(signature.parameters.values())
    positional = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    named = {str(each.arg): each.value for each in node.keywords}
    if len(named) != len(node.keywords):
        return None
    if [each.arg for each in node.keywords] and not all(unit.is_simple(each) for each in (*node.args, *named.values())):
        order = [each.name for each in parameters if each.name in named]
        if order != list(named):
            return None  # values are computed in the order of the call
    given: list[Given] = []
    rest = list(node.args)
    if len(positional) < leading:
        return None
    for each in positional[leading:]:
        if rest:
            if each.name in named and each.kind != each.POSITIONAL_ONLY:
                return None
            given.append(rest.pop(0))
        elif each.name in named and each.kind != each.POSITIONAL_ONLY:
            given.append(named.pop(each.name))
        elif each.default is not each.empty:
            given.append(Default(each.default))
        else:
            return None
    for each in parameters:
        if each.kind == each.VAR_POSITIONAL:
            sole = len(node.args) == len(rest) == 1 and isinstance(rest[0], ast.Starred)
            given.append(Parts("tuple", rest, node.func if sole else None))
            rest = []
        elif each.kind == each.KEYWORD_ONLY:
            if each.name in named:
                given.append(named.pop(each.name))
            elif each.default is not each.empty:
                given.append(Default(each.default))
            else:
                return None
        elif each.kind == each.VAR_KEYWORD:
            given.append(Parts("dict", list(named.items())))
            named = {}
    return None if rest or named else given
