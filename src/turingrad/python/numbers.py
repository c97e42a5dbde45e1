"""Whole numbers over literals: n = constant + sum of coefficient times literal, and what is known of its range.

Sums, differences and multiples cost no gate. Every number also has the form n = constant + g K with a canonical K, the
sum of its terms divided by their common divisor g (negative where the first coefficient is): what is known of K on a
path holds of every number over the same terms, and K's bits are made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd
from typing import TypeAlias

Key: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs (positive literal, coefficient), in order of the literals; the coefficients have no common divisor."""

NO_TERMS: Mapping[int, int] = {}


class Num:
    """An integer that depends on the inputs; `lo` and `hi` bound it (on the path where it is used)."""

    __slots__ = ("_key", "const", "hi", "lo", "terms")

    def __init__(self, const: int, terms: Mapping[int, int], lo: int, hi: int) -> None:
        self.const, self.terms, self.lo, self.hi = const, terms, lo, hi
        self._key: tuple[int, Key] | None = None

    def canonical(self) -> tuple[int, Key]:
        """(g, K): the number is const + g K."""
        if self._key is None:
            pairs = sorted(self.terms.items())
            divisor = gcd(*(c for _, c in pairs))
            if pairs[0][1] < 0:
                divisor = -divisor
            self._key = (divisor, tuple((literal, c // divisor) for literal, c in pairs))
        return self._key

    def __repr__(self) -> str:
        return f"Num({self.lo} to {self.hi}, {len(self.terms)} terms)"


Value: TypeAlias = int | Num
"""A number: known, or depending on the inputs."""


def number(const: int, terms: Mapping[int, int], lo: int | None = None, hi: int | None = None) -> Value:
    """A number in the bounds that its terms give and, where given, also between lo and hi."""
    if not terms:
        return const
    least = const + sum(c for c in terms.values() if c < 0)
    most = const + sum(c for c in terms.values() if c > 0)
    least = least if lo is None else max(lo, least)
    most = most if hi is None else min(hi, most)
    return least if least >= most else Num(const, terms, least, most)  # above: on a path that is never taken


def of_literal(literal: int) -> Value:
    """1 where the literal is 1, else 0."""
    if literal <= 1:
        return literal
    return Num(1, {literal ^ 1: -1}, 0, 1) if literal & 1 else Num(0, {literal: 1}, 0, 1)


def bounds(value: Value) -> tuple[int, int]:
    return (value.lo, value.hi) if isinstance(value, Num) else (int(value), int(value))


def stride(value: Value) -> int:
    """The number is congruent to its constant modulo this; 0 for a constant."""
    return abs(value.canonical()[0]) if isinstance(value, Num) else 0


def constant_of(value: Value) -> int:
    return value.const if isinstance(value, Num) else int(value)


def terms_of(value: Value) -> Mapping[int, int]:
    return value.terms if isinstance(value, Num) else NO_TERMS


def add(values: Iterable[Value]) -> Value:
    """The sum of numbers."""
    const = lo = hi = 0
    terms: dict[int, int] = {}
    for value in values:
        const += constant_of(value)
        least, most = bounds(value)
        lo, hi = lo + least, hi + most
        for literal, c in terms_of(value).items():
            total = terms.get(literal, 0) + c
            if total:
                terms[literal] = total
            else:
                del terms[literal]
    return number(const, terms, lo, hi)


def scale(value: Value, factor: int) -> Value:
    if not isinstance(value, Num):
        return int(value) * factor
    if not factor:
        return 0
    lo, hi = sorted((value.lo * factor, value.hi * factor))
    return Num(value.const * factor, {literal: c * factor for literal, c in value.terms.items()}, lo, hi)


def subtract(a: Value, b: Value) -> Value:
    return add((a, scale(b, -1)))


def within(value: Value, lo: int, hi: int) -> Value:
    """The same number, known to lie between lo and hi."""
    if not isinstance(value, Num) or (lo <= value.lo and value.hi <= hi):
        return value
    least, most = max(lo, value.lo), min(hi, value.hi)
    if least >= most:
        return least
    found = Num(value.const, value.terms, least, most)
    found._key = value._key
    return found
