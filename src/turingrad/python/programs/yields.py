# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""yield, and texts with values in them."""

from __future__ import annotations

import ast
from collections.abc import Callable

from turingrad.python.programs.assembler import A0, A1, BASE, FP, ZERO
from turingrad.python.programs.layout import SYSTEM_OFFSETS
from turingrad.python.programs.loops import Loops

CLEANED_UP = "YIELDS_INSIDE_FINALLY"

CONVERSIONS = {"r": "repr_of", "a": "builtin_ascii", "s": "text_of", "\0": "text_of"}  # none is that of s


class Yields(Loops):
    """Generators and f-strings."""

    def emit_covered(self, target: str, cleanup: Callable[[], None] | None, body: Callable[[], None]) -> None:
        raise NotImplementedError

    def note_yield(self) -> None:
        """Remember a `yield` that a `finally` or `with` waits for: whoever leaves the generator early must run it."""
        if any(region.cleanup is not None for region in self.tries):
            self.linker.flags.add(CLEANED_UP)

    def expr_Yield(self, node: ast.Yield) -> None:
        self.yield_value(node)
        self.raw("take_sent")

    def yield_value(self, node: ast.Yield) -> None:
        self.note_yield()
        if node.value is None:
            self.constant(A0, None)
        else:
            self.expr(node.value)
        self.give()

    def expr_YieldFrom(self, node: ast.YieldFrom) -> None:
        self.note_yield()
        self.expr(node.value)
        self.raw("iterate")
        slot = self.save()
        again, end = self.code.fresh(), self.code.fresh()
        self.code.label(again)
        self.restore(slot, A0)
        self.raw("advance")
        self.code.op("addi", A1, A0, 0, -1)
        self.code.branch("beq", A1, ZERO, end)
        given, inside = self.code.fresh(), self.code.fresh("inside")
        self.code.label(given)
        self.emit_covered(inside, None, self.give)
        self.code.jump(again)
        self.code.label(inside)
        self.throw_inside(slot)
        self.code.op("addi", A1, A0, 0, -1)
        self.code.branch("bne", A1, ZERO, given)
        self.code.label(end)
        self.raw("take_returned")
        self.release()

    def throw_inside(self, slot: int) -> None:
        """What is raised at a `yield from` is raised in the inner generator first."""
        self.code.op("lw", A0, BASE, 0, SYSTEM_OFFSETS["exception"])
        self.to_callee(A0, 1)
        self.restore(slot, A0)
        self.to_callee(A0, 0)
        self.call_managed("throw_inside")

    def expr_JoinedStr(self, node: ast.JoinedStr) -> None:
        parts = list(node.values)
        if not parts:
            self.constant(A0, "")
            return
        slots = [self.temporary() for _ in parts]
        for slot, each in zip(slots, parts, strict=True):
            self.expr(each)
            self.code.store(A0, FP, self.offset(slot))
        if len(slots) == 1:
            self.release()
            return
        self.code.reach("addi", A0, FP, self.offset(slots[0]))
        self.code.constant(A1, len(slots))
        self.raw("pack_list")
        self.release(len(slots))
        self.to_callee(A0, 0)
        self.call_managed("concatenate")

    def expr_FormattedValue(self, node: ast.FormattedValue) -> None:
        spec = node.format_spec
        if spec is None and node.conversion < 0 and self.linker.defines("__format__"):
            spec = ast.Constant("")
        self.expr(node.value)
        if node.conversion >= 0 or spec is None:
            self.to_callee(A0, 0)
            self.call_managed(CONVERSIONS[chr(max(node.conversion, 0))])
        if spec is not None:
            slot = self.save()
            self.expr(spec)
            self.to_callee(A0, 1)
            self.restore(slot, A0)
            self.to_callee(A0, 0)
            self.release()
            self.call_managed("format_value")
