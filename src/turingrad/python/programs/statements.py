# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""Statements: branches, loops, returns, inner functions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field

from turingrad.python.programs.assembler import A0, A1, BASE, FP
from turingrad.python.programs.assignments import Assignments
from turingrad.python.programs.layout import HOLE, NONE, SYSTEM_OFFSETS


@dataclass(frozen=True)
class Loop:
    """An open loop: where `break` and `continue` go, and what is surely assigned where a `break` leaves it."""

    again: str
    end: str
    tries: int
    breaks: list[set[str] | None] = field(default_factory=list)


def both(one: set[str] | None, two: set[str] | None) -> set[str] | None:
    """What is assigned where two ways meet."""
    if one is None or two is None:
        return two if one is None else one
    return one & two


def copy_names(names: set[str] | None) -> set[str] | None:
    return None if names is None else set(names)


class Statements(Assignments):
    """Statements."""

    # In loops and handlers

    def yield_value(self, node: ast.Yield) -> None:
        raise NotImplementedError

    def for_loop(self, target: ast.expr, source: ast.expr, body: Callable[[], None], orelse: list[ast.stmt]) -> None:
        raise NotImplementedError

    def unwind_tries(self, depth: int) -> None:
        raise NotImplementedError

    def raise_builtin(self, kind: type, arguments: list[ast.expr]) -> None:
        raise NotImplementedError

    def body(self, statements: list[ast.stmt]) -> None:
        for each in statements:
            if self.assigned is None:
                return
            self.poll_if_due()
            self.statement(each)

    def statement(self, node: ast.stmt) -> None:
        self.mark(node)
        handler = getattr(self, f"stmt_{type(node).__name__}", None)
        if handler is None:
            self.refuse(
                node, f"the statement {type(node).__name__} is not in the compiled language", "write it another way"
            )
        handler(node)

    def stmt_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if isinstance(node.value, ast.Yield):
            self.yield_value(node.value)
            self.code.constant(A0, NONE)
            self.code.store(A0, BASE, SYSTEM_OFFSETS["sent"])  # nobody takes what was sent
            return
        self.expr(node.value)
        call = node.value
        if self.runtime and isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "throw":
            self.assigned = None

    def stmt_Pass(self, _node: ast.Pass) -> None:
        pass

    def stmt_Global(self, _node: ast.Global) -> None:
        pass

    def stmt_Nonlocal(self, _node: ast.Nonlocal) -> None:
        pass

    def stmt_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        """An import inside a function: its names become live objects of the compiler's Python."""
        self.linker.import_names(self, node)

    stmt_ImportFrom = stmt_Import  # noqa: N815

    def stmt_ClassDef(self, node: ast.ClassDef) -> None:
        pass  # made before the program starts

    def stmt_If(self, node: ast.If) -> None:
        known = self.linker.known_truth(self, node.test)
        if known is not None:
            self.body(node.body if known else node.orelse)
            return
        otherwise, end = self.code.fresh(), self.code.fresh()
        self.cond(node.test, otherwise, False)
        before = copy_names(self.assigned)
        since = self.since_poll
        self.body(node.body)
        after = self.assigned
        if node.orelse and after is not None:
            self.code.jump(end)
        self.code.label(otherwise)
        self.assigned = before
        most, self.since_poll = self.since_poll, since
        self.body(node.orelse)
        self.since_poll = max(most, self.since_poll)
        self.assigned = both(after, self.assigned)
        self.code.label(end)

    def stmt_While(self, node: ast.While) -> None:
        head, again, end, otherwise = (self.code.fresh() for _ in range(4))
        endless = self.linker.known_truth(self, node.test)
        if endless is False:
            self.body(node.orelse)
            return
        if not endless:
            self.code.jump(head)
        loop = Loop(again if endless else head, end, len(self.tries))
        before = copy_names(self.assigned)
        self.code.label(again)
        self.poll()
        condition_assigned = copy_names(before)
        if endless:
            self.run_loop(loop, node.body)
            self.code.jump(again)
            self.assigned = None
        else:
            # the names that the test itself binds are assigned in the body
            self.assigned = copy_names(before)
            names = {each.target.id for each in ast.walk(node.test) if isinstance(each, ast.NamedExpr)}
            if self.assigned is not None:
                self.assigned |= names if not isinstance(node.test, ast.BoolOp) else set()
            self.run_loop(loop, node.body)
            self.assigned = condition_assigned
            self.code.label(head)
            self.mark(node.test)
            self.cond(node.test, again, True)
            self.code.label(otherwise)
            self.body(node.orelse)
        for each in loop.breaks:
            self.assigned = both(self.assigned, each)
        self.code.label(end)

    def run_loop(self, loop: Loop, body: list[ast.stmt]) -> None:
        self.loops.append(loop)
        self.body(body)
        self.loops.pop()

    def stmt_For(self, node: ast.For) -> None:
        self.for_loop(node.target, node.iter, lambda: self.body(node.body), node.orelse)

    def stmt_Break(self, _node: ast.Break) -> None:
        loop = self.loops[-1]
        self.unwind_tries(loop.tries)
        loop.breaks.append(copy_names(self.assigned))
        self.code.jump(loop.end)
        self.assigned = None

    def stmt_Continue(self, _node: ast.Continue) -> None:
        loop = self.loops[-1]
        self.unwind_tries(loop.tries)
        self.code.jump(loop.again)
        self.assigned = None

    def stmt_Return(self, node: ast.Return) -> None:
        if node.value is None:
            self.constant(A0, None)
        else:
            self.expr(node.value)
        if self.tries:
            slot = self.save()
            self.unwind_tries(0)
            self.restore(slot, A0)
            self.release()
        self.leave()
        self.assigned = None

    def stmt_Assert(self, node: ast.Assert) -> None:
        fine = self.code.fresh()
        self.cond(node.test, fine, True)
        before = copy_names(self.assigned)
        arguments = [] if node.msg is None else [node.msg]
        call = ast.Call(ast.Name("AssertionError", ast.Load()), arguments, [])
        ast.fix_missing_locations(ast.copy_location(call, node))
        self.raise_builtin(AssertionError, arguments)
        self.assigned = before
        self.code.label(fine)

    # Inner functions

    def stmt_FunctionDef(self, node: ast.FunctionDef) -> None:
        held = []
        for decorator in node.decorator_list:
            self.expr(decorator)
            held.append(self.save())
        self.closure(node, node.name)
        for slot in reversed(held):
            self.to_callee(A0, 0)
            self.restore(slot, A0)
            self.code.constant(A1, 2)
            self.raw("call")
        self.release(len(held))
        self.assign(ast.copy_location(ast.Name(node.name, ast.Store()), node))

    def expr_Lambda(self, node: ast.Lambda) -> None:
        self.closure(node, "<lambda>")

    def closure(self, node: ast.FunctionDef | ast.Lambda | ast.GeneratorExp, name: str) -> None:
        """A function object with the cells that it needs."""
        unit = self.linker.inner_unit(self, node, name)
        arguments = getattr(node, "args", None)
        defaults = list(arguments.defaults) if arguments else []
        keyword = list(arguments.kw_defaults) if arguments else []
        free = [each for each in unit.scope.free if each not in unit.live_cells]
        template = self.linker.function_template(unit)
        changed = "HAS_FUNC_ATTRS" in self.linker.facts.flags or getattr(node, "decorator_list", None)
        if not free and not defaults and not any(keyword) and not changed:
            self.code.address(A0, template)
            return
        self.expr_Tuple(ast.Tuple(defaults, ast.Load()))
        positional = self.save()
        self.keyword_defaults(keyword)
        named = self.save()
        self.code.address(A0, template)
        self.code.constant(A1, len(free))
        self.raw("new_function")
        self.restore(positional, A1)
        self.code.store(A1, A0, 4 * 4 - 1)
        self.restore(named, A1)
        self.code.store(A1, A0, 4 * 5 - 1)
        self.release(2)
        for index, each in enumerate(free):
            where, what = self.resolve(each)
            if where == "cell":
                self.restore(what, A1)
            elif where == "free":
                self.load_cell(where, what, A1)
            else:
                self.refuse(node, f"the closure over {each}", "pass it as an argument")
            self.code.store(A1, A0, 4 * (6 + index) - 1)

    def keyword_defaults(self, nodes: list[ast.expr | None]) -> None:
        slots = [self.temporary() for _ in nodes]
        for slot, each in zip(slots, nodes, strict=True):
            if each is None:
                self.code.constant(A0, HOLE)
            else:
                self.expr(each)
            self.code.store(A0, FP, self.offset(slot))
        if not nodes:
            self.constant(A0, ())
            return
        self.code.reach("addi", A0, FP, self.offset(slots[0]))
        self.code.constant(A1, len(nodes))
        self.raw("pack_tuple")
        self.release(len(slots))

    def expr_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        """A kept generator: its outermost iterable is taken now. One that a text joins is taken whole."""
        if getattr(node, "is_joined", False):
            self.expr(ast.copy_location(ast.ListComp(node.elt, node.generators), node))
            return
        if getattr(node, "in_place", False):
            self.refuse(node, "a generator expression in this call", "give the call a list")
        self.expr(node.generators[0].iter)
        self.raw("iterate")
        slot = self.save()
        self.closure(node, "<genexpr>")
        self.restore(slot, A1)
        self.release()
        self.to_callee(A1, 0)
        self.code.constant(A1, 2)
        self.raw("call")
