"""The memory of a learner written in Python: what `update` writes, found by following it, and the ranges of it.

Every int and bool of the object's attributes, lists and tuples included, is a place. Places that no update changes are
constants. The others get the smallest range that was found to hold on to itself: from the start values, `update` is
followed again and again with the ranges so far; where they grow they are widened to the next number that the program
or the object mentions, or to the next power of two; at the end they are narrowed.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from turingrad.errors import LimitError
from turingrad.python.declare import Int
from turingrad.python.lifting import is_plain_int, is_plain_tuple
from turingrad.python.shapes import Range

Place: TypeAlias = tuple[str | int, ...]
"""An attribute's name, then indices."""

MAX_PLACES = 100_000
MAX_BITS = 64
MAX_PASSES = 60


@dataclass(frozen=True)
class Field:
    """One number of the memory: where it stands, its range, and its value at the start."""

    place: Place
    range: Range
    start: int
    declared: bool = False

    @property
    def name(self) -> str:
        return format_place(self.place)


def format_place(place: Place) -> str:
    first, *rest = place
    return f"self.{first}" + "".join(f"[{index}]" for index in rest)


def attributes_of(program: Any) -> dict[str, Any]:
    names = [name for kind in type(program).__mro__ for name in getattr(kind, "__slots__", ())]
    found = {name: getattr(program, name) for name in names if hasattr(program, name)}
    return {**found, **getattr(program, "__dict__", {})}


def is_number(value: Any) -> bool:
    """An int or bool, which may be memory."""
    return is_plain_int(value)


def places(attributes: dict[str, Any]) -> Iterator[tuple[Place, int]]:
    """The ints and bools of an object, with their places; those of a list with several places at the first."""
    count, seen = 0, set[int]()
    stack: list[tuple[Place, Any]] = [((name,), value) for name, value in reversed(attributes.items())]
    while stack:
        place, value = stack.pop()
        if type(value) is list:
            if id(value) in seen:
                continue
            seen.add(id(value))
        if type(value) is list or is_plain_tuple(value):
            if len(place) > 32:
                raise LimitError(f"{format_place(place[:4])}... is nested more than 32 deep")
            stack += [((*place, index), item) for index, item in reversed(list(enumerate(value)))]
        elif is_number(value):
            count += 1
            if count > MAX_PLACES:
                raise LimitError(f"the object holds more than {MAX_PLACES:,} numbers")
            yield place, value if isinstance(value, bool | Int) else int(value)


def value_at(attributes: dict[str, Any], place: Place) -> Any:
    value: Any = attributes[str(place[0])]
    for index in place[1:]:
        value = value[index]
    return value


def start_field(place: Place, value: int) -> Field:
    """A place as it is before any update."""
    if isinstance(value, Int):
        return Field(place, Range(value.lo, value.hi, 1 if value.hi > value.lo else 0), int(value), declared=True)
    return Field(place, Range(int(value), int(value), 0, isinstance(value, bool)), int(value))


class Widening:
    """Ranges that grow from pass to pass and stop growing."""

    def __init__(self, mentioned: Iterable[int]) -> None:
        near = {n + d for n in mentioned if abs(n) < 1 << MAX_BITS for d in (-1, 0, 1)}
        near |= {-n for n in near}
        powers = {s * (1 << k) + d for k in range(MAX_BITS + 1) for s in (-1, 1) for d in (-1, 0)}
        self.steps = sorted(near | powers | {0})

    def widen(self, field: Field, found: Range, passes: int) -> Field:
        """The field with room for what an update made of it; exactly that in the first two passes."""
        both = field.range.union(found)
        if field.declared or both == field.range:
            return field
        if passes > 1 and both.step and not both.truth:
            lo, hi = both.lo, both.hi
            if passes > 20:  # no bound in sight: larger strides
                lo, hi = lo << 4 if lo < field.range.lo else lo, hi << 4 if hi > field.range.hi else hi
            if hi > field.range.hi:
                hi = self.steps[min(bisect_left(self.steps, hi), len(self.steps) - 1)]
            if lo < field.range.lo:
                lo = self.steps[max(bisect_right(self.steps, lo) - 1, 0)]
            lo, hi = lo + (both.lo - lo) % both.step, hi - (hi - both.lo) % both.step
            both = Range(min(lo, both.lo), max(hi, both.hi), both.step)
        return replace(field, range=both)

    def too_large(self, field: Field) -> bool:
        return max(-field.range.lo, field.range.hi).bit_length() >= MAX_BITS


def mentioned_ints(trees: Iterable[ast.AST], starts: Iterable[int]) -> set[int]:
    """The ints that a program writes down, and those of its object."""
    found = {int(n) for n in starts}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, int):
                found.add(int(node.value))
    return found


GROWING = ("append", "extend", "insert", "pop", "sort")


def find_writes(tree: ast.AST, name: str) -> tuple[list[ast.AST], list[ast.AST]]:
    """Where a function writes an attribute of self, for an error message: where its new value depends on the old one,
    and where it is set."""
    found = [node for node in ast.walk(tree) if any(root_of(target) == name for target in targets_of(node))]
    growing = [node for node in found if not isinstance(node, ast.Assign) or mentions(node.value, name)]
    return growing, [node for node in found if node not in growing]


def targets_of(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in GROWING:
        return [node.func.value]
    if isinstance(node, ast.Assign):
        return [part for target in node.targets for part in getattr(target, "elts", [target])]
    return [node.target] if isinstance(node, ast.AugAssign) else []


def root_of(target: ast.expr) -> str | None:
    """The attribute whose value, or an item of it, is written."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return target.attr if isinstance(target, ast.Attribute) else None


def mentions(value: ast.AST, name: str) -> bool:
    return any(isinstance(part, ast.Attribute) and part.attr == name for part in ast.walk(value))
