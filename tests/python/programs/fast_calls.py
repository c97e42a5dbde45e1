# ruff: noqa: ARG005, B905, C417, UP028
"""Programs that take the fast paths of calls of built-in functions, and leave them."""

from __future__ import annotations

import functools
import random
from typing import Any


class Scale:
    def __init__(self, by: int) -> None:
        self.by = by

    def times(self, x: int) -> int:
        return self.by * x

    def __call__(self, x: int) -> int:
        return self.by + x


def double(x: Any, y: Any = 2) -> Any:
    return x * y


def mapped(items: list[int]) -> list[Any]:
    """`map` in a loop or a reduction."""
    scale = Scale(3)
    found: list[Any] = [
        sum(map(scale.times, items)),
        list(map(scale, items)),
        sum(map(double, items)),
        set(map(abs, items)),
    ]
    found += [
        sorted(map(str, items)),
        tuple(map(double, "ab", items)),
        any(map(bool, items)),
        all(map(scale.times, [])),
    ]
    found += [", ".join(map(str, items)), "".join(map(chr, (97, 98))), sum(map(len, ["ab", (), {1: 2}]), 5)]
    found += [sorted(map(double, items), key=lambda x: -x), list(map(max, items, range(9))), list(map(Scale, []))]
    found += [[(i, x) for i, x in enumerate(map(double, items))], [a + b for a, b in zip(map(str, items), "xyz")]]
    found += [sum(x for x in map(lambda x, y: x - y, items, items[1:])), list(map(list, map(str, items)))]
    rest = iter(items)
    found += [list(map(lambda x: next(rest), range(99))), sum(map(lambda x: next(rest), range(99)))]
    for text, row in map(lambda x: (str(x), [x]), items):
        if row:
            found.append(text)
            break
    for bad in (lambda: list(map(5, items)), lambda: sum(map(str, items)), lambda: list(map(len, items))):  # type: ignore[arg-type, call-overload]
        try:
            bad()
        except TypeError as error:
            found.append(str(error))
    try:
        [1 // x for x in map(double, (1, 0))]
    except ZeroDivisionError as error:
        found.append(str(error))
    return [*found, [list(x) for x in lazily(items)], order(items)]


def lazily(items: list[int]) -> Any:
    for x in map(str, items):
        yield x


def order(items: list[int]) -> list[Any]:
    log: list[Any] = []

    def note(x: Any) -> Any:
        log.append(x)
        return x

    any(map(note, map(double, items)))
    note(tuple)(map(note, note(items)))
    return log


def squares(items: list[float], seed: int) -> list[Any]:
    """`x ** 2` of floats, most of which need no general power."""
    found: list[Any] = [x**2 for x in items]
    drawn = random.Random(seed)
    found += [drawn.uniform(-9.0, 9.0) ** 2 for _ in range(60)]
    for bad in (1e200, "a"):
        try:
            bad**2  # type: ignore[operator]
        except (OverflowError, TypeError) as error:
            found.append(str(error))
    return found


def scans(items: list[str]) -> list[Any]:
    """Methods of texts, and numbers in them, that raw code reads."""
    found: list[Any] = [[x.strip(), x.lstrip(), x.rstrip(), x.strip("a "), x.split()] for x in items]
    found += [[x.isalpha(), x.isdigit(), x.isalnum(), x.isspace(), x.isnumeric(), x.isdecimal()] for x in items]
    for x in [*items, *"+- ", "+7", "-07", "+-1", "-12345678", "-123456789", "1_0", "-", "", " -5 "]:
        try:
            found.append(int(x))
        except ValueError as error:
            found.append(str(error))
    other: list[Any] = ["ab", "b", "", 1, None, ("ab",), Scale(2)]
    found.append([[x == "ab", x != "ab", x == ""] for x in [*other, *items]])
    return [*found, [shape(x) for x in [*other, *items, [], ["ab"], [1, 2, 3], (1, [2, 4]), {1: 2}]]]


def shape(x: Any) -> Any:
    match x:
        case "ab":
            return "text"
        case []:
            return "none"
        case ["ab"]:
            return "one"
        case [a, [b, *c]]:
            return a, b, c
        case [a, *b]:
            return a, b
    return "other"


def little_sorts(items: list[int]) -> list[Any]:
    found: list[Any] = []
    for n in range(len(items) + 1):
        part = items[:n]
        found += [sorted(part), sorted(part, key=lambda x: x % 3), sorted(part, key=lambda x: -x, reverse=True)]
        found += [sorted(part, reverse=True), sorted(part, key=str), part]
        part.sort(key=lambda x: x % 4, reverse=True)
    return found


def caches(n: int) -> list[Any]:
    """Calls that a cache keeps: misses while the function itself adds others, equal keys of different types."""

    @functools.cache
    def paths(i: Any, j: Any) -> int:
        return 1 if i <= 0 or j <= 0 else paths(i - 1, j) + paths(i, j - 1)

    @functools.cache
    def shown(x: Any, y: Any, z: Any = 0) -> str:
        if x == 3 and y == 1:
            shown(x - 1, y, z)
            shown.cache_clear()
        return f"{x} {y} {z}"

    found: list[Any] = [paths(n, n), paths(float(n), n), paths(n - 0.5, 2), paths(True, 2)]
    found += [shown(i, j % 3, i * j % 2) for i in range(n) for j in range(n)]
    found += [shown(1.0, True), shown("a", None), shown("a", (1, 2), "b"), shown("a", None), shown(2**70, 0)]
    try:
        shown([], 1)
    except TypeError as error:
        found.append(str(error))
    return [*found, paths.cache_info().hits, paths.cache_info().misses, shown.cache_info().currsize]


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    (mapped, ([4, -7, 9, 0],)),
    (mapped, ([],)),
    (squares, ([0.0, -0.0, 1.0, 3.5, -2.5, 0.1, 1e-170, 1e-90, 1e150, float("inf"), 1.0000000000000002, 2.0**40], 5)),
    (scans, (["", " ", " a b ", "\tab\n", "ab", "x1", "12", "caf\u00e9", "\u00b2", "\xa0q\x85", "a\x1c"],)),
    (scans, (["\u2019x", "x\u2019"],)),
    (caches, (7,)),
    (little_sorts, ([5, -3, 8, 1, 9, 2, -7, 4, 6, 0, 3],)),
]
