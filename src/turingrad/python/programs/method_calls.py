"""Calls of methods: by columns, or at once where the class is known."""

from __future__ import annotations

import ast
import builtins
import types
from collections.abc import Callable
from typing import Any

from turingrad.python.programs.assembler import A0, A1, RA, TOP, ZERO
from turingrad.python.programs.attributes import Attributes
from turingrad.python.programs.classes import is_of_runtime
from turingrad.python.programs.inline import T0, T1
from turingrad.python.programs.layout import HOLE, NONE, TYPES
from turingrad.python.programs.matching import Given
from turingrad.python.programs.names import Held
from turingrad.python.programs.queries import BOUND

PLAIN_CALLS = {  # special methods that are called by name
    "__len__": "len",
    "__next__": "next",
    "__iter__": "iter",
    "__str__": "str",
    "__repr__": "repr",
    "__hash__": "hash",
}


QUICK: dict[tuple[str, int], tuple[str, str, int | None]] = {
    # name and number of arguments: the type, the raw function, and a last argument that it takes
    ("append", 1): ("LIST", "append", None),
    ("pop", 0): ("LIST", "list_pop", None),
    ("get", 1): ("DICT", "dict_get", NONE),
    ("get", 2): ("DICT", "dict_get", None),
    ("setdefault", 2): ("DICT", "dict_default", None),
    ("keys", 0): ("DICT", "view_of", 0),
    ("values", 0): ("DICT", "view_of", 2),
    ("items", 0): ("DICT", "view_of", 4),
    ("add", 1): ("SET", "set_add", None),
}


BASE_METHODS = {  # special methods of built-in classes, called with an object: the functions that do it
    **{f"__{name}__": f"operator_{name}" for name in ("getitem", "setitem", "delitem", "contains", "iadd")},
    **{f"__{name}__": f"operator_{name}" for name in ("eq", "ne", "lt", "le", "gt", "ge", "neg", "lshift", "rshift")},
    **{f"__{name}__": f"operator_{name}" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "xor")},
    **{f"__{name}__": f"operator_{name}_" for name in ("and", "or")},
    **{f"__{name}__": f"builtin_{name}" for name in ("len", "repr", "hash", "abs", "reversed", "divmod", "round")},
    **{f"__{name}__": f"make_{name}" for name in ("int", "float", "bool")},
    "__str__": "text_of",
    "__iter__": "plain_iterator",
    "__format__": "format_value",
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

    def call_function(self, node: ast.Call, function: types.FunctionType, before: list[Given]) -> None:
        raise NotImplementedError

    def call_value(self, node: ast.Call) -> None:
        raise NotImplementedError

    def expr_Call(self, node: ast.Call) -> None:  # noqa: N802
        raise NotImplementedError

    def call_method(self, node: ast.Call, target: ast.Attribute) -> None:
        inner = target.value
        if (
            isinstance(inner, ast.Attribute)
            and inner.attr == "__dict__"
            and target.attr == "update"
            and not self.runtime
        ):
            self.linker.flag("SETS_COMPUTED")
            self.call_function(node, self.linker.runtime["update_attributes"], [inner.value])
            return
        self.linker.check_attribute(self, target)
        if self.call_special(node, target):
            return
        in_c = self.method_in_c(target)
        known = in_c or self.linker.only_method(target.attr)
        plain = not node.keywords and not any(isinstance(each, ast.Starred) for each in node.args)
        given: list[Given] | None = list(node.args) if plain else None
        if known is not None:
            given = self.match_arguments(node, known, 1)
        if given is None:
            self.expr_Attribute(target)
            self.call_general(node, self.save(), [])
            return
        if known is not None and (in_c or self.is_own_method(target, known)):
            self.arguments([target.value, *given])
            self.mark(node)
            self.code.jump(self.linker.function_label(known), RA)
            return
        if self.linker.constant("HAS_MISSING") and not all(map(self.is_simple, node.args)) and not self.runtime:
            self.call_value(node)  # `__getattr__` runs before the arguments
            return
        held = self.hold_receiver(node, target)
        receiver = target.value if held is None else held
        if plain and self.quick_method(target.attr, len(node.args)):
            self.call_quick(node, target.attr, receiver)
        else:
            self.arguments([receiver, *given])
            self.code.load(A0, TOP, 8)
            self.mark(node)
            end = self.code.fresh()
            if known is not None:
                self.call_guarded(target.attr, known, end)
            self.code.constant(A1, 2 * len(given) + 2)
            self.column(A0 + 2, target.attr)
            self.raw("call_method")
            self.code.label(end)
        self.release(0 if held is None else 1)

    def call_special(self, node: ast.Call, target: ast.Attribute) -> bool:
        """A call of a special method by its name: what Python does by it."""
        if target.attr in PLAIN_CALLS and len(node.args) < 2 and not node.keywords:
            name = ast.copy_location(ast.Name(PLAIN_CALLS[target.attr], ast.Load()), node)
            if self.static_value(name) is getattr(builtins, name.id):
                self.expr_Call(ast.copy_location(ast.Call(name, [target.value, *node.args], []), node))
                return True
        if target.attr in ("mro", "__subclasses__") and not (node.args or self.runtime or self.linker.defines("mro")):
            fact = "__mro__" if target.attr == "mro" else target.attr
            self.expr(ast.copy_location(ast.Attribute(target.value, fact, ast.Load()), node))
            self.raw("to_list")
            return True
        if target.attr in BASE_METHODS and not self.runtime and not self.linker.is_users(target.attr):
            self.call_function(node, self.linker.runtime[BASE_METHODS[target.attr]], [target.value])
            return True
        if target.attr in BOUND and not self.runtime and not self.is_super(target.value):
            self.call_function(node, self.linker.runtime[BOUND[target.attr]], [target.value])
            return True
        return False

    def call_guarded(
        self, name: str, method: types.FunctionType, end: str, prepare: Callable[[], None] = lambda: None
    ) -> None:
        """Enter a method if the type of a0 is one that surely has it; then go on at `end`."""
        table = self.linker.table
        having = {
            number
            for cls, number in table.numbers.items()
            if self.linker.method_of(cls, name) is method and name not in table.layouts[cls]
        }
        if self.runtime or not having or max(having) - min(having) + 1 != len(having):
            return
        other = self.code.fresh()
        self.unless_types(min(having), len(having), other)
        prepare()
        self.code.jump(self.linker.function_label(method), RA)
        self.code.jump(end)
        self.code.label(other)

    def call_objects(self, node: ast.Call, end: str) -> None:
        """A callee in a0 that is an object with `__call__`, or a function with a cache, behind a test of its type."""
        count = len(node.args)
        known = self.linker.only_method("__call__")
        if known is not None and self.match_arguments(node, known, 1) == node.args:
            self.call_guarded("__call__", known, end, lambda: self.insert_receiver(count))
        cached = self.linker.runtime["CachedFunction"]
        number = self.linker.table.numbers.get(cached)
        if number is None or not count:
            return
        other = self.code.fresh()
        self.unless_types(number, 1, other)
        self.code.move(A1, A0)
        self.start_object(count + 1, TYPES["TUPLE"])
        for index in range(count):
            self.code.load(T0, TOP, 8 + 4 * index)
            self.code.store(T0, A0, 3 + 4 * index)
        self.to_callee(A1, 0)
        self.to_callee(A0, 1)
        self.find_cached(cached, end)
        self.code.label(other)

    def find_cached(self, cached: Any, end: str) -> None:
        """`cached_value` of the object in a1 for the tuple in a0, both also arguments in place; then go on at `end`."""
        limited, missed = self.code.fresh(), self.code.fresh()
        places = self.linker.table.layouts[cached]
        self.code.load(T0, A1, 4 * places["_maxsize"] - 1)
        self.code.constant(T1, NONE)
        self.code.branch("bne", T0, T1, limited)
        self.code.load(T0, A1, 4 * places["_values"] - 1)
        self.code.move(A1, A0)
        self.code.move(A0, T0)
        self.raw("cached_item")
        self.code.op("addi", T0, A0, 0, -HOLE)
        self.code.branch("beq", T0, ZERO, missed)
        self.code.load(T1, TOP, 8)
        self.code.load(T0, T1, 4 * places["_hits"] - 1)
        self.code.op("addi", T0, T0, 0, 2)
        self.code.store(T0, T1, 4 * places["_hits"] - 1)
        self.code.jump(end)
        self.code.label(missed)
        self.code.jump(self.linker.function_label(cached.missed_value), RA)
        self.code.jump(end)
        self.code.label(limited)
        self.code.jump(self.linker.function_label(cached.cached_value), RA)
        self.code.jump(end)

    def insert_receiver(self, count: int) -> None:
        """a0 in front of the arguments that are in place."""
        for index in reversed(range(count)):
            self.code.load(T0, TOP, 8 + 4 * index)
            self.to_callee(T0, index + 1)
        self.to_callee(A0, 0)

    def hold_receiver(self, node: ast.Call, target: ast.Attribute) -> Held | None:
        """The receiver in a slot, if its missing attribute must show before arguments that may fail themselves."""
        if self.runtime or all(self.is_simple(each) for each in (*node.args, *(each.value for each in node.keywords))):
            return None
        fine, other = self.code.fresh(), self.code.fresh()
        self.expr(target.value)
        self.mark(target)
        if self.quick_method(target.attr, len(node.args)):
            self.unless_list(other, QUICK[target.attr, len(node.args)][0])
            self.code.jump(fine)
            self.code.label(other)
        self.column(A1, target.attr)
        self.raw("check_attr")
        self.code.label(fine)
        return Held(self.save())

    def quick_method(self, name: str, count: int) -> bool:
        """Whether a method of a built-in type is called without a search if the object has that type."""
        if (name, count) not in QUICK or (self.runtime and name != "append"):
            return False
        kind = QUICK[name, count][0]
        return kind == "LIST" or f"HAS_{kind}" in self.linker.facts.flags

    def call_quick(self, node: ast.Call, name: str, receiver: ast.expr) -> None:
        """x.append(y) and the like: of a list, dict or set without a search for the method."""
        other, end = self.code.fresh(), self.code.fresh()
        count = len(node.args)
        kind, function, extra = QUICK[name, count]
        if count == 0:
            self.expr(receiver)
        elif count == 1:
            self.two(receiver, node.args[0])
        else:
            self.arguments([receiver, *node.args])
            for index in range(count + 1):
                self.code.load(A0 + index, TOP, 8 + 4 * index)
        self.mark(node)
        self.unless_list(other, kind)
        if extra is not None:
            self.code.constant(A0 + count + 1, extra)
        self.raw(function)
        self.code.jump(end)
        self.code.label(other)
        for index in range(count + 1 if count < 2 else 0):
            self.to_callee(A0 + index, index)
        self.code.constant(A1, 2 * count + 2)
        self.column(A0 + 2, name)
        self.raw("call_method")
        self.code.label(end)

    def method_in_c(self, target: ast.Attribute) -> types.FunctionType | None:
        """What `self.name` is in a class of the run time if in Python it is written in C: no class below is asked."""
        live = getattr(self.owner, "stands_for", None)
        own = isinstance(target.value, ast.Name) and target.value.id == self.self_name
        if not own or live is None or self.owner is None or isinstance(vars(live).get(target.attr), types.FunctionType):
            return None
        found = vars(self.owner).get(target.attr)
        ours = [each for each in self.linker.table.below(self.owner) if is_of_runtime(each)]
        same = all(self.linker.method_of(each, target.attr) is found for each in ours)
        return found if same and isinstance(found, types.FunctionType) else None

    def passes_self(self, node: ast.Call, method: types.FunctionType) -> bool:
        """Whether a method of a base is called with `self` of the method that calls it."""
        given = node.args[0] if node.args else None
        if self.owner is None or self.loose or not isinstance(given, ast.Name) or given.id != self.self_name:
            return False
        return self.linker.owner_of(method) in self.linker.table.bases(self.owner)

    def is_own_method(self, target: ast.Attribute, method: types.FunctionType) -> bool:
        """Whether `self.name` of a method is surely this function: no class below has another, no object its own."""
        own = isinstance(target.value, ast.Name) and target.value.id == self.self_name and self.owner is not None
        if not own or self.owner is None or self.loose:
            return False
        table = self.linker.table
        below = table.below(self.owner)
        found = [self.linker.method_of(each, target.attr) for each in below]
        slots = any(target.attr in table.layouts.get(each, {}) for each in below)
        return bool(found) and all(each is method for each in found) and not slots
