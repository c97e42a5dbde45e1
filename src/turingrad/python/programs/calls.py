# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""Calls: of known functions with their arguments matched now, of methods by columns, of anything at run time."""

from __future__ import annotations

import ast
import enum
import inspect
import types
from typing import Any

from turingrad.python.programs.assembler import A0, A1, RA, TOP, ZERO
from turingrad.python.programs.classes import family_of
from turingrad.python.programs.guards import MOST_WORDS
from turingrad.python.programs.matching import Default, Given, Parts, is_empty_tuple, match
from turingrad.python.programs.method_calls import MethodCalls
from turingrad.python.programs.names import Held
from turingrad.python.programs.queries import is_bound_method, is_unbound_method
from turingrad.python.programs.tables import RawAddress
from turingrad.python.programs.unit import INLINE_LIMIT, MISSING

BUILT_IN = (
    types.BuiltinFunctionType,
    types.BuiltinMethodType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
)


def is_text_seed(node: ast.Call) -> bool:
    """Whether this looks like `Random("a")` or `random.seed("a")`, which hashes the text."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    texts = [each for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str | bytes)]
    return name in ("Random", "seed") and bool(texts)


class Calls(MethodCalls):
    """Calls."""

    def arguments(self, nodes: list[Given], first: int = 0) -> None:
        """Values into the callee's slots, left to right."""
        if len(nodes) > INLINE_LIMIT:
            self.refuse(nodes[0], f"a call with {len(nodes)} arguments", "pass a list")
        walrus = any(self.assigns(node) for node in nodes if isinstance(node, ast.AST))
        hard = [index for index, node in enumerate(nodes) if walrus or not self.is_easy(node)]
        kept: dict[int, int] = {}
        for index in hard[:-1]:
            self.value_of(nodes[index])
            kept[index] = self.save()
        if hard:
            self.value_of(nodes[hard[-1]])
            self.to_callee(A0, first + hard[-1])
        for index, node in enumerate(nodes):
            if index in kept:
                self.restore(kept[index], A0)
            elif hard and index == hard[-1]:
                continue
            else:
                self.easy_value(node)
            self.to_callee(A0, first + index)
        self.release(len(kept))

    def is_easy(self, node: Given) -> bool:
        if isinstance(node, Parts):
            return is_empty_tuple(node)
        return isinstance(node, Default) or self.is_simple(node)

    def easy_value(self, node: Given) -> None:
        if isinstance(node, Default):
            self.constant(A0, node.value)
        elif isinstance(node, Parts):
            self.constant(A0, node.empty())
        else:
            self.load_simple(node, A0)

    def value_of(self, node: Given) -> None:
        if isinstance(node, Parts):
            node.build(self)
        else:
            self.expr(node)

    def expr_Call(self, node: ast.Call) -> None:
        special = self.linker.special_call(self, node)
        if special:
            return
        if isinstance(node.func, ast.Attribute) and self.is_super(node.func.value):
            self.call_super(node)
            return
        if is_text_seed(node):
            self.linker.flag("HAS_TEXT_SEED")
        target = self.static_value(node.func)
        if target is not MISSING:
            self.check_numpy(node.func, target)
            target = self.linker.stand_in(target)
            if isinstance(target, types.FunctionType):
                if not self.passes_self(node, target):
                    self.linker.note_loose(target)
                self.call_function(node, target, [])
                return
            if isinstance(target, type):
                self.call_class(node, target)
                return
            if isinstance(target, BUILT_IN) and not is_bound_method(target) and not is_unbound_method(target):
                self.linker.refuse_builtin(self, node, target)
        elif isinstance(node.func, ast.Name) and self.runtime and self.resolve(node.func.id)[1] is MISSING:
            self.call_raw(node)
            return
        if isinstance(node.func, ast.Attribute) and target is MISSING:
            self.call_method(node, node.func)
            return
        self.call_value(node)

    def call_raw(self, node: ast.Call) -> None:
        """Managed code of the run time calls raw code: up to eight words in registers."""
        assert isinstance(node.func, ast.Name)
        if len(node.args) == 1:
            self.expr(node.args[0])
        elif len(node.args) == 2:
            self.two(*node.args)
        elif node.args:
            self.to_registers(node.args)
        self.raw(node.func.id)

    def to_registers(self, nodes: list[ast.expr]) -> None:
        """Values into the argument registers; those that take a call come first."""
        hard = [index for index, each in enumerate(nodes) if not self.is_simple(each)]
        kept: dict[int, int] = {}
        for index in hard[:-1]:
            self.expr(nodes[index])
            kept[index] = self.save()
        if hard:
            self.expr(nodes[hard[-1]])
            self.code.move(A0 + hard[-1], A0)
        for index, each in enumerate(nodes):
            if index in kept:
                self.restore(kept[index], A0 + index)
            elif index not in hard[-1:]:
                self.load_simple(each, A0 + index)
        self.release(len(kept))

    def match_arguments(self, node: ast.Call, function: types.FunctionType, leading: int) -> list[Given] | None:
        """The argument of each parameter after the `leading` ones; None if only the run time can tell."""
        if any(isinstance(each, ast.Starred) for each in node.args) or any(each.arg is None for each in node.keywords):
            return None
        return match(self, node, inspect.signature(function, follow_wrapped=False), leading)

    def call_function(self, node: ast.Call, function: types.FunctionType, before: list[Given]) -> None:
        given = self.match_arguments(node, function, len(before))
        if given is None:
            self.constant(A0, function)
            self.call_general(node, self.save(), before)
            return
        self.arguments([*before, *given])
        self.mark(node)
        self.code.jump(self.linker.function_label(function), RA)

    def call_class(self, node: ast.Call, cls: type) -> None:
        if issubclass(cls, enum.Enum) or inspect.isabstract(cls):
            self.call_function(node, self.linker.maker_of(cls), [])
            return
        if getattr(cls, "stands_for", None) is types.SimpleNamespace:
            for each in node.keywords:
                self.linker.store_slot(cls, each.arg or "_")
        maker = self.linker.constructor(self, node, cls)
        if maker is not None:
            self.call_function(node, maker, [])
            return
        table = self.linker.table
        table.add(cls)
        found = self.linker.method_of(cls, "__init__")
        family = family_of(cls)
        if family == "DICT" and self.make_dict_object(node, cls, found):
            return
        if family in ("LIST", "DICT", "SET", "TUPLE", "FROZENSET") or self.linker.method_of(cls, "__new__") is not None:
            self.call_value(node)
            return
        if family == "EXC" and found is None:
            self.call_value(node)
            return
        if found is None and (node.args or node.keywords):
            self.refuse(node, f"{cls.__name__}() takes no arguments", "define __init__")
        words, number = (table.words(cls), table.numbers[cls]) if cls in table.numbers else (3, 0)
        if not isinstance(found, types.FunctionType):
            self.new_instance(words, number)
            return
        given = self.match_arguments(node, found, 1)
        if given is None or family == "EXC":
            self.call_value(node)
            return
        self.arguments(given, 1)
        self.new_instance(words, number)
        self.call_init(node, found)

    def make_dict_object(self, node: ast.Call, cls: type, init: Any) -> bool:
        """A new object of a class of dicts with an `__init__`; False if that is for the run time."""
        table = self.linker.table
        plain = isinstance(init, types.FunctionType) and self.linker.method_of(cls, "__new__") is None
        given = self.match_arguments(node, init, 1) if plain and cls in table.numbers else None
        if given is None:
            return False
        self.linker.flag("HAS_DICT")
        self.arguments(given, 1)
        self.new_instance(table.words(cls), table.numbers[cls])
        self.code.store(ZERO, A0, 7)
        self.code.constant(A1, self.linker.constant("EMPTY_ARRAY") or 0)
        self.code.store(A1, A0, 11)
        self.call_init(node, init)
        return True

    def call_init(self, node: ast.Call, init: types.FunctionType) -> None:
        """Call `__init__` of a0, whose arguments are in place; a0 stays."""
        self.to_callee(A0, 0)
        slot = self.save()
        self.mark(node)
        self.code.jump(self.linker.function_label(init), RA)
        self.restore(slot, A0)
        self.release()

    def raise_builtin(self, kind: type, arguments: list[ast.expr]) -> None:
        raise NotImplementedError

    def new_instance(self, words: int, number: int) -> None:
        if not self.runtime and words <= MOST_WORDS:
            self.make_instance(words, number)
            return
        self.code.constant(A0, words)
        self.code.constant(A1, number)
        self.raw("instance")

    def call_super(self, node: ast.Call) -> None:
        assert isinstance(node.func, ast.Attribute)
        assert isinstance(node.func.value, ast.Call)
        found = self.super_place(node.func.value, node.func.attr)
        if isinstance(found, RawAddress):
            self.call_varied(node, found)
            return
        if isinstance(found, classmethod | staticmethod):
            found = found.__func__
        receiver = ast.copy_location(ast.Name(self.scope.parameters[0], ast.Load()), node)
        if not isinstance(found, types.FunctionType):
            self.linker.refuse_builtin(self, node, found)
        self.call_function(node, found, [] if node.func.attr == "__new__" else [receiver])

    def call_varied(self, node: ast.Call, column: RawAddress) -> None:
        """super().name(...) by a column."""
        if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
            self.refuse(node, "keywords or stars in a call of super() with several bases", "pass them by position")
        receiver = ast.copy_location(ast.Name(self.scope.parameters[0], ast.Load()), node)
        self.arguments([receiver, *node.args])
        self.code.load(A0, TOP, 8)
        self.code.constant(A1, 2 * len(node.args) + 2)
        self.code.address(A0 + 2, column)
        self.raw("call_method")

    def call_value(self, node: ast.Call) -> None:
        """A callee that is known at run time only."""
        starred = any(isinstance(each, ast.Starred) for each in node.args)
        if node.keywords or starred:
            self.expr(node.func)
            self.call_general(node, self.save(), [])
            return
        end = self.code.fresh()
        callee, slot = node.func, None
        if not self.is_simple(callee):
            self.expr(callee)
            slot = self.save()
            callee = ast.copy_location(Held(slot), callee)
        self.arguments(node.args)
        self.load_simple(callee, A0)
        self.release(0 if slot is None else 1)
        if not self.runtime and len(node.args) < MOST_WORDS:
            self.mark(node)
            self.call_objects(node, end)
        self.code.constant(A1, 2 * len(node.args))
        self.mark(node)
        self.raw("call")
        self.code.label(end)

    def call_general(self, node: ast.Call, callee: int, before: list[Given]) -> None:
        """With stars or keywords: a list and a dict of arguments, matched at run time. Releases the callee's slot."""
        self.linker.flag("HAS_DICT")
        self.linker.flag("HAS_KWARGS")
        self.emit_starred([*before, *node.args], None if before else node.func)
        values = self.save()
        named = Parts("dict", [(each.arg, each.value) for each in node.keywords])
        named.build(self)
        self.to_callee(A0, 2)
        self.restore(values, A0)
        self.to_callee(A0, 1)
        self.restore(callee, A0)
        self.to_callee(A0, 0)
        self.release(2)
        self.mark(node)
        self.call_managed("call_with")
