# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""Loops without iterator objects where the source is `range`, `zip` or `enumerate`, and comprehensions."""

from __future__ import annotations

import ast
import copy
import enum
from collections.abc import Callable
from typing import Any

from turingrad.python.programs.assembler import A0, A1, FP
from turingrad.python.programs.loop_sources import Counted, Held, Iterated, Ranged, Source, Zipped
from turingrad.python.programs.mapped import Mapped, MappedList, generator_of, is_map
from turingrad.python.programs.names import Known
from turingrad.python.programs.statements import Loop, Statements, both, copy_names

LONGEST_STEP = 500


class Loops(Statements):
    """`for` and comprehensions."""

    def source(self, node: ast.expr) -> Source:
        if (
            isinstance(node, ast.Call)
            and not node.keywords
            and not any(isinstance(each, ast.Starred) for each in node.args)
        ):
            made = self.known_source(node)
            if made is not None:
                return made
        cls = self.static_value(node)
        if isinstance(cls, type) and issubclass(cls, enum.Enum):
            return Iterated(self, ast.copy_location(ast.List([Known(each) for each in cls], ast.Load()), node))
        if isinstance(node, ast.Name) and node.id == ".0":
            return Held(self, ".0")
        return Iterated(self, node)

    def known_source(self, node: ast.Call) -> Source | None:
        target = self.static_value(node.func)
        if target is range and 1 <= len(node.args) <= 3:
            step = self.constant_step(node.args)
            return Ranged(self, node.args[:2], step) if step else None
        if target is enumerate and 1 <= len(node.args) <= 2:
            return Counted(self, node.args[0], node.args[1] if len(node.args) == 2 else None)
        if target is zip and node.args:
            return Zipped(self, node.args)
        return Mapped(self, node) if is_map(self, node) else None

    def constant_step(self, arguments: list[ast.expr]) -> int:
        if len(arguments) < 3:
            return 1
        try:
            step = ast.literal_eval(arguments[2])
        except (ValueError, TypeError, SyntaxError):
            return 0
        return step if type(step) is int and 0 < abs(step) <= LONGEST_STEP else 0

    def for_loop(self, target: ast.expr, source: ast.expr, body: Callable[[], None], orelse: list[ast.stmt]) -> None:
        held = self.temporaries
        taken = self.source(source)
        again, otherwise, end = (self.code.fresh() for _ in range(3))
        loop = Loop(again, end, len(self.tries))
        before = copy_names(self.assigned)
        self.code.label(again)
        self.poll()
        self.mark(target)
        taken.step(target, otherwise)
        self.loops.append(loop)
        body()
        self.loops.pop()
        if self.assigned is not None:
            self.code.jump(again)
        self.code.label(otherwise)
        self.assigned = copy_names(before)
        self.body(orelse)
        for each in loop.breaks:
            self.assigned = both(self.assigned, each)
        self.code.label(end)
        self.release(self.temporaries - held)

    # Comprehensions

    def comprehension(self, node: Any, inside: Callable[[], None]) -> None:
        """The loops of a comprehension around what happens with each element."""
        before = copy_names(self.assigned)
        names = {
            each.id
            for generator in node.generators
            for each in ast.walk(generator.target)
            if isinstance(each, ast.Name)
        }
        for name in sorted(names & self.scope.cells):
            self.code.constant(A0, 1)
            self.raw("new_cell")
            self.code.store(A0, FP, self.offset(self.slots[name]))
        self.level(node.generators, inside)
        self.assigned = before

    def level(self, generators: list[ast.comprehension], inside: Callable[[], None]) -> None:
        if not generators:
            inside()
            return
        first = generators[0]
        if first.is_async:
            self.refuse(first.target, "an asynchronous comprehension", "use an ordinary one")

        def body() -> None:
            again = self.loops[-1].again
            for each in first.ifs:
                self.cond(each, again, False)
            self.level(generators[1:], inside)

        self.for_loop(first.target, first.iter, body, [])

    def fold_items(self, node: Any, maker: str, inside: Callable[[int], None]) -> None:
        self.raw(maker)
        slot = self.save()
        self.comprehension(node, lambda: inside(slot))
        self.restore(slot, A0)
        self.release()

    def expr_ListComp(self, node: ast.ListComp | ast.GeneratorExp) -> None:
        def inside(slot: int) -> None:
            self.expr(node.elt)
            self.code.move(A1, A0)
            self.restore(slot, A0)
            self.raw("append")

        self.fold_items(node, "empty_list", inside)

    def expr_MappedList(self, node: MappedList) -> None:
        self.expr_ListComp(generator_of(self, node.source))
        self.release()

    def expr_SetComp(self, node: ast.SetComp) -> None:
        self.linker.flag("HAS_SET")

        def inside(slot: int) -> None:
            self.expr(node.elt)
            self.code.move(A1, A0)
            self.restore(slot, A0)
            self.raw("set_add")

        self.fold_items(node, "empty_set", inside)

    def expr_DictComp(self, node: ast.DictComp) -> None:
        self.linker.flag("HAS_DICT")

        def inside(slot: int) -> None:
            self.two(node.key, node.value)
            self.code.move(A0 + 2, A1)
            self.code.move(A1, A0)
            self.restore(slot, A0)
            self.raw("dict_set")

        self.fold_items(node, "new_dict", inside)

    # Reductions of generator expressions, in place

    def reduce(self, name: str, node: ast.Call, generator: ast.GeneratorExp) -> bool:
        if name in ("any", "all") and len(node.args) == 1:
            self.reduce_any(generator, name == "any")
            return True
        if name == "sum" and len(node.args) <= 2 and all(each.arg == "start" for each in node.keywords):
            start = node.args[1] if len(node.args) == 2 else node.keywords[0].value if node.keywords else None
            self.reduce_sum(generator, start)
            return True
        if name == "list" and len(node.args) == 1 and not node.keywords:
            self.expr_ListComp(generator)
            return True
        if name == "set" and len(node.args) == 1:
            self.expr_SetComp(ast.copy_location(ast.SetComp(generator.elt, generator.generators), generator))
            return True
        node.args[0] = ast.copy_location(ast.ListComp(generator.elt, generator.generators), generator)
        return False

    def take_joined(self, node: ast.Call) -> None:
        """What a constant text joins is taken whole: a `map` runs in place."""
        target = node.func
        if isinstance(target, ast.Attribute) and target.attr == "join" and isinstance(target.value, ast.Constant):
            node.args = [
                ast.copy_location(MappedList(each), each) if is_map(self, each) else each for each in node.args
            ]

    def reduce_mapping(self, name: str, node: ast.Call, first: ast.expr) -> bool:
        """A `map` that a reduction goes through in place, or that others take whole before they do anything."""
        if not is_map(self, first):
            return False
        if name in ("tuple", "sorted"):
            node.args[0] = ast.copy_location(MappedList(first), first)
        if name not in ("sum", "any", "all", "list", "set") or len(node.args) > 1 or node.keywords:
            return False
        done = self.reduce(name, node, generator_of(self, first))
        self.release()
        return done

    def reduce_any(self, node: ast.GeneratorExp, when: bool) -> None:
        """any (when) or all (not when)."""
        found, end = self.code.fresh(), self.code.fresh()
        self.comprehension(node, lambda: self.cond(node.elt, found, when))
        self.constant(A0, not when)
        self.code.jump(end)
        self.code.label(found)
        self.constant(A0, when)
        self.code.label(end)

    def reduce_sum(self, node: ast.GeneratorExp, start: ast.expr | None) -> None:
        if start is None:
            self.constant(A0, 0)
        else:
            self.expr(start)
        slot = self.save()

        def inside() -> None:
            self.expr(node.elt)
            self.code.move(A1, A0)
            self.restore(slot, A0)
            self.add_pair(False, lambda: self.raw("add"), lambda: self.raw("add_odd"))
            self.code.store(A0, FP, self.offset(slot))

        self.comprehension(node, inside)
        self.restore(slot, A0)
        self.release()

    def run_generator_expression(self, node: ast.GeneratorExp) -> None:
        """The body of a kept generator expression."""
        first = copy.copy(node.generators[0])
        first.iter = ast.Name(".0", ast.Load())
        node = copy.copy(node)
        node.generators = [first, *node.generators[1:]]

        def inside() -> None:
            self.expr(node.elt)
            self.give()

        self.comprehension(node, inside)
        self.constant(A0, None)
        self.leave()

    def give(self) -> None:
        """yield a0"""
        self.raw("generator_yield")
        self.poll()
