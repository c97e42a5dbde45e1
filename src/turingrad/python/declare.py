"""What a program may say about its numbers: the range of one, and a number kept in a range."""

from __future__ import annotations

from turingrad.errors import InputError


class Int(int):
    """An int with a declared range: as a number it is `start` (0, or the nearest to it in the range).

    >>> Int(-7, 7), Int(1, 6), [Int(0, 3)] * 2
    (0, 1, [0, 0])
    """

    lo: int
    hi: int

    def __new__(cls, lo: int, hi: int, start: int | None = None) -> Int:
        if not (isinstance(lo, int) and isinstance(hi, int) and lo <= hi):
            raise InputError(f"Int({lo!r}, {hi!r}): the least and the largest value, two ints in order")
        value = min(max(0, lo), hi) if start is None else start
        if not lo <= value <= hi:
            raise InputError(f"Int({lo}, {hi}) cannot start at {value}")
        made = super().__new__(cls, value)
        made.lo, made.hi = lo, hi
        return made

    def __reduce__(self) -> tuple[type[Int], tuple[int, int, int]]:
        return type(self), (self.lo, self.hi, int(self))


def clamp(value: int, lo: int, hi: int) -> int:
    """The number, or the end of the range that it passed: max(lo, min(value, hi))."""
    return max(lo, min(value, hi))
