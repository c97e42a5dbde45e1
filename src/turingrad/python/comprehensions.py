"""Functions inside of functions, calls, and comprehensions, whose items may count under a condition."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from turingrad.python import arithmetic
from turingrad.python.arithmetic import SubsetError
from turingrad.python.expressions import Expressions
from turingrad.python.logic import FALSE, TRUE
from turingrad.python.numbers import add
from turingrad.python.store import bit
from turingrad.python.values import BoundedRange, Closure, Guarded, Item, Lazy


class Comprehensions(Expressions):
    # Functions and comprehensions

    def _lambda(self, node: ast.Lambda) -> Item:
        return self.closure(node)

    def closure(self, node: ast.FunctionDef | ast.Lambda) -> Closure:
        wanted = [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
        return Closure(node, self.source, self.frame, tuple(self.value(d) for d in wanted), self.globals)

    def _call(self, node: ast.Call) -> Item:
        function = self.use(node.func)
        if any(keyword.arg is None for keyword in node.keywords):
            raise SubsetError("**arguments are not supported in circuits; name them")
        alone = len(node.args) == 1 and not node.keywords
        if alone and isinstance(node.args[0], ast.GeneratorExp) and function in (sum, any, all):
            return self.reduce(function, node.args[0])
        given = self.unpack_items(node.args)
        named = {str(keyword.arg): self.value(keyword.value) for keyword in node.keywords}
        return self.call(function, given, named, node)

    def reduce(self, function: Any, node: ast.GeneratorExp) -> Item:
        """sum, any or all of a generator; the last two stop early in Python, so what they call must write nothing."""
        if function is sum:
            return self.fold_items(function, self.comprehension(node))
        name = f"{function.__name__}()"
        return self.without_writing(lambda: self.fold_items(function, self.comprehension(node)), name)

    def fold_early(self, function: Any, given: Item) -> Item:
        """any or all of what a loop over the value sees."""
        name = f"{function.__name__}()"
        return self.without_writing(lambda: self.fold_items(function, self.guarded_items(given)), name)

    def without_writing(self, follow: Callable[[], Item], name: str) -> Item:
        """What stops early in Python: all items are made here, so the making must not write."""
        newest = self.store.last
        with self.store.branch() as scope:
            found = follow()
        if any(owner <= newest for owner, _ in scope.changes):
            raise SubsetError(f"{name} over items whose computation writes to variables; use a `for` loop")
        return found

    def fold_items(self, function: Any, guarded: list[tuple[int, Item]]) -> Item:
        """sum, any or all over items that count where their literal is 1."""
        if function is sum:
            return arithmetic.require_width(
                add(self.number(self.store.either(when, item, 0)) for when, item in guarded)  # guards merge as muxes
            )
        graph = self.graph
        if function is any:
            return bit(graph.any_of(graph.and_(when, self.truth(item)) for when, item in guarded))
        return bit(graph.all_of(graph.or_(when ^ 1, self.truth(item)) for when, item in guarded))

    def _listcomp(self, node: ast.ListComp) -> Item:
        found = self.comprehension(node)
        if all(when == TRUE for when, _ in found):
            return self.store.new_list([item for _, item in found])
        made = self.store.new_list([])
        for when, item in found:
            self.branch(when, partial(self.append, made, item), lambda: None)
        return made

    def _generatorexp(self, node: ast.GeneratorExp) -> Item:
        """An iterator: the first list is looked up now, everything else when an item is asked for."""
        frame, (first, *inner) = self.store.fresh(), node.generators
        self.inner_frames.add(frame)
        own = frame, [*self.frames, frame], self.globals, self.source
        steps = self.steps_of(first, inner, node.elt, self.stream(self.use(first.iter)))

        def items() -> Iterator[Item]:
            while True:
                outer = self.frame, self.frames, self.globals, self.source
                self.frame, self.frames, self.globals, self.source = own
                try:
                    item = next(steps)
                except StopIteration:
                    return
                finally:
                    self.frame, self.frames, self.globals, self.source = outer
                yield item

        return Lazy(items())

    def steps_of(
        self, generator: ast.comprehension, inner: Sequence[ast.comprehension], element: ast.expr, over: Iterator[Item]
    ) -> Iterator[Item]:
        for item in over:
            self.assign(generator.target, item)
            held = [self.truth(self.use(test)) for test in generator.ifs[:1]]
            for test in generator.ifs[1:]:
                held += [self.truth(self.use(test))] if held[-1] == TRUE else []
            self.certain([(literal, None) for literal in held if literal != FALSE])
            if FALSE in held:
                continue
            if inner:
                yield from self.steps_of(inner[0], inner[1:], element, self.stream(self.use(inner[0].iter)))
            else:
                yield self.value(element)

    def certain(self, guarded: list[tuple[int, Item]]) -> list[Item]:
        if any(when != TRUE for when, _ in guarded):
            raise SubsetError("how many items pass this `if` depends on the inputs; sum(... for ... if ...) may do")
        return [item for _, item in guarded]

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> list[tuple[int, Item]]:
        """Pairs of a condition and an item. Variables of the comprehension live in a frame of their own."""
        outer = self.frame
        self.frame = self.store.fresh()
        self.frames.append(self.frame)
        self.inner_frames.add(self.frame)
        found: list[tuple[int, Item]] = []
        try:
            self.generate(node.generators, node.elt, TRUE, found)
        finally:
            self.frames.pop()
            self.frame = outer
        return found

    def generate(
        self, generators: Sequence[ast.comprehension], element: ast.expr, when: int, found: list[tuple[int, Item]]
    ) -> None:
        if not generators:
            found.append((when, self.value(element)))
            return
        generator, *inner = generators
        given = self.use(generator.iter)

        def go_on(item: Item, when: int) -> None:
            self.assign(generator.target, item)
            self.guard(generator.ifs, when, lambda passes: self.generate(inner, element, passes, found))

        if not (isinstance(given, Guarded | BoundedRange) or self.varies(given)):
            for item in self.stream(given):
                go_on(item, when)
            return
        for there, item in self.guarded_items(given):
            self.branch(there, partial(go_on, item, self.graph.and_(when, there)), lambda: None)

    def guard(self, tests: Sequence[ast.expr], when: int, follow: Callable[[int], None]) -> None:
        """follow(the condition) where all tests hold; what it writes counts there only."""
        if not tests:
            follow(when)
            return
        first, *rest = tests
        holds = self.condition(first)
        self.branch(holds, lambda: self.guard(rest, self.graph.and_(when, holds), follow), lambda: None)

    def assign(self, target: ast.expr, value: Item) -> None:
        raise NotImplementedError  # statements.py
