"""Expressions of the language: a checked subset of Python's, turned into functions of the registers.

Values are small whole numbers, truth values and symbols (strings). `s` is the symbol read and `wall` is true at a
wall, where `s` is the string "#": it can be compared but not computed with.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from turingrad.language.source import Place, Source
from turingrad.machine.grid import WALL

Value = int | str  # truth values are whole numbers, as in Python
Registers = Mapping[str, Value]
Evaluate = Callable[[Registers], Value]

MAX_NUMBER = 1_000_000_000
READ, AT_WALL = "s", "wall"


def tape_read(tape: int) -> str:
    """The name under which `s[tape]` is kept among the registers; no name of a program looks like it."""
    return f"s[{tape}]"


@dataclass(frozen=True)
class Expression:
    """A function of the registers, the registers that it uses, where it stands, and its size in nodes of the tree."""

    evaluate: Evaluate
    uses: frozenset[str]
    place: Place
    size: int


class Expressions:
    """Builds expressions; `tapes` is None for a grid machine. The `names` given to its methods finds the register of a
    name where it stands."""

    def __init__(self, source: Source, tapes: int | None) -> None:
        self.source, self.tapes = source, tapes

    def build(self, node: ast.expr, names: Callable[[ast.Name], str]) -> Expression:
        uses: set[str] = set()
        evaluate = self.function(node, names, uses)
        return Expression(evaluate, frozenset(uses), self.source.place(node), sum(1 for _ in ast.walk(node)))

    def condition(self, node: ast.expr, names: Callable[[ast.Name], str]) -> Expression:
        """An expression whose value must be a truth value or a number, not a symbol."""
        built = self.build(node, names)
        return replace(built, evaluate=self.truth(node, built.evaluate))

    def truth(self, node: ast.expr, evaluate: Evaluate) -> Evaluate:
        def true(registers: Registers) -> Value:
            value = evaluate(registers)
            if isinstance(value, str):
                raise self.wrong(node, f"a condition must be true or false, not the symbol {value!r}")
            return bool(value)

        return true

    def wrong(self, node: ast.expr, message: str, expected: str | None = None) -> Exception:
        return self.source.error(message, self.source.place(node), expected)

    def function(self, node: ast.expr, names: Callable[[ast.Name], str], uses: set[str]) -> Evaluate:
        match node:
            case ast.Constant(value=bool() | int() as number):
                return self.constant(node, number)
            case ast.Constant(value=str() as symbol):
                return lambda _: symbol
            case ast.Name():
                return self.name(node, names, uses)
            case ast.Subscript(value=ast.Name(id="s"), slice=index) if self.tapes is not None:
                return self.tape_symbol(node, self.function(index, names, uses))
            case ast.UnaryOp(op=operator, operand=operand):
                return self.unary(node, operator, self.function(operand, names, uses))
            case ast.BinOp(left=left, op=operator, right=right):
                return self.binary(node, operator, self.function(left, names, uses), self.function(right, names, uses))
            case ast.BoolOp(op=operator, values=parts):
                conditions = [self.truth(part, self.function(part, names, uses)) for part in parts]
                if isinstance(operator, ast.And):
                    return lambda registers: all(condition(registers) for condition in conditions)
                return lambda registers: any(condition(registers) for condition in conditions)
            case ast.Compare():
                return self.comparison(node, names, uses)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                condition = self.truth(test, self.function(test, names, uses))
                yes, no = self.function(body, names, uses), self.function(orelse, names, uses)
                return lambda registers: yes(registers) if condition(registers) else no(registers)
            case ast.Call():
                raise self.wrong(node, "a call stands alone on its line or right of `name =`")
        raise self.wrong(
            node,
            "this is not an expression of the language",
            "numbers, symbols, names, + - * // %, comparisons, and, or, not, a if b else c",
        )

    def constant(self, node: ast.expr, number: int) -> Evaluate:
        if abs(number) > MAX_NUMBER:
            raise self.wrong(node, f"numbers are at most {MAX_NUMBER}")
        return lambda _: number

    def name(self, node: ast.Name, names: Callable[[ast.Name], str], uses: set[str]) -> Evaluate:
        if node.id == READ and self.tapes is not None:
            raise self.wrong(node, "a tape machine reads tape i as s[i]")
        register = names(node)
        if register not in (READ, AT_WALL):
            uses.add(register)

        def value(registers: Registers) -> Value:
            try:
                return registers[register]
            except KeyError:
                raise self.wrong(node, f"register {node.id!r} may be read here before it is assigned") from None

        return value

    def tape_symbol(self, node: ast.Subscript, index: Evaluate) -> Evaluate:
        tapes = self.tapes or 0

        def value(registers: Registers) -> Value:
            tape = index(registers)
            if isinstance(tape, str) or not 0 <= tape < tapes:
                raise self.wrong(node, f"there is no tape {tape!r}", f"a number from 0 to {tapes - 1}")
            return registers[tape_read(int(tape))]

        return value

    def number(self, node: ast.expr, value: Value) -> int:
        if isinstance(value, str):
            at_wall = ", which is what s is at a wall" if value == WALL and self.tapes is None else ""
            raise self.wrong(node, f"cannot compute with the symbol {value!r}{at_wall}")
        if abs(value) > MAX_NUMBER:
            raise self.wrong(node, f"the number {value} is too large; numbers are at most {MAX_NUMBER}")
        return int(value)

    def unary(self, node: ast.UnaryOp, operator: ast.unaryop, operand: Evaluate) -> Evaluate:
        if isinstance(operator, ast.Not):
            condition = self.truth(node.operand, operand)
            return lambda registers: not condition(registers)
        if isinstance(operator, ast.USub):
            return lambda registers: -self.number(node, operand(registers))
        if isinstance(operator, ast.UAdd):
            return lambda registers: self.number(node, operand(registers))
        raise self.wrong(node, "the language has no operator ~", "- + not")

    def binary(self, node: ast.BinOp, operator: ast.operator, left: Evaluate, right: Evaluate) -> Evaluate:
        combine = ARITHMETIC.get(type(operator))
        if combine is None:
            raise self.wrong(node, "the language does not have this operator", "+ - * // %")
        divides = isinstance(operator, ast.FloorDiv | ast.Mod)

        def value(registers: Registers) -> Value:
            a, b = self.number(node.left, left(registers)), self.number(node.right, right(registers))
            if divides and b == 0:
                raise self.wrong(node, "division by zero")
            return self.number(node, combine(a, b))

        return value

    def comparison(self, node: ast.Compare, names: Callable[[ast.Name], str], uses: set[str]) -> Evaluate:
        first = self.function(node.left, names, uses)
        tests: list[Callable[[Registers, Value], tuple[bool, Value]]] = []
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn):
                tests.append(self.membership(node, operator, right, names, uses))
            else:
                tests.append(self.order(node, operator, self.function(right, names, uses)))

        def value(registers: Registers) -> Value:
            left = first(registers)
            for test in tests:
                holds, left = test(registers, left)
                if not holds:
                    return False
            return True

        return value

    def membership(
        self, node: ast.Compare, operator: ast.cmpop, right: ast.expr, names: Callable[[ast.Name], str], uses: set[str]
    ) -> Callable[[Registers, Value], tuple[bool, Value]]:
        if not isinstance(right, ast.Tuple | ast.List | ast.Set) or node.comparators[-1] is not right:
            raise self.wrong(right, "what is right of `in` must be a list of values", "x in (a, b)")
        members = [self.function(member, names, uses) for member in right.elts]
        wanted = isinstance(operator, ast.In)

        def test(registers: Registers, left: Value) -> tuple[bool, Value]:
            return any(member(registers) == left for member in members) == wanted, left

        return test

    def order(
        self, node: ast.Compare, operator: ast.cmpop, right: Evaluate
    ) -> Callable[[Registers, Value], tuple[bool, Value]]:
        if isinstance(operator, ast.Eq | ast.NotEq):
            wanted = isinstance(operator, ast.Eq)

            def equal(registers: Registers, left: Value) -> tuple[bool, Value]:
                other = right(registers)
                return (left == other) == wanted, other

            return equal
        compare = ORDERS.get(type(operator))
        if compare is None:
            raise self.wrong(node, "the language has no `is`", "== != < <= > >= in")

        def order_pair(registers: Registers, left: Value) -> tuple[bool, Value]:
            other = right(registers)
            return compare(self.number(node, left), self.number(node, other)), other

        return order_pair


ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
}
ORDERS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
}
