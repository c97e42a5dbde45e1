# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""Comparisons, truth, and jumps that depend on them."""

from __future__ import annotations

import ast

from turingrad.python.programs.assembler import A0, A1, FP, ZERO
from turingrad.python.programs.expressions import COMPARISONS, CONDITIONS, Expressions
from turingrad.python.programs.inline import T0
from turingrad.python.programs.layout import FALSE

# of the run time: names whose word decides what is the same, and raw functions that give small ints
WORDS = ("HOLE", "NONE", "UNGIVEN")
SMALL_RESULTS = frozenset({"type_number", "ord_at", "text_length", "float_exponent", "order_raw", "eq_raw"})


class Conditions(Expressions):
    """Conditions."""

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
        self.raw(f"rich_{COMPARISONS[type(op)]}")

    def operands(self, node: ast.Compare) -> None:
        """The two sides of a comparison into a0 and a1; of `in` the other way round, as the run time takes them."""
        left, right = node.left, node.comparators[0]
        if not isinstance(node.ops[0], ast.In | ast.NotIn):
            self.two(left, right)
        elif self.is_simple(right):
            self.expr(left)
            self.code.move(A1, A0)
            self.load_simple(right, A0)
        elif self.is_simple(left) and not self.assigns(right):
            self.expr(right)
            self.load_simple(left, A1)
        else:
            self.expr(left)
            slot = self.save()
            self.expr(right)
            self.restore(slot, A1)
            self.release()

    def compare(self, op: ast.cmpop, placed: bool = False) -> None:
        """Compare a0 with a1; a0 becomes 0 or not 0. `placed` says that `operands` put them there."""
        if isinstance(op, ast.Is | ast.IsNot):
            self.raw("same")
        elif isinstance(op, ast.In | ast.NotIn):
            if not placed:
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
            self.operands(node)
            self.mark(node)
            self.compare(node.ops[0], placed=True)
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
        return constant or (self.runtime and isinstance(right, ast.Name) and right.id in WORDS)

    def cond(self, node: ast.expr, target: str, when: bool) -> None:
        """Jump to `target` if the truth of an expression is `when`."""
        known = self.linker.known_truth(self, node)
        if known is not None:
            if known == when:
                self.code.jump(target)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.cond(node.operand, target, not when)
        elif self.test_type(node):
            self.code.branch("bne" if when else "beq", T0, ZERO, target)
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
            self.operands(node)
            self.mark(node)
            op = node.ops[0]
            if self.plain_comparison(op):
                if isinstance(op, ast.IsNot | ast.NotIn):
                    op, when = (ast.Is() if isinstance(op, ast.IsNot) else ast.In()), not when
                self.compare(op, placed=True)
                self.code.branch("bne" if when else "beq", A0, ZERO, target)
                return
            if isinstance(op, ast.Eq | ast.NotEq) and self.is_text(node.comparators[0]):
                self.branch_text(isinstance(op, ast.Eq) == when, target)
                return
            if self.compares_small(node):
                self.branch_small(op, target, when)
                return
            whole = self.small_constant(node.comparators[0]) is not None
            self.branch_pair(op, whole, target, when, lambda: self.compare(op))
        elif isinstance(node, ast.Compare) and not self.has_rich():
            self.cond_chain(node, target, when)
        else:
            self.expr(node)
            if self.returned_condition(node):
                self.code.branch("bne" if when else "beq", A0, ZERO, target)
            else:
                self.branch_truth(target, when)

    def returned_condition(self, node: ast.expr) -> bool:
        """Raw functions that are conditions leave 0 or not 0."""
        return (
            self.runtime
            and isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in CONDITIONS
        )

    def compares_small(self, node: ast.Compare) -> bool:
        """In the run time: a raw function that gives small ints, compared with a constant."""
        left, right = node.left, node.comparators[0]
        known = self.small_constant(right) is not None
        if isinstance(right, ast.Name):
            known = right.id.startswith("T_") and self.linker.constant(right.id) is not None
        called = isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id in SMALL_RESULTS
        return self.runtime and called and known

    def is_text(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Constant) and isinstance(node.value, str)

    def branch_text(self, when: bool, target: str) -> None:
        """Jump if a0 equals the constant text in a1, or does not: it often is the same object."""
        past = self.code.fresh()
        self.code.branch("beq", A0, A1, target if when else past)
        self.raw("eq_text")
        self.code.branch("bne" if when else "beq", A0, ZERO, target)
        self.code.label(past)

    def test_type(self, node: ast.expr) -> bool:
        raise NotImplementedError

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
