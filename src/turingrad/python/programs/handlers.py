# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""try, with and raise. A handler costs nothing until something is raised: a table says which addresses it covers."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from turingrad.python.programs.assembler import A0, A1, BASE, ZERO
from turingrad.python.programs.layout import HOLE, SYSTEM_OFFSETS
from turingrad.python.programs.statements import both, copy_names
from turingrad.python.programs.yields import Yields

CAUSE, CONTEXT = 6, 7  # fields of an exception


class Covered:
    """The code that a try covers, in pieces: what runs on the way out of it is not covered by itself."""

    def __init__(self, unit: Handlers, target: str, cleanup: Callable[[], None] | None) -> None:
        self.unit, self.target, self.cleanup = unit, target, cleanup
        self.start = ""

    def open(self) -> None:
        self.start = self.unit.code.fresh("try")
        self.unit.code.label(self.start)

    def close(self) -> None:
        end = self.unit.code.fresh("end")
        self.unit.code.label(end)
        self.unit.linker.handler(self.unit, self.start, end, self.target, self.depth)

    depth = 0


class Handlers(Yields):
    """Exceptions and generators."""

    handled: list[int]

    def emit_covered(self, target: str, cleanup: Callable[[], None] | None, body: Callable[[], None]) -> None:
        """Run `body` with a handler at `target`; `cleanup` also runs where a return or break leaves it."""
        region = Covered(self, target, cleanup)
        region.depth = len(self.tries)
        region.open()
        self.tries.append(region)
        body()
        self.tries.pop()
        region.close()

    def unwind_tries(self, depth: int) -> None:
        """On the way out of all tries above `depth`: their cleanups, innermost first."""
        leaving = self.tries[depth:]
        whole = list(self.tries)
        loops = list(self.loops)
        for region in reversed(leaving):
            region.close()
            self.tries.pop()
            if region.cleanup is not None:
                before = copy_names(self.assigned)
                region.cleanup()
                self.assigned = before
        self.tries[:] = whole
        self.loops[:] = loops
        for region in leaving:
            region.open()

    def load_exception(self) -> None:
        self.code.op("lw", A0, BASE, 0, SYSTEM_OFFSETS["exception"])

    def stmt_Try(self, node: ast.Try) -> None:
        if node.finalbody:
            self.try_finally(node)
        else:
            self.try_except(node)

    def try_finally(self, node: ast.Try) -> None:
        handler, end = self.code.fresh("finally"), self.code.fresh()
        before = copy_names(self.assigned)

        def inner() -> None:
            if node.handlers:
                self.try_except(node)
            else:
                self.body(node.body)

        def cleanup() -> None:
            loops = list(self.loops)
            self.body(node.finalbody)
            self.loops[:] = loops

        self.emit_covered(handler, cleanup, inner)
        after = copy_names(self.assigned)
        if after is not None:
            self.body(node.finalbody)
            after = self.assigned
            if after is not None:
                self.code.jump(end)
        self.code.label(handler)
        self.assigned = before
        self.load_exception()
        slot = self.save()
        self.handled.append(slot)
        self.body(node.finalbody)
        self.handled.pop()
        if self.assigned is not None:
            self.restore(slot, A0)
            self.raw("raise_again")
        self.release()
        self.assigned = after
        self.code.label(end)

    def try_except(self, node: ast.Try) -> None:
        handler, end = self.code.fresh("except"), self.code.fresh()
        before = copy_names(self.assigned)
        self.emit_covered(handler, None, lambda: self.body(node.body))
        if self.assigned is not None:
            self.body(node.orelse)
        after = copy_names(self.assigned)
        if after is not None:
            self.code.jump(end)
        self.code.label(handler)
        self.assigned = copy_names(before)
        self.load_exception()
        slot = self.save()
        self.handled.append(slot)
        caught = False
        for each in node.handlers:
            past = self.code.fresh()
            self.assigned = copy_names(before)
            caught = each.type is None
            if each.type is not None:
                self.match_type(each, slot, past)
            self.handler_body(each, slot)
            if self.assigned is not None:
                self.code.jump(end)
            after = both(after, self.assigned)
            self.code.label(past)
        if not caught:
            self.restore(slot, A0)
            self.raw("raise_again")
        self.handled.pop()
        self.release()
        self.assigned = after
        self.code.label(end)

    def match_type(self, node: ast.ExceptHandler, slot: int, past: str) -> None:
        assert node.type is not None
        self.mark(node)
        tested = self.tested_classes(node.type)
        if tested is None:
            self.expr(node.type)
            self.to_callee(A0, 0)
            self.call_managed("classes_to_catch")
            self.code.move(A1, A0)
        else:
            self.code.address(A1, tested)
        self.restore(slot, A0)
        self.raw("is_instance")
        self.code.branch("beq", A0, ZERO, past)

    def tested_classes(self, node: ast.expr) -> Any:
        raise NotImplementedError

    def handler_body(self, node: ast.ExceptHandler, slot: int) -> None:
        if node.name is None:
            self.body(node.body)
            return
        name = node.name
        self.linker.flag("HAS_MESSAGES")
        self.restore(slot, A0)
        self.store_name(node, name)
        self.body(node.body)
        if self.assigned is not None:
            self.code.constant(A0, HOLE)
            self.store_name(node, name)
            self.needs_hole.add(name)
            self.assigned.discard(name)

    def stmt_Raise(self, node: ast.Raise) -> None:
        if self.runtime and isinstance(node.exc, ast.Call) and ast.unparse(node.exc.func) == "NotImplementedError":
            self.expr(node.exc.args[0])
            self.raw("refuse")
            self.assigned = None
            return
        if node.exc is None:
            if not self.handled:
                self.refuse(node, "a bare raise outside an except block", "name the exception")
            self.restore(self.handled[-1], A0)
            self.raw("raise_again")
        else:
            cause = None
            self.expr(node.exc)
            if node.cause is not None:
                raised = self.save()
                self.expr(node.cause)
                self.to_callee(A0, 0)
                self.call_managed("cause_of")
                cause = self.save()
                self.restore(raised, A0)
            self.to_callee(A0, 0)
            self.mark(node)
            self.call_managed("exception_of")
            self.note_origin(cause)
            self.release(0 if cause is None else 2)
            self.raw("raise_value")
        self.assigned = None

    def note_origin(self, cause: int | None) -> None:
        """The exception in a0 gets its `__cause__`, and the one that is being handled as its `__context__`."""
        if cause is not None:
            self.restore(cause, A1)
            self.code.store(A1, A0, 4 * CAUSE - 1)
        if self.handled and not self.runtime:
            past = self.code.fresh()
            self.restore(self.handled[-1], A1)
            self.code.branch("beq", A0, A1, past)
            self.code.store(A1, A0, 4 * CONTEXT - 1)
            self.code.label(past)

    def raise_builtin(self, kind: type, arguments: list[ast.expr]) -> None:
        self.expr_Tuple(ast.Tuple(arguments, ast.Load()))
        self.to_callee(A0, 1)
        self.constant(A0, kind)
        self.to_callee(A0, 0)
        self.call_managed("new_exception")
        self.raw("raise_value")

    def stmt_With(self, node: ast.With) -> None:
        self.with_items(node.items, node.body)

    def with_items(self, items: list[ast.withitem], body: list[ast.stmt]) -> None:
        if not items:
            self.body(body)
            return
        item = items[0]
        handler, end = self.code.fresh("with"), self.code.fresh()
        self.expr(item.context_expr)
        slot = self.save()
        self.enter_method(slot, "__enter__", [])
        before = copy_names(self.assigned)

        def inside() -> None:
            if item.optional_vars is not None:
                self.assign(item.optional_vars)
            self.with_items(items[1:], body)

        def cleanup() -> None:
            self.enter_method(slot, "__exit__", [None, None, None])

        self.emit_covered(handler, cleanup, inside)
        after = copy_names(self.assigned)
        if after is not None:
            cleanup()
            self.code.jump(end)
        self.code.label(handler)
        self.assigned = before
        self.load_exception()
        raised = self.save()
        self.restore(raised, A0)
        self.raw("class_of")
        kind = self.save()
        self.enter_method(slot, "__exit__", [kind, raised, None])
        self.raw("truth")
        past = self.code.fresh()
        self.code.branch("bne", A0, ZERO, past)
        self.restore(raised, A0)
        self.raw("raise_again")
        self.code.label(past)
        self.release(3)
        self.assigned = both(after, before) if after is not None else before
        self.code.label(end)

    def enter_method(self, receiver: int, name: str, arguments: list[int | None]) -> None:
        """A special method of a value in a slot; arguments are slots or None."""
        for index, each in enumerate(arguments):
            if each is None:
                self.constant(A0, None)
            else:
                self.restore(each, A0)
            self.to_callee(A0, index + 1)
        self.restore(receiver, A0)
        self.to_callee(A0, 0)
        self.code.constant(A1, 2 * len(arguments) + 2)
        self.column(A0 + 2, name)
        self.raw("call_method")
