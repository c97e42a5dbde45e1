"""Where loops take their values from: iterators, or `range`, `zip` and `enumerate` without iterator objects."""

from __future__ import annotations

import ast
from typing import Any

from turingrad.python.programs.assembler import A0, A1, FP, ZERO
from turingrad.python.programs.inline import T0, T1

NO_INDEX = -2  # of an iterator that is not a list


class Source:
    """Where a loop takes its values from. `advance` leaves the next ones in slots, `deliver` assigns them."""

    def __init__(self, unit: Any) -> None:
        self.unit = unit
        self.value = unit.temporary()
        self.slots = 1

    def advance(self, end: str) -> None:
        raise NotImplementedError

    def next_value(self, end: str) -> None:
        """The next value into a0."""
        self.advance(end)
        self.load()

    def deliver(self, target: ast.expr) -> None:
        self.load()
        self.unit.assign(target)

    def load(self) -> None:
        self.unit.restore(self.value, A0)

    def keep(self) -> None:
        self.unit.code.store(A0, FP, self.unit.offset(self.value))

    def step(self, target: ast.expr, end: str) -> None:
        self.advance(end)
        self.deliver(target)


class Iterated(Source):
    """Any iterable, through an iterator."""

    def __init__(self, unit: Any, node: ast.expr) -> None:
        unit.expr(node)
        unit.mark(node)
        begin = unit.code.fresh()
        unit.raw("loop_iterator")
        unit.code.constant(A1, NO_INDEX)
        unit.code.op("lbu", T0, A0, 0, -1)
        unit.code.op("addi", T0, T0, 0, -(unit.linker.constant("LIST") or 0))
        unit.code.branch("bne", T0, ZERO, begin)
        unit.code.constant(A1, 0)
        unit.code.label(begin)
        self.iterator = unit.save()
        self.index = unit.save(A1)
        super().__init__(unit)
        self.slots = 3

    def next_value(self, end: str) -> None:
        """A list and its index lie in slots; any other iterator has no index: without a sign -2 is behind any length,
        and no field 1 of an iterator, which stands there instead of one, is above it."""
        unit = self.unit
        fast, given = unit.code.fresh(), unit.code.fresh()
        unit.restore(self.index, T1)
        unit.restore(self.iterator, A0)
        unit.code.op("lw", T0, A0, 0, 3)
        unit.code.branch("bltu", T1, T0, fast)
        unit.code.branch("bge", T1, ZERO, end)
        unit.raw("advance")
        unit.code.op("addi", A1, A0, 0, -1)
        unit.code.branch("bne", A1, ZERO, given)
        unit.code.jump(end)
        unit.code.label(fast)
        unit.code.op("addi", T0, T1, 0, 2)
        unit.code.store(T0, FP, unit.offset(self.index))
        unit.code.op("lw", A0, A0, 0, 7)
        unit.code.op("slli", T1, T1, 0, 1)
        unit.code.op("add", A0, A0, T1)
        unit.code.op("lw", A0, A0, 0, 3)
        unit.code.label(given)

    def advance(self, end: str) -> None:
        self.next_value(end)
        self.keep()

    def step(self, target: ast.expr, end: str) -> None:
        self.next_value(end)
        self.unit.assign(target)


class Held(Iterated):
    """An iterator that is already in a name."""

    def __init__(self, unit: Any, name: str) -> None:
        unit.load_name(ast.Name(name, ast.Load()), name)
        self.iterator = unit.save()
        unit.code.constant(A1, NO_INDEX)
        self.index = unit.save(A1)
        Source.__init__(self, unit)
        self.slots = 3


SMALL_BOUND = 1 << 29


class Ranged(Source):
    """range with a constant step."""

    def __init__(self, unit: Any, nodes: list[ast.expr], step: int) -> None:
        start = ast.Constant(0) if len(nodes) == 1 else nodes[0]
        stop = nodes[0] if len(nodes) == 1 else nodes[1]
        self.number = step
        self.at = self.bound(unit, start, "range_start")
        self.stop = self.bound(unit, stop, "range_stop")
        super().__init__(unit)
        self.slots = 3

    def bound(self, unit: Any, node: ast.expr, check: str) -> int:
        unit.expr(node)
        if not (isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) < SMALL_BOUND):
            if check == "range_stop":
                unit.restore(self.at, A1)
            unit.raw(check)
        slot: int = unit.save()
        return slot

    def next_value(self, end: str) -> None:
        unit = self.unit
        unit.restore(self.at, A0)
        unit.restore(self.stop, A1)
        first, second = (A0, A1) if self.number > 0 else (A1, A0)
        unit.code.branch("bge", first, second, end)
        unit.code.op("addi", A1, A0, 0, 2 * self.number)
        unit.code.store(A1, FP, unit.offset(self.at))

    def advance(self, end: str) -> None:
        self.next_value(end)
        self.keep()

    def step(self, target: ast.expr, end: str) -> None:
        self.next_value(end)
        self.unit.assign(target)


class Counted(Source):
    """enumerate."""

    def __init__(self, unit: Any, inner: ast.expr, start: ast.expr | None) -> None:
        self.inner = unit.source(inner)
        # memory has no room for so many items that a small start would grow beyond small ints
        self.small = start is None or unit.small_constant(start) is not None
        unit.expr(start or ast.Constant(0))
        self.count = unit.save()
        super().__init__(unit)
        self.slots = 2 + self.inner.slots

    def advance(self, end: str) -> None:
        self.inner.advance(end)
        self.unit.restore(self.count, A0)
        self.keep()
        self.count_on()

    def step(self, target: ast.expr, end: str) -> None:
        if not (isinstance(target, ast.Tuple | ast.List) and is_plain(target, 2) and are_names(target)):
            super().step(target, end)
            return
        self.inner.step(target.elts[1], end)
        self.unit.restore(self.count, A0)
        self.unit.assign(target.elts[0])
        self.count_on()

    def count_on(self) -> None:
        """The next count, from the one in a0."""
        if self.small:
            self.unit.code.op("addi", A0, A0, 0, 2)
        else:
            self.unit.constant(A1, 1)
            self.unit.raw("add")
        self.unit.code.store(A0, FP, self.unit.offset(self.count))

    def deliver(self, target: ast.expr) -> None:
        if isinstance(target, ast.Tuple | ast.List) and is_plain(target, 2):
            self.unit.restore(self.value, A0)
            self.unit.assign(target.elts[0])
            self.inner.deliver(target.elts[1])
        else:
            super().deliver(target)

    def load(self) -> None:
        unit = self.unit
        self.inner.load()
        unit.code.move(A1, A0)
        unit.restore(self.value, A0)
        unit.raw("pair")


class Zipped(Source):
    """zip."""

    def __init__(self, unit: Any, nodes: list[ast.expr]) -> None:
        self.inner = [unit.source(each) for each in nodes]
        super().__init__(unit)
        self.slots = 1 + sum(each.slots for each in self.inner)

    def advance(self, end: str) -> None:
        for each in self.inner:
            each.advance(end)

    def step(self, target: ast.expr, end: str) -> None:
        """The last value needs no slot in between, and none does if nobody sees a name of a round that ends early."""
        plain = isinstance(target, ast.Tuple | ast.List) and is_plain(target, len(self.inner)) and are_names(target)
        if not plain or not isinstance(target, ast.Tuple | ast.List):
            super().step(target, end)
            return
        waiting = [] if self.unit.is_hidden(target) else list(zip(self.inner, target.elts, strict=True))[:-1]
        for source, _ in waiting:
            source.advance(end)
        for source, each in list(zip(self.inner, target.elts, strict=True))[len(waiting) :]:
            source.step(each, end)
        for source, each in waiting:
            source.deliver(each)

    def deliver(self, target: ast.expr) -> None:
        if isinstance(target, ast.Tuple | ast.List) and is_plain(target, len(self.inner)):
            for source, each in zip(self.inner, target.elts, strict=True):
                source.deliver(each)
        else:
            super().deliver(target)

    def load(self) -> None:
        unit = self.unit
        slots = [unit.temporary() for _ in self.inner]
        for slot, source in zip(slots, self.inner, strict=True):
            source.load()
            unit.code.store(A0, FP, unit.offset(slot))
        unit.code.reach("addi", A0, FP, unit.offset(slots[0]))
        unit.code.constant(A1, len(slots))
        unit.raw("pack_tuple")
        unit.release(len(slots))


def is_plain(target: ast.Tuple | ast.List, count: int) -> bool:
    return len(target.elts) == count and not any(isinstance(each, ast.Starred) for each in target.elts)


def are_names(target: ast.expr) -> bool:
    """Whether a target is made of different names only: these may be assigned in any order."""
    parts = [each for each in ast.walk(target) if isinstance(each, ast.expr)]
    names = [each.id for each in parts if isinstance(each, ast.Name)]
    return len(set(names)) == len(names) and all(isinstance(each, ast.Name | ast.Tuple | ast.List) for each in parts)
