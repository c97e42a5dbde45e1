"""Expressions of managed code: each leaves its value in a0."""

from __future__ import annotations

import ast
import enum
import types
from typing import Any

from turingrad.python.programs.assembler import A0, A1, FP, ZERO
from turingrad.python.programs.layout import FALSE, HOLE
from turingrad.python.programs.unit import INLINE_LIMIT, MISSING, Unit

OPERATORS: dict[type[ast.operator], str] = {
    **{ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.BitAnd: "bit_and"},
    **{ast.BitOr: "bit_or", ast.BitXor: "bit_xor", ast.LShift: "lshift", ast.RShift: "rshift"},
}
MANAGED_OPERATORS: dict[type[ast.operator], str] = {ast.Pow: "power", ast.Div: "true_divide", ast.MatMult: "matmul"}
COMPARISONS: dict[type[ast.cmpop], str] = {
    **{ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"},
}
CONDITIONS = {"eq", "ne", "lt", "le", "gt", "ge", "truth", "contains", "dict_has", "set_has", "list_has"}


class Expressions(Unit):
    """The expressions."""

    def static_value(self, node: ast.expr) -> Any:
        """The live object that an expression is known to be; MISSING if it is known at run time only."""
        if isinstance(node, ast.Name):
            where, what = self.resolve(node.id)
            return what if where == "value" else MISSING
        if isinstance(node, ast.Attribute):
            base = self.static_value(node.value)
            if isinstance(base, types.ModuleType):
                if not hasattr(base, node.attr):
                    self.refuse(node, f"module {base.__name__} has no {node.attr}", "check the name")
                return getattr(base, node.attr)
            if isinstance(base, type) and not self.linker.is_stored_attribute(node.attr):
                return self.class_constant(self.linker.stand_in(base), node.attr)
        return MISSING

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
                return value if isinstance(value, types.FunctionType | int | float | str | tuple | list | dict | set) else MISSING
        return MISSING

    def expr(self, node: ast.expr) -> None:
        self.mark(node)
        handler = getattr(self, f"expr_{type(node).__name__}", None)
        if handler is None:
            self.refuse(node, f"the expression {type(node).__name__}", "write it another way")
        handler(node)

    def expr_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bytes | complex) or node.value is ...:
            self.refuse(node, f"a constant of type {type(node.value).__name__}", "use ints, floats or texts")
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
        if self.is_simple(left) and not any(isinstance(each, ast.NamedExpr) for each in ast.walk(right)):
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
        self.two(node.left, node.right)
        self.mark(node)
        self.operate(node.op)

    def percent_format(self, node: ast.BinOp) -> None:
        self.two(node.left, node.right)
        self.to_callee(A0, 0)
        self.to_callee(A1, 1)
        self.managed("percent_format")

    def operate(self, op: ast.operator) -> None:
        if type(op) in OPERATORS:
            self.raw(OPERATORS[type(op)])
            return
        self.to_callee(A0, 0)
        self.to_callee(A1, 1)
        self.managed(MANAGED_OPERATORS[type(op)])

    def expr_BoolOp(self, node: ast.BoolOp) -> None:
        end = self.code.fresh()
        before = None
        for index, each in enumerate(node.values):
            self.expr(each)
            if index == 0:
                before = None if self.assigned is None else set(self.assigned)
            if index + 1 < len(node.values):
                if self.is_condition(each):
                    self.code.op("addi", A1, A0, 0, -FALSE)
                else:
                    slot = self.save()
                    self.raw("truth")
                    self.code.move(A1, A0)
                    self.restore(slot, A0)
                    self.release()
                self.code.branch("beq" if isinstance(node.op, ast.And) else "bne", A1, ZERO, end)
        self.assigned = before
        self.code.label(end)

    def is_condition(self, node: ast.expr) -> bool:
        """Whether a value is surely True or False."""
        if isinstance(node, ast.Compare):
            return len(node.ops) == 1 and (not self.has_rich() or self.plain_comparison(node.ops[0]))
        return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)

    def has_rich(self) -> bool:
        """Whether comparisons may return anything but a bool here; the run time itself only asks for their truth."""
        return not self.runtime and self.linker.has_rich_comparisons()

    def plain_comparison(self, op: ast.cmpop) -> bool:
        return isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn)

    def expr_Compare(self, node: ast.Compare) -> None:
        if len(node.ops) == 1 and (self.plain_comparison(node.ops[0]) or not self.has_rich()):
            self.from_condition(node)
            return
        end = self.code.fresh()
        left = node.left
        kept: int | None = None
        for index, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            last = index + 1 == len(node.ops)
            if kept is None:
                self.two(left, right)
            else:
                self.expr(right)
                self.code.move(A1, A0)
                self.restore(kept, A0)
            if not last:
                if kept is None:
                    kept = self.temporary()
                self.code.store(A1, FP, self.offset(kept))
            self.mark(node)
            self.compare_value(op)
            if not last:
                slot = self.save()
                self.raw("truth")
                self.code.move(A1, A0)
                self.restore(slot, A0)
                self.release()
                self.code.branch("beq", A1, ZERO, end)
        if kept is not None:
            self.release()
        self.code.label(end)

    def compare_value(self, op: ast.cmpop) -> None:
        """Compare a0 with a1; a0 becomes an object."""
        if self.plain_comparison(op) or not self.has_rich():
            self.compare(op)
            self.to_bool()
            return
        self.to_callee(A0, 0)
        self.to_callee(A1, 1)
        self.managed(f"rich_{COMPARISONS[type(op)]}")

    def compare(self, op: ast.cmpop) -> None:
        """Compare a0 with a1; a0 becomes 0 or not 0."""
        if isinstance(op, ast.Is | ast.IsNot):
            self.raw("same")
        elif isinstance(op, ast.In | ast.NotIn):
            self.code.move(31, A0)
            self.code.move(A0, A1)
            self.code.move(A1, 31)
            self.raw("contains")
        else:
            self.raw(COMPARISONS[type(op)])
            return
        if isinstance(op, ast.IsNot | ast.NotIn):
            self.code.op("sltiu", A0, A0, 0, 1)

    def to_bool(self) -> None:
        self.code.op("sltu", A0, ZERO, A0)
        self.code.op("slli", A0, A0, 0, 2)
        self.code.op("addi", A0, A0, 0, FALSE)

    def from_condition(self, node: ast.expr) -> None:
        """The truth of an expression as a bool."""
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and not self.identity(node):
            self.two(node.left, node.comparators[0])
            self.mark(node)
            self.compare(node.ops[0])
            self.to_bool()
            return
        if isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.BoolOp | ast.Compare | ast.UnaryOp):
            self.expr(node.operand)
            self.raw("truth")
            self.code.op("sltiu", A0, A0, 0, 1)
            self.to_bool()
            return
        no, end = self.code.fresh(), self.code.fresh()
        self.cond(node, no, False)
        self.constant(A0, True)
        self.code.jump(end)
        self.code.label(no)
        self.constant(A0, False)
        self.code.label(end)

    def identity(self, node: ast.Compare) -> bool:
        """`is` with None or a bool: the word decides."""
        right = node.comparators[0]
        if not isinstance(node.ops[0], ast.Is | ast.IsNot):
            return False
        constant = isinstance(right, ast.Constant) and (right.value is None or isinstance(right.value, bool))
        return constant or (self.runtime and isinstance(right, ast.Name) and right.id in ("HOLE", "NONE"))

    def cond(self, node: ast.expr, target: str, when: bool) -> None:
        """Jump to `target` if the truth of an expression is `when`."""
        known = self.linker.known_truth(self, node)
        if known is not None:
            if known == when:
                self.code.jump(target)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.cond(node.operand, target, not when)
        elif isinstance(node, ast.BoolOp):
            self.cond_logic(node, target, when)
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            self.mark(node)
            if self.identity(node):
                self.expr(node.left)
                self.load_simple(node.comparators[0], A1)
                same = isinstance(node.ops[0], ast.Is) == when
                self.code.branch("beq" if same else "bne", A0, A1, target)
                return
            self.two(node.left, node.comparators[0])
            self.mark(node)
            self.compare(node.ops[0])
            self.code.branch("bne" if when else "beq", A0, ZERO, target)
        elif isinstance(node, ast.Compare) and not self.has_rich():
            self.cond_chain(node, target, when)
        else:
            self.expr(node)
            if not self.returned_condition(node):
                self.raw("truth")
            self.code.branch("bne" if when else "beq", A0, ZERO, target)

    def returned_condition(self, node: ast.expr) -> bool:
        """Raw functions that are conditions leave 0 or not 0."""
        return self.runtime and isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CONDITIONS

    def cond_logic(self, node: ast.BoolOp, target: str, when: bool) -> None:
        conjunction = isinstance(node.op, ast.And)
        before = None if self.assigned is None else set(self.assigned)
        if conjunction != when:
            for index, each in enumerate(node.values):
                self.cond(each, target, when)
                if index == 0:
                    before = None if self.assigned is None else set(self.assigned)
            if not conjunction or when:
                self.assigned = before
            return
        past = self.code.fresh()
        for each in node.values[:-1]:
            self.cond(each, past, not when)
        self.cond(node.values[-1], target, when)
        self.assigned = before
        self.code.label(past)

    def cond_chain(self, node: ast.Compare, target: str, when: bool) -> None:
        """a < b < c: each value once."""
        fails = target if not when else self.code.fresh()
        self.expr(node.left)
        slot = self.save()
        for index, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            self.expr(right)
            self.code.move(A1, A0)
            self.restore(slot, A0)
            if index + 1 < len(node.ops):
                self.code.store(A1, FP, self.offset(slot))
            self.mark(node)
            self.compare(op)
            if index + 1 < len(node.ops):
                self.code.branch("beq", A0, ZERO, fails)
        self.release()
        self.code.branch("bne" if when else "beq", A0, ZERO, target)
        if when:
            self.code.label(fails)

    def expr_IfExp(self, node: ast.IfExp) -> None:
        otherwise, end = self.code.fresh(), self.code.fresh()
        self.cond(node.test, otherwise, False)
        before = None if self.assigned is None else set(self.assigned)
        self.expr(node.body)
        self.code.jump(end)
        self.code.label(otherwise)
        self.assigned = None if before is None else set(before)
        self.expr(node.orelse)
        self.assigned = before
        self.code.label(end)

    # Displays

    def expr_Tuple(self, node: ast.Tuple) -> None:
        if not node.elts:
            self.constant(A0, ())
        elif any(isinstance(each, ast.Starred) for each in node.elts):
            self.starred(node.elts)
            self.raw("as_tuple_of")
        else:
            self.packed(node.elts, "pack_tuple")

    def expr_List(self, node: ast.List) -> None:
        if not node.elts:
            self.raw("empty_list")
        elif any(isinstance(each, ast.Starred) for each in node.elts):
            self.starred(node.elts)
        else:
            self.packed(node.elts, "pack_list")

    def packed(self, items: list[ast.expr], maker: str) -> None:
        """Items into neighbouring temporaries, then into an object."""
        if len(items) > INLINE_LIMIT:
            self.starred(items)
            if maker == "pack_tuple":
                self.raw("as_tuple_of")
            return
        first = self.temporary()
        for _ in items[1:]:
            self.temporary()
        for index, each in enumerate(items):
            self.poll_if_due()
            self.expr(each)
            self.code.store(A0, FP, self.offset(first + index))
        if len(items) > 16:
            self.poll()
            self.code.constant(A0, 4 * len(items) + 64)
            self.raw("room")
        self.code.reach("addi", A0, FP, self.offset(first))
        self.code.constant(A1, len(items))
        self.raw(maker)
        self.release(len(items))

    def starred(self, items: list[ast.expr]) -> None:
        """A list of items, some of which are unpacked."""
        self.raw("empty_list")
        slot = self.save()
        for each in items:
            self.poll_if_due()
            inner = each.value if isinstance(each, ast.Starred) else each
            self.expr(inner)
            self.code.move(A1, A0)
            self.restore(slot, A0)
            if isinstance(each, ast.Starred):
                self.to_callee(A0, 0)
                self.to_callee(A1, 1)
                self.managed("list_extend")
            else:
                self.raw("append")
        self.restore(slot, A0)
        self.release()

    def expr_Dict(self, node: ast.Dict) -> None:
        self.linker.flag("HAS_DICT")
        self.raw("new_dict")
        slot = self.save()
        for key, value in zip(node.keys, node.values, strict=True):
            self.poll_if_due()
            if key is None:
                self.expr(value)
                self.to_callee(A0, 1)
                self.restore(slot, A0)
                self.to_callee(A0, 0)
                self.managed("dict_update_from")
                continue
            self.two(key, value)
            self.code.move(A0 + 2, A1)
            self.code.move(A1, A0)
            self.restore(slot, A0)
            self.raw("dict_set")
        self.restore(slot, A0)
        self.release()

    def expr_Set(self, node: ast.Set) -> None:
        self.linker.flag("HAS_SET")
        self.raw("empty_set")
        slot = self.save()
        for each in node.elts:
            self.poll_if_due()
            inner = each.value if isinstance(each, ast.Starred) else each
            self.expr(inner)
            self.code.move(A1, A0)
            self.restore(slot, A0)
            if isinstance(each, ast.Starred):
                self.to_callee(A0, 0)
                self.to_callee(A1, 1)
                self.managed("set_update_from")
            else:
                self.raw("set_add")
        self.restore(slot, A0)
        self.release()

    def expr_Subscript(self, node: ast.Subscript) -> None:
        base = self.static_value(node.value)
        if isinstance(base, type) and issubclass(base, enum.Enum):
            self.expr(node.slice)
            self.code.move(A1, A0)
            self.constant(A0, dict(base.__members__))
            self.raw("get_item")
            return
        if isinstance(node.slice, ast.Slice):
            self.slice_of(node.value, node.slice)
            self.mark(node)
            self.managed("get_slice")
            return
        self.two(node.value, node.slice)
        self.mark(node)
        self.raw("get_item")

    def slice_of(self, value: ast.expr, part: ast.Slice) -> None:
        """The object and the three parts of a slice as the arguments of a managed function."""
        nodes = [value, *(each or ast.Constant(None) for each in (part.lower, part.upper, part.step))]
        self.arguments(nodes)

    def expr_Slice(self, node: ast.Slice) -> None:
        self.arguments([each or ast.Constant(None) for each in (node.lower, node.upper, node.step)])
        self.managed("new_slice")

    def expr_Starred(self, node: ast.Starred) -> None:
        self.refuse(node, "a starred expression here", "unpack into a list first")

    def expr_Await(self, node: ast.Await) -> None:
        self.refuse(node, "await", "use ordinary calls")

    def arguments(self, nodes: list[ast.expr], first: int = 0) -> None:
        raise NotImplementedError

    def hole(self) -> int:
        return HOLE
