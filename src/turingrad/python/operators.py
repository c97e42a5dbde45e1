"""Operators on numbers and lists, slices, and what is known of the middle of two numbers."""

from __future__ import annotations

import ast
from typing import TypeGuard

from turingrad.python import arithmetic
from turingrad.python.arithmetic import SubsetError
from turingrad.python.attributes import Attributes
from turingrad.python.lifting import MAX_ITEMS
from turingrad.python.logic import FALSE
from turingrad.python.numbers import Num, Value, add, bounds, subtract, within
from turingrad.python.store import bit, literal_of
from turingrad.python.values import Bit, Choice, Item, Ref, is_number, kind_of

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


def is_half(node: ast.expr) -> TypeGuard[ast.BinOp]:
    """True of `... // 2` and `... >> 1`."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.right, ast.Constant)
        and type(node.right.value) is int
        and (type(node.op), node.right.value) in ((ast.FloorDiv, 2), (ast.RShift, 1))
    )


class Operators(Attributes):
    def use(self, node: ast.expr) -> Item:
        raise NotImplementedError  # expressions.py

    def midpoint(self, node: ast.BinOp) -> Item:
        """The value of (a + b) // 2 or a + (b - a) // 2, with what is known of it: from a to b, and below b if a < b is
        known on this path. None for other expressions."""
        if is_half(node) and isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.Add):
            a, b = self.use(node.left.left), self.use(node.left.right)
            total = self.at(node.left, lambda _: self.binary("+", a, b))
            return self.between(a, b, self.binary("//", total, 2))
        right = node.right
        if isinstance(node.op, ast.Add) and is_half(right) and isinstance(right.left, ast.BinOp):
            distance = right.left
            if isinstance(distance.op, ast.Sub) and ast.dump(distance.right) == ast.dump(node.left):
                a, b = self.use(node.left), self.use(distance.left)
                rest = self.at(distance, lambda _: self.binary("-", b, self.use(distance.right)))
                return self.between(a, b, self.binary("+", a, self.binary("//", rest, 2)))
        return None

    def between(self, a: Item, b: Item, middle: Item) -> Item:
        """The middle of two numbers, in their bounds if they are in order."""
        if not isinstance(middle, Num):
            return middle
        first, last = self.number(a), self.number(b)
        least = bounds(self.store.narrow(self.words.difference(last, first)))[0]
        return middle if least < 0 else within(middle, bounds(first)[0], bounds(last)[1] - (least > 0))

    def binary(self, sign: str, a: Item, b: Item) -> Item:
        if sign == "@":
            raise SubsetError("@ of lists is not supported in circuits; write sum(a * b for a, b in zip(...))")
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
        for value in (a, b):
            self.require_list(value)
        if sign == "+" and all(lists) and (self.varies(a) or self.varies(b)):
            made = self.copy_list(a)
            self.extend(made, b)
            return made
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
        raise SubsetError(f"{sign} of {kind_of(a)} and {kind_of(b)} is not supported in circuits")

    def extend(self, owner: Ref, given: Item) -> None:
        raise NotImplementedError  # methods.py

    def limit_items(self, items: list[Item]) -> list[Item]:
        if len(items) > MAX_ITEMS:
            raise SubsetError(f"{len(items):,} items; at most {MAX_ITEMS:,}")
        return items

    def slice_of(self, owner: Item, node: ast.Slice) -> Item:
        if not isinstance(owner, tuple | Ref | Choice):
            raise SubsetError(f"a slice of {kind_of(owner)}; lists and tuples have some")
        self.require_list(owner)
        ends = self.ends(node)
        if not isinstance(owner, tuple) and node.step is None and (self.varies(owner) or isinstance(ends[1], Num)):
            return self.cut(owner, *ends[:2])
        return self.sequence(self.items(owner)[self.slice(ends)], owner)

    def ends(self, node: ast.Slice) -> list[Item]:
        return [None if part is None else self.use(part) for part in (node.lower, node.upper, node.step)]

    def slice(self, ends: list[Item]) -> slice:
        if any(isinstance(bound, Bit) or not isinstance(bound, int | None) for bound in ends):
            raise SubsetError("a slice whose bounds depend on the inputs; lengths must be known")
        if ends[2] == 0:
            raise SubsetError("a slice with step 0")
        return slice(*ends)
