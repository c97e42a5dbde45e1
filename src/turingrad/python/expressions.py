"""Expressions of the subset, followed symbolically."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence

from turingrad.python import arithmetic
from turingrad.python.arithmetic import SubsetError
from turingrad.python.logic import FALSE, TRUE
from turingrad.python.numbers import scale, subtract
from turingrad.python.operators import OPERATORS, Operators
from turingrad.python.refusals import NODES, PROGRAM
from turingrad.python.store import bit, literal_of
from turingrad.python.values import (
    Bit,
    Choice,
    Clash,
    Item,
    Mapped,
    Ref,
    kind_of,
)


class Expressions(Operators):
    """`value(node)` is an expression's value on this path."""

    def value(self, node: ast.expr) -> Item:
        return self.at(node, getattr(self, f"_{type(node).__name__.lower()}", self.unknown))

    def unknown(self, node: ast.AST) -> Item:
        name = type(node).__name__
        raise self.refuse(node, f"{name} is not supported in circuits", NODES.get(name, PROGRAM))

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
        found = self.midpoint(node)
        if found is not None:
            return found
        return self.binary(OPERATORS.get(type(node.op), "/"), self.use(node.left), self.use(node.right))

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
        return self.both(held if is_and else held ^ 1, rest, first, is_and)

    def both(self, condition: int, rest: Callable[[], Item], otherwise: Item, is_and: bool = True) -> Item:
        """The value of the rest where the condition holds; if it is a truth value, what it says of its parts is
        remembered: both hold where an `and` does, and none where an `or` does not."""
        seen: list[Item] = []

        def note() -> Item:
            seen.append(rest())
            return seen[0]

        found = self.branch(condition, note, lambda: otherwise)
        if isinstance(found, Bit) and seen and isinstance(seen[0], Bit):
            sign = 0 if is_and else 1
            self.graph.note_and(found.literal ^ sign, condition, seen[0].literal ^ sign)
        return found

    def _compare(self, node: ast.Compare) -> Item:
        return self.chain(self.use(node.left), node.ops, node.comparators)

    def chain(self, left: Item, operators: Sequence[ast.cmpop], nodes: Sequence[ast.expr]) -> Item:
        right = self.use(nodes[0])
        found = self.store.known_literal(self.compare_values(operators[0], left, right))
        if len(nodes) == 1:
            return bit(found)
        return self.both(found, lambda: self.chain(right, operators[1:], nodes[1:]), False)

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
            case ast.In() | ast.NotIn() if isinstance(b, Mapped):
                return self.has_key(b, a) ^ isinstance(operator, ast.NotIn)
            case ast.In() | ast.NotIn():
                found: int = self.without_writing(lambda: self.contains(a, b), "`in`")
                return found if isinstance(operator, ast.In) else found ^ 1
        truths = [isinstance(value, Bit | bool) for value in (a, b)]
        if a is not None and b is not None and not all(truths):
            raise SubsetError("`is` compares identities; use ==")
        same = self.equal(a, b) if all(truths) else TRUE if a is b else FALSE
        return same if isinstance(operator, ast.Is) else same ^ 1

    def contains(self, a: Item, many: Item) -> int:
        return self.graph.any_of(
            self.graph.and_(there, self.equal(a, item)) for there, item in self.guarded_items(many)
        )

    def without_writing(self, follow: Callable[[], Item], name: str) -> Item:
        raise NotImplementedError  # comprehensions.py

    def condition(self, node: ast.expr) -> int:
        """The literal of an expression's truth; of `a and b` that is all that matters, whatever a and b are."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.condition(node.operand) ^ 1
        if not isinstance(node, ast.BoolOp):
            return self.truth(self.use(node))
        is_and = isinstance(node.op, ast.And)

        def follow(nodes: Sequence[ast.expr]) -> Item:
            held = self.condition(nodes[0])
            if len(nodes) == 1:
                return bit(held)
            return self.both(held if is_and else held ^ 1, lambda: follow(nodes[1:]), not is_and, is_and)

        return self.store.known_literal(literal_of(self.at(node, lambda _: follow(node.values))))

    def _ifexp(self, node: ast.IfExp) -> Item:
        condition = self.condition(node.test)
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
            return self.slice_of(owner, node.slice)
        if isinstance(owner, Mapped):
            return self.read_key(owner, self.use(node.slice))
        if not isinstance(owner, tuple | Ref | Choice):
            raise SubsetError(f"{kind_of(owner)} has no items; a list or a tuple does")
        return self.look_up(owner, self.use(node.slice))
