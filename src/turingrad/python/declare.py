"""What a program may say about its numbers: the range of one, and a number kept in a range."""

from __future__ import annotations

import operator

from turingrad._support.validation.arguments import is_whole, validate_arguments
from turingrad._support.validation.values import short_repr, whole
from turingrad.errors import InputError


class Int(int):
    """An int with a declared range: as a number it is `start` (0, or the nearest to it in the range).

    >>> Int(-7, 7), Int(1, 6), [Int(0, 3)] * 2
    (0, 1, [0, 0])
    """

    lo: int
    hi: int

    def __new__(cls, lo: int, hi: int, start: int | None = None) -> Int:
        if not (is_whole(lo) and is_whole(hi) and lo <= hi):
            raise InputError(
                f"Int({short_repr(lo)}, {short_repr(hi)}): the least and the largest value, two ints in order"
            )
        lo, hi = operator.index(lo), operator.index(hi)
        value = min(max(0, lo), hi) if start is None else whole(start, f"the start of Int({lo}, {hi})", lo, hi)
        made = super().__new__(cls, value)
        made.lo, made.hi = lo, hi
        return made

    def __reduce__(self) -> tuple[type[Int], tuple[int, int, int]]:
        return type(self), (self.lo, self.hi, int(self))


@validate_arguments
def clamp(value: int, lo: int, hi: int) -> int:
    """Return the number, or the end of the range that it passed: max(lo, min(value, hi)).

    Args:
        value: The number.
        lo: The least value.
        hi: The largest value.

    Returns:
        The number, or the nearer end of the range.

    Example:
        >>> tg.clamp(12, 0, 9)
        9
    """
    return max(lo, min(value, hi))
