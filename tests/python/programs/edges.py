"""Edges that random programs and mutants of the run time found: each function gives what CPython gives."""

from __future__ import annotations

import heapq
import types
from typing import Any


def evaluated_in_order(n: int) -> list[Any]:
    """A default is computed even if it is not needed."""
    out: list[Any] = []
    box = types.SimpleNamespace(size=n)

    def noted(value: Any) -> Any:
        out.append(value)
        return value

    out.append(getattr(noted(box), "size", noted(2)))
    out.append(getattr(noted(box), "other", noted(3)))
    setattr(noted(box), "size", noted(4))  # noqa: B010
    for _ in out[:0]:
        unbound = 1
    try:
        out.append(getattr(box, "size", unbound))
    except UnboundLocalError as error:
        out.append(str(error))
    return [len(out), *(each for each in out if each is not box), box.size]


def orders_of_sorts(n: int) -> list[Any]:
    out: list[Any] = []
    for given in (1 << 31, -(1 << 64), "", -1, n):
        try:
            out.append(list(heapq.merge([2], [1], reverse=given)))  # type: ignore[arg-type]
            out.append(sorted([1, 3, 2], reverse=given))  # type: ignore[arg-type]
        except (OverflowError, TypeError) as error:
            out.append(str(error))
    return out


def shown_bytes(n: int) -> list[str]:
    return [repr(bytes(n)), repr(bytearray(b"\0'\"\\")), repr(b"it's\x7f\x1f ~")]


class Marked:
    def __init__(self, mark: str) -> None:
        self.mark = mark

    def __format__(self, spec: str) -> str:
        return f"<{spec}|{self.mark}>"

    def __str__(self) -> str:
        return "text"


def formatted(n: int) -> list[str]:
    """A format is asked of an object even if nothing is specified, and a bool is a number in one that is not empty."""
    one = Marked("\xe9")
    return [f"{one}|{one:5}|{one!s:>6}|{one.mark!a}", format(one), f"{n == 1:5}|{n == 1:d}|{n == 1}", ascii([one.mark])]


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    (evaluated_in_order, (1,)),
    (orders_of_sorts, (1,)),
    (shown_bytes, (3,)),
    (formatted, (1,)),
]
