# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""Expressions of managed code: each leaves its value in a0."""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import inspect
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from turingrad.python.programs.assembler import A0, A1
from turingrad.python.programs.classes import is_written_here
from turingrad.python.programs.guards import Guards
from turingrad.python.programs.inline import BITS
from turingrad.python.programs.layout import HOLE
from turingrad.python.programs.queries import is_unbound_method
from turingrad.python.programs.stand_ins import CLASS_METHODS
from turingrad.python.programs.synthesis import bound_function
from turingrad.python.programs.unit import MISSING

IN_PLACE_FUNCTIONS = frozenset(f"i{name}_other" for name in ("add", "sub", "mul", "or", "and", "xor"))

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.BitAnd: "bit_and",
    ast.BitOr: "bit_or",
    ast.BitXor: "bit_xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.Div: "divide",
}
MANAGED_OPERATORS: dict[type[ast.operator], str] = {ast.Pow: "power", ast.MatMult: "matmul"}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
CONDITIONS = {"eq", "ne", "lt", "le", "gt", "ge", "truth", "contains", "dict_has", "set_has", "list_has"}
CLOCKS = ("today", "now", "utcnow", "fromtimestamp", "utcfromtimestamp")


def is_exception(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


CONSTANTS = (types.FunctionType, functools._lru_cache_wrapper, int, float, str, tuple, list, dict, set)


PLAIN_INITS: dict[Any, str] = {  # what `Base.__init__(self, ...)` calls of Python's own classes
    **{each: "exception__init__" for each in vars(builtins).values() if is_exception(each)},
    list: "container__init__",
    dict: "container__init__",
    object: "object__init__",
}


def is_generic(value: Any) -> bool:
    """True of a class whose subscript only says what it holds, as `Stack[int]`."""
    if not isinstance(value, type) or isinstance(value, enum.EnumType):
        return False
    found = inspect.getattr_static(value, "__class_getitem__", None)
    function = getattr(found, "__func__", None)
    return found is not None and getattr(function, "__module__", "typing") == "typing"


def makes_view(*sides: ast.expr) -> bool:
    """Whether one of these is a call of a method that gives a view of a dict, by its name."""
    calls = [each.func for each in sides if isinstance(each, ast.Call)]
    return any(isinstance(each, ast.Attribute) and each.attr in ("keys", "items") for each in calls)


class Expressions(Guards):
    """The expressions."""

    def static_value(self, node: ast.expr) -> Any:
        """The live object that an expression is known to be; MISSING if it is known at run time only."""
        if isinstance(node, ast.Name):
            where, what = self.resolve(node.id)
            return what if where == "value" else MISSING
        if isinstance(node, ast.Subscript):
            base = self.static_value(node.value)
            return base if is_generic(base) else MISSING
        if isinstance(node, ast.Attribute):
            base = self.static_value(node.value)
            if isinstance(base, types.ModuleType):
                if not hasattr(base, node.attr):
                    self.refuse(node, f"module {base.__name__} has no {node.attr}", "check the name")
                return getattr(base, node.attr)
            if isinstance(base, np.ufunc):  # numpy.add.at
                return getattr(base, node.attr, MISSING)
            if isinstance(base, types.FunctionType) and node.attr in ("__wrapped__", "__doc__"):
                return getattr(base, node.attr, MISSING)
            if isinstance(base, tuple) and type(base).__module__ == "sys":  # sys.float_info
                return getattr(base, node.attr, MISSING)
            if isinstance(base, type) and node.attr == "__doc__" and is_written_here(base):
                return base.__doc__
            if isinstance(base, type) and (base, node.attr) in CLASS_METHODS:
                return self.linker.runtime[CLASS_METHODS[base, node.attr]]
            if isinstance(base, type) and node.attr == "fromkeys" and issubclass(base, dict):
                found = inspect.getattr_static(base, "fromkeys")
                if isinstance(found, types.ClassMethodDescriptorType):
                    return bound_function("fromkeys", "", base)
            if node.attr == "__init__" and isinstance(base, type) and base in PLAIN_INITS:
                return self.linker.runtime[PLAIN_INITS[base]]
            if isinstance(base, type) and not self.linker.is_stored_attribute(node.attr):
                found = self.class_constant(self.linker.stand_in(base), node.attr)
                return self.library_constant(node, base) if found is MISSING else found
        return MISSING

    def library_constant(self, node: ast.Attribute, cls: type) -> Any:
        """An attribute of a class of Python's own that has a stand-in: `date.max`; a clock is refused."""
        made = self.linker.stand_in(cls)
        if getattr(made, "stands_for", None) is not cls or hasattr(made, node.attr) or not hasattr(cls, node.attr):
            return MISSING
        value = getattr(cls, node.attr)
        if hasattr(self.linker.stand_in(type(value)), "stands_for"):
            return value
        cure = "pass the date or the time as an argument" if node.attr in CLOCKS else "write it out in Python"
        return self.refuse(node, f"{cls.__module__}.{cls.__qualname__}.{node.attr}", cure)

    def class_constant(self, cls: Any, name: str) -> Any:
        if not isinstance(cls, type):
            return MISSING
        if issubclass(cls, enum.Enum) and name in cls.__members__:
            return cls.__members__[name]
        for base in cls.__mro__:
            if name in vars(base):
                value = vars(base)[name]
                if isinstance(value, staticmethod):
                    return value.__func__
                return value if isinstance(value, CONSTANTS) or is_unbound_method(value) else MISSING
        return MISSING

    def expr(self, node: ast.expr) -> None:
        self.mark(node)
        handler = getattr(self, f"expr_{type(node).__name__}", None)
        if handler is None:
            self.refuse(node, f"the expression {type(node).__name__}", "write it another way")
        handler(node)

    def expr_Constant(self, node: ast.Constant) -> None:
        self.constant(A0, node.value)

    def expr_Name(self, node: ast.Name) -> None:
        self.load_name(node, node.id)

    def expr_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.expr(node.value)
        self.store_name(node, node.target.id)

    def expr_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.from_condition(node)
            return
        if self.is_simple(node):
            self.load_simple(node, A0)
            return
        self.expr(node.operand)
        self.raw({ast.USub: "neg", ast.UAdd: "positive", ast.Invert: "invert"}[type(node.op)])

    def two(self, left: ast.expr, right: ast.expr) -> None:
        """Two values, left to right, into a0 and a1."""
        if self.is_simple(right):
            self.expr(left)
            self.load_simple(right, A1)
            return
        if self.is_simple(left) and not self.assigns(right):
            self.expr(right)
            self.code.move(A1, A0)
            self.load_simple(left, A0)
            return
        self.expr(left)
        slot = self.save()
        self.expr(right)
        self.code.move(A1, A0)
        self.restore(slot, A0)
        self.release()

    def expr_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            self.percent_format(node)
            return
        if isinstance(node.op, ast.Mod) and not self.runtime and self.small_constant(node.left) is None:
            self.linker.flag("HAS_PERCENT")  # the left side may be a text
        if isinstance(node.op, ast.Sub | ast.BitAnd | ast.BitOr | ast.BitXor) and makes_view(node.left, node.right):
            self.linker.flag("HAS_SET")  # of a view and a list, too
        if isinstance(node.op, ast.Add | ast.Sub):
            odd = "add_odd" if isinstance(node.op, ast.Add) else "sub_odd"
            self.add_or_subtract(node, node.left, node.right, lambda: self.operate(node.op), lambda: self.raw(odd))
            self.mark_in_place()
            return
        if isinstance(node.op, ast.Pow) and self.small_constant(node.right) == 2 and not self.runtime:
            self.expr(node.left)
            self.mark(node)
            self.square()
            return
        bits = self.power_of(node.op, node.right)
        if bits is not None:
            self.expr(node.left)
            self.mark(node)
            self.by_power(node.op, bits, lambda: self.operate_constant(node, lambda: self.operate(node.op)))
            return
        self.two(node.left, node.right)
        self.mark(node)
        if type(node.op) in BITS and not self.runtime:
            self.bits_pair(node.op, lambda: self.operate(node.op))
            return
        self.operate(node.op)
        self.mark_in_place()

    def operate_constant(self, node: Any, operate: Callable[[], None]) -> None:
        """`operate` with a constant right side, that of a node, into a1."""
        self.load_simple(node.right if isinstance(node, ast.BinOp) else node.value, A1)
        operate()

    def mark_in_place(self) -> None:
        """What `a &= b` does last is `a & b` inside of the run time: its error must say `&=`, too."""
        if self.runtime and (self.name in IN_PLACE_FUNCTIONS or self.name.startswith("in_place__")):
            self.code.op("addi", 0, 0, 0, 1)

    def add_or_subtract(
        self,
        node: Any,
        left: ast.expr,
        right: ast.expr,
        operate: Callable[[], None],
        odd: Callable[[], None] | None = None,
    ) -> None:
        """left + right or left - right of a node, small ints in place."""
        number = self.small_constant(right)
        if number is None:
            self.two(left, right)
            self.mark(node)
            self.add_pair(isinstance(node.op, ast.Sub), operate, odd)
            return

        def call() -> None:
            self.constant(A1, number)
            operate()

        self.expr(left)
        self.mark(node)
        self.add_constant(-number if isinstance(node.op, ast.Sub) else number, call)

    def percent_format(self, node: ast.BinOp) -> None:
        self.two(node.left, node.right)
        self.to_callee(A0, 0)
        self.to_callee(A1, 1)
        self.call_managed("percent_format")

    def operate(self, op: ast.operator) -> None:
        if type(op) in OPERATORS:
            self.raw(OPERATORS[type(op)])
            return
        self.to_callee(A0, 0)
        self.to_callee(A1, 1)
        self.call_managed(MANAGED_OPERATORS[type(op)])

    # Displays

    def arguments(self, nodes: list[ast.expr], first: int = 0) -> None:
        raise NotImplementedError

    def hole(self) -> int:
        return HOLE
