"""Calls of methods: by columns, or at once where the class is known."""

from __future__ import annotations

import ast
import builtins
import types

from turingrad.python.programs.assembler import A0, A1, RA, TOP
from turingrad.python.programs.attributes import Attributes
from turingrad.python.programs.matching import Given
from turingrad.python.programs.names import Held

PLAIN_CALLS = {  # special methods that are called by name
    "__len__": "len",
    "__next__": "next",
    "__iter__": "iter",
    "__str__": "str",
    "__repr__": "repr",
    "__hash__": "hash",
}


class MethodCalls(Attributes):
    """Calls of methods."""

    # In calls

    def arguments(self, nodes: list[Given], first: int = 0) -> None:
        raise NotImplementedError

    def match_arguments(self, node: ast.Call, function: types.FunctionType, leading: int) -> list[Given] | None:
        raise NotImplementedError

    def call_general(self, node: ast.Call, callee: int, before: list[Given]) -> None:
        raise NotImplementedError

    def expr_Call(self, node: ast.Call) -> None:  # noqa: N802
        raise NotImplementedError

    def call_method(self, node: ast.Call, target: ast.Attribute) -> None:
        self.linker.check_attribute(self, target)
        if target.attr in PLAIN_CALLS and len(node.args) < 2 and not node.keywords:
            name = ast.copy_location(ast.Name(PLAIN_CALLS[target.attr], ast.Load()), node)
            if self.static_value(name) is getattr(builtins, name.id):
                self.expr_Call(ast.copy_location(ast.Call(name, [target.value, *node.args], []), node))
                return
        known = self.linker.only_method(target.attr)
        plain = not node.keywords and not any(isinstance(each, ast.Starred) for each in node.args)
        given: list[Given] | None = list(node.args) if plain else None
        if known is not None:
            given = self.match_arguments(node, known, 1)
        if given is None:
            self.expr_Attribute(target)
            self.call_general(node, self.save(), [])
            return
        if known is not None and self.is_own_method(target, known):
            self.arguments([target.value, *given])
            self.mark(node)
            self.code.jump(self.linker.function_label(known), RA)
            return
        held = self.hold_receiver(node, target)
        receiver = target.value if held is None else held
        if target.attr == "append" and plain and len(node.args) == 1:
            self.call_append(node, target.attr, receiver)
        else:
            self.arguments([receiver, *given])
            self.code.load(A0, TOP, 8)
            self.code.constant(A1, 2 * len(given) + 2)
            self.column(A0 + 2, target.attr)
            self.mark(node)
            self.raw("call_method")
        self.release(0 if held is None else 1)

    def hold_receiver(self, node: ast.Call, target: ast.Attribute) -> Held | None:
        """The receiver in a slot, if its missing attribute must show before arguments that may fail themselves."""
        if self.runtime or all(self.is_simple(each) for each in (*node.args, *(each.value for each in node.keywords))):
            return None
        fine, other = self.code.fresh(), self.code.fresh()
        self.expr(target.value)
        self.mark(target)
        if target.attr == "append":
            self.unless_list(other)
            self.code.jump(fine)
            self.code.label(other)
        self.column(A1, target.attr)
        self.raw("check_attr")
        self.code.label(fine)
        return Held(self.save())

    def call_append(self, node: ast.Call, name: str, receiver: ast.expr) -> None:
        """x.append(y): of a list without a search for the method."""
        other, end = self.code.fresh(), self.code.fresh()
        self.two(receiver, node.args[0])
        self.mark(node)
        self.unless_list(other)
        self.raw("append")
        self.code.jump(end)
        self.code.label(other)
        self.to_callee(A0, 0)
        self.to_callee(A1, 1)
        self.code.constant(A1, 4)
        self.column(A0 + 2, name)
        self.raw("call_method")
        self.code.label(end)

    def is_own_method(self, target: ast.Attribute, method: types.FunctionType) -> bool:
        """Whether `self.name` of a method is surely this function: no class below has another, no object its own."""
        own = isinstance(target.value, ast.Name) and target.value.id == self.self_name and self.owner is not None
        if not own or not self.linker.is_only_method(self.scope.node) or self.owner is None:
            return False
        table = self.linker.table
        below = [each for each in table.numbers if issubclass(each, self.owner)]
        found = [self.linker.method_of(each, target.attr) for each in below]
        slots = any(target.attr in table.layouts.get(each, {}) for each in below)
        return bool(found) and all(each is method for each in found) and not slots
