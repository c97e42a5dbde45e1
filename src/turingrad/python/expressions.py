"""Expressions of the subset, followed symbolically."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence

from turingrad.python import arithmetic
from turingrad.python.arithmetic import SubsetError
from turingrad.python.attributes import Attributes
from turingrad.python.lifting import MAX_ITEMS
from turingrad.python.logic import FALSE, TRUE
from turingrad.python.numbers import Value, add, scale, subtract
from turingrad.python.store import bit, literal_of
from turingrad.python.values import (
    Bit,
    Choice,
    Clash,
    Item,
    Ref,
    is_number,
    kind_of,
)

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.MatMult: "@",
}
INSTEAD = {
    "JoinedStr": "no texts",
    "Dict": "lists, with ints as indices",
    "DictComp": "lists, with ints as indices",
    "Set": "a list of bools",
    "SetComp": "a list of bools",
    "Await": "plain functions",
    "Yield": "a list that is returned",
    "YieldFrom": "a list that is returned",
    "Import": "an import at the top of the file",
    "ImportFrom": "an import at the top of the file",
    "Try": "`if` before what may fail",
    "With": "plain statements",
    "Match": "`if` and `elif`",
    "Global": "attributes of self",
    "Nonlocal": "a value that is returned",
    "ClassDef": "lists and tuples",
    "Delete": "a new list",
}


class Expressions(Attributes):
    """`value(node)` is an expression's value on this path."""

    def value(self, node: ast.expr) -> Item:
        return self.at(node, getattr(self, f"_{type(node).__name__.lower()}", self.unknown))

    def unknown(self, node: ast.AST) -> Item:
        name = type(node).__name__
        raise self.refuse(node, f"{name} is outside of the subset", INSTEAD.get(name))

    def use(self, node: ast.expr) -> Item:
        """A value that is about to be used: not one that is missing on some path."""
        found = self.value(node)
        if isinstance(found, Clash):
            name = ast.unparse(node)
            raise self.refuse(node, f"{name if len(name) < 40 else 'this'} {found.why}")
        return found

    # Names

    def _constant(self, node: ast.Constant) -> Item:
        if isinstance(node.value, bool | int | str | type(None)):
            arithmetic.require_width(node.value if isinstance(node.value, int) else 0)
            return node.value
        raise SubsetError(f"{node.value!r} is a {type(node.value).__name__}; only ints and bools are computed with")

    def _name(self, node: ast.Name) -> Item:
        for frame in reversed(self.frames):
            if (frame, node.id) in self.store.cells:
                return self.store.narrow(self.store.cells[frame, node.id])
            if node.id in self.locals.get(frame, ()):
                raise self.refuse(node, f"{node.id!r} has no value yet", "a variable that was assigned before")
        if node.id in self.globals:
            return self.lifting.lift(self.globals[node.id], f"the global {node.id}")
        if hasattr(builtins, node.id):
            return getattr(builtins, node.id)
        raise self.refuse(node, f"{node.id!r} is not defined here", "a variable that was assigned before")

    def _attribute(self, node: ast.Attribute) -> Item:
        return self.attribute(self.use(node.value), node.attr)

    # Operators

    def _binop(self, node: ast.BinOp) -> Item:
        return self.binary(OPERATORS.get(type(node.op), "/"), self.use(node.left), self.use(node.right))

    def binary(self, sign: str, a: Item, b: Item) -> Item:
        if sign == "@":
            raise SubsetError("@ of lists is outside of the subset; write sum(a * b for a, b in zip(...))")
        if not (is_number(a) and is_number(b)):
            return self.binary_on_lists(sign, a, b)
        if sign in "&|^" and isinstance(a, Bit | bool) and isinstance(b, Bit | bool):
            return bit(arithmetic.bit_verb(self.words, sign)(literal_of(a), literal_of(b)))
        return self.arithmetic(sign, self.number(a), self.number(b))

    def arithmetic(self, sign: str, a: Value, b: Value) -> Item:
        words = self.words
        if sign == "+":
            return arithmetic.require_width(add((a, b)))
        if sign == "-":
            return arithmetic.require_width(subtract(a, b))
        if sign == "*":
            return arithmetic.require_width(arithmetic.product(words, a, b))
        if sign in ("//", "%"):
            quotient, rest = self.divide(a, b)
            return quotient if sign == "//" else rest
        if sign in ("<<", ">>"):
            return arithmetic.shift(words, a, self.store.narrow(b), sign == "<<")
        if sign == "**":
            return arithmetic.raise_to(words, a, self.store.narrow(b))
        if sign in "&|^":
            return arithmetic.bitwise(words, sign, a, b)
        raise SubsetError("`/` gives a float; use `//`")

    def divide(self, a: Value, b: Value) -> tuple[Value, Value]:
        divisor = self.store.narrow(b)
        nonzero = self.store.known_literal(self.words.is_equal(divisor, 0)) == FALSE
        return arithmetic.floor_divide(self.words, a, divisor, nonzero)

    def binary_on_lists(self, sign: str, a: Item, b: Item) -> Item:
        lists = [isinstance(v, Ref | Choice) for v in (a, b)]
        tuples = [isinstance(v, tuple) for v in (a, b)]
        if sign == "+" and (all(lists) or all(tuples)):
            return self.sequence(self.limit_items(self.items(a) + self.items(b)), a)
        if sign == "*" and (lists[0] or tuples[0] or lists[1] or tuples[1]):
            many, times = (a, b) if lists[0] or tuples[0] else (b, a)
            if not isinstance(times, int):
                raise SubsetError("the number of repetitions depends on the inputs; lengths must be known")
            items = self.items(many)
            if len(items) * times > MAX_ITEMS:
                raise SubsetError(f"{len(items) * times:,} items; at most {MAX_ITEMS:,}")
            return self.sequence(items * times, many)
        raise SubsetError(f"{sign} of {kind_of(a)} and {kind_of(b)} is outside of the subset")

    def limit_items(self, items: list[Item]) -> list[Item]:
        if len(items) > MAX_ITEMS:
            raise SubsetError(f"{len(items):,} items; at most {MAX_ITEMS:,}")
        return items

    def _unaryop(self, node: ast.UnaryOp) -> Item:
        value = self.use(node.operand)
        if isinstance(node.op, ast.Not):
            return bit(self.truth(value) ^ 1)
        number = self.number(value)
        if isinstance(node.op, ast.USub):
            return scale(number, -1)
        return subtract(-1, number) if isinstance(node.op, ast.Invert) else number

    def _boolop(self, node: ast.BoolOp) -> Item:
        return self.short_circuit(isinstance(node.op, ast.And), node.values)

    def short_circuit(self, is_and: bool, nodes: Sequence[ast.expr]) -> Item:
        first = self.use(nodes[0])
        if len(nodes) == 1:
            return first
        held = self.truth(first)

        def rest() -> Item:
            return self.short_circuit(is_and, nodes[1:])

        if isinstance(first, Bit | bool):  # `a and b` of truth values is an AND
            first = not is_and
        return self.branch(held if is_and else held ^ 1, rest, lambda: first)

    def _compare(self, node: ast.Compare) -> Item:
        return self.chain(self.use(node.left), node.ops, node.comparators)

    def chain(self, left: Item, operators: Sequence[ast.cmpop], nodes: Sequence[ast.expr]) -> Item:
        right = self.use(nodes[0])
        found = self.store.known_literal(self.compare_values(operators[0], left, right))
        if len(nodes) == 1:
            return bit(found)
        return self.branch(found, lambda: self.chain(right, operators[1:], nodes[1:]), lambda: False)

    def compare_values(self, operator: ast.cmpop, a: Item, b: Item) -> int:
        match operator:
            case ast.Eq():
                return self.equal(a, b)
            case ast.NotEq():
                return self.equal(a, b) ^ 1
            case ast.Lt():
                return self.less(a, b)
            case ast.GtE():
                return self.less(a, b) ^ 1
            case ast.Gt():
                return self.less(b, a)
            case ast.LtE():
                return self.less(b, a) ^ 1
            case ast.In() | ast.NotIn():
                found: int = self.without_writing(lambda: self.contains(a, b), "`in`")
                return found if isinstance(operator, ast.In) else found ^ 1
        truths = [isinstance(value, Bit | bool) for value in (a, b)]
        if a is not None and b is not None and not all(truths):
            raise SubsetError("`is` compares identities; use ==")
        same = self.equal(a, b) if all(truths) else TRUE if a is b else FALSE
        return same if isinstance(operator, ast.Is) else same ^ 1

    def contains(self, a: Item, many: Item) -> int:
        return self.graph.any_of(self.equal(a, item) for item in self.items(many))

    def without_writing(self, follow: Callable[[], Item], name: str) -> Item:
        raise NotImplementedError  # comprehensions.py

    def _ifexp(self, node: ast.IfExp) -> Item:
        condition = self.truth(self.use(node.test))
        return self.branch(condition, lambda: self.value(node.body), lambda: self.value(node.orelse))

    def _namedexpr(self, node: ast.NamedExpr) -> Item:
        value = self.value(node.value)
        frame = next(frame for frame in reversed(self.frames) if frame not in self.inner_frames)
        self.store.set((frame, node.target.id), value)
        return value

    # Tuples, lists, indices

    def unpack_items(self, nodes: Sequence[ast.expr]) -> list[Item]:
        items: list[Item] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                items += self.items(self.use(node.value))
            else:
                items.append(self.value(node))
        return self.limit_items(items)

    def _tuple(self, node: ast.Tuple) -> Item:
        return tuple(self.unpack_items(node.elts))

    def _list(self, node: ast.List) -> Item:
        return self.store.new_list(self.unpack_items(node.elts))

    def _subscript(self, node: ast.Subscript) -> Item:
        owner = self.use(node.value)
        if isinstance(node.slice, ast.Slice):
            return self.sequence(self.items(owner)[self.slice(node.slice)], owner)
        if not isinstance(owner, tuple | Ref | Choice):
            raise SubsetError(f"{kind_of(owner)} has no items; a list or a tuple has")
        return self.look_up(owner, self.use(node.slice))

    def slice(self, node: ast.Slice) -> slice:
        bounds = [None if part is None else self.use(part) for part in (node.lower, node.upper, node.step)]
        if any(isinstance(bound, Bit) or not isinstance(bound, int | None) for bound in bounds):
            raise SubsetError("a slice whose bounds depend on the inputs; lengths must be known")
        if bounds[2] == 0:
            raise SubsetError("a slice with step 0")
        return slice(*bounds)
