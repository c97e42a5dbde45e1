"""Ranges of numbers, and how values stand as bits: an int from lo on in steps, least significant bit first; a bool as
one bit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any, TypeAlias

from turingrad.errors import InputError
from turingrad.python.numbers import Num, bounds, constant_of, stride
from turingrad.python.store import as_number
from turingrad.python.values import Bit, Item


@dataclass(frozen=True)
class Range:
    """The numbers lo, lo + step, ..., hi; `truth` where they are the two truth values."""

    lo: int
    hi: int
    step: int = 1
    truth: bool = False

    @property
    def width(self) -> int:
        """How many bits."""
        return ((self.hi - self.lo) // self.step).bit_length() if self.step else 0

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int) or not self.lo <= value <= self.hi:
            return False
        return value == self.lo if not self.step else (value - self.lo) % self.step == 0

    def covers(self, other: Range) -> bool:
        if not (self.lo <= other.lo and other.hi <= self.hi) or (self.truth and not other.truth):
            return False
        fine = gcd(other.step, other.lo - self.lo)
        return fine == 0 or (self.step != 0 and fine % self.step == 0)

    def union(self, other: Range) -> Range:
        step = gcd(self.step, other.step, self.lo - other.lo)
        return Range(min(self.lo, other.lo), max(self.hi, other.hi), step, self.truth and other.truth)

    def encode(self, value: int) -> list[int]:
        if value not in self:
            raise InputError(f"{value!r} is not one of {self}")
        return [(value - self.lo) // self.step >> place & 1 for place in range(self.width)] if self.step else []

    def decode(self, bits: Sequence[int]) -> int | bool:
        value = self.lo + self.step * sum(int(bit) << place for place, bit in enumerate(bits))
        return bool(value) if self.truth else value

    def __str__(self) -> str:
        if self.truth:
            return "False, True"
        return f"{self.lo} to {self.hi}" + (f" in steps of {self.step}" if self.step > 1 else "")


Shape: TypeAlias = "Range | tuple[str, tuple[Shape, ...]]"
"""A number's range, or ("tuple" or "list", the shapes of the items); ("varying", shapes) is a list whose first shape is
that of its length, and whose items after that are 0."""


def range_of(value: Item) -> Range | None:
    """What is known of a number's range; None for what is no number."""
    if isinstance(value, Bit | bool):
        return Range(0, 1, 1, True) if isinstance(value, Bit) else Range(int(value), int(value), 0, True)
    if not isinstance(value, Num | int):
        return None
    number = as_number(value)
    lo, hi = bounds(number)
    step = stride(number)
    if step:
        lo, hi = lo + (constant_of(number) - lo) % step, hi - (hi - constant_of(number)) % step
    return Range(lo, hi, step)


def leaves(shape: Shape, name: str) -> Iterator[tuple[str, Range]]:
    """The numbers of a shape with their names, in order."""
    if isinstance(shape, Range):
        yield name, shape
        return
    for index, inner in enumerate(shape[1]):
        yield from leaves(inner, f"{name}[{index}]")


def bit_names(name: str, width: int) -> list[str]:
    return [name] if width == 1 else [f"{name}.{place}" for place in range(width)]


def flat(shape: Shape, value: Any, name: str) -> Iterator[int]:
    """The bits of a value of a shape."""
    if isinstance(shape, Range):
        if not isinstance(value, int) or value not in shape:
            raise InputError(f"{name} is {value!r}; it must be one of {shape}")
        yield from shape.encode(int(value))
        return
    kind, items = shape
    if not isinstance(value, tuple | list) or len(value) != len(items):
        raise InputError(f"{name} must be a {kind} of {len(items)} items, not {value!r}")
    for index, (inner, item) in enumerate(zip(items, value, strict=True)):
        yield from flat(inner, item, f"{name}[{index}]")


def rebuilt(shape: Shape, bits: Iterator[int]) -> Any:
    """The value of a shape from its bits."""
    if isinstance(shape, Range):
        return shape.decode([next(bits) for _ in range(shape.width)])
    items = [rebuilt(inner, bits) for inner in shape[1]]
    if shape[0] == "varying":
        return items[1 : 1 + items[0]]
    return tuple(items) if shape[0] == "tuple" else items
