"""`map` that a loop or a reduction takes at once: the function is called in place, without a generator in between."""

from __future__ import annotations

import ast
import types
from typing import Any

from turingrad.python.programs.assembler import A0, A1, FP, ZERO
from turingrad.python.programs.loop_sources import Source
from turingrad.python.programs.names import Held

CALLED_BY_NAME = (abs, bool, chr, float, int, len, ord, repr, str)  # these have code of their own where they are called


class MappedList(ast.expr):
    """The list of what a `map` gives, for a call that takes all of it before anything else."""

    _fields = ()

    def __init__(self, source: ast.expr) -> None:
        super().__init__()
        self.source = source


class Mapped(Source):
    """map(f, ...)."""

    def __init__(self, unit: Any, node: ast.Call) -> None:
        known = unit.static_value(node.args[0])
        direct = isinstance(known, types.FunctionType) or any(known is each for each in CALLED_BY_NAME)
        function = node.args[0] if direct else unit.hold(node.args[0])
        self.inner = [unit.source(each) for each in node.args[1:]]
        arguments = [ast.copy_location(Held(unit.temporary()), node) for _ in self.inner]
        self.call = ast.copy_location(ast.Call(function, list(arguments), []), node)
        self.places = [each.slot for each in arguments]
        super().__init__(unit)

    def next_value(self, end: str) -> None:
        unit = self.unit
        for place, source in zip(self.places, self.inner, strict=True):
            source.next_value(end)
            unit.code.store(A0, FP, unit.offset(place))
        stopped, given = unit.code.fresh("stopped"), unit.code.fresh()
        unit.emit_covered(stopped, None, lambda: unit.expr(self.call))
        unit.code.jump(given)
        self.stop(stopped, end)
        unit.code.label(given)

    def stop(self, stopped: str, end: str) -> None:
        """A StopIteration of the function ends the loop, as it ends a `map`."""
        unit = self.unit
        unit.code.label(stopped)
        unit.code.address(A1, unit.linker.class_object(StopIteration, inside=unit.runtime))
        unit.load_exception()
        unit.raw("is_instance")
        unit.code.branch("bne", A0, ZERO, end)
        unit.load_exception()
        unit.raw("raise_again")

    def advance(self, end: str) -> None:
        self.next_value(end)
        self.keep()


def is_map(unit: Any, node: ast.expr) -> bool:
    """Whether an expression is a call of the built-in `map` whose iterables are known one by one."""
    if not isinstance(node, ast.Call) or node.keywords or len(node.args) < 2:
        return False
    starred = any(isinstance(each, ast.Starred) for each in node.args)
    return not starred and unit.static_value(node.func) is map


def generator_of(unit: Any, node: ast.expr) -> ast.GeneratorExp:
    """A `map` as a generator expression that runs in place, with its value in a slot that the caller releases."""
    value = ast.copy_location(Held(unit.temporary()), node)
    return ast.copy_location(ast.GeneratorExp(value, [ast.comprehension(value, node, [], 0)]), node)
