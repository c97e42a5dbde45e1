# ruff: noqa: B034, F821 (programs as people write them)
# mypy: ignore-errors
"""Statements of programs with hardly a special method in their classes: other programs at once take other paths."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any

JOINED = ", ".join
UPPER = "abc".upper
counter = 3


class Box:
    size = 1

    def __init__(self, value: Any) -> None:
        self.value = value
        self.other = [value]


class Shape(ABC):
    @abstractmethod
    def area(self) -> int: ...


class Solid(Shape):
    @abstractmethod
    def volume(self) -> int: ...


class Cube(Solid):
    def area(self) -> int:
        return 6

    def volume(self) -> int:
        return 1


def told(call: Any) -> Any:
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error)


def counted() -> int:
    counted.calls += 1
    return counted.calls


counted.calls = 2


def deletions(n: int) -> list[Any]:
    global counter
    out: list[Any] = []
    box, items, table, kept = Box(n), list(range(9)), {i: i * i for i in range(6)}, 1
    local = one = two = n
    del local, (one, [two, items[0]]), box.value, table[3]
    del items[1:3], items[-1], [items[0], table[5]], box.other[0]

    def inner() -> int:
        return kept

    def outer() -> Any:
        nonlocal kept
        del kept
        return told(inner)

    def global_name() -> Any:
        global counter
        counter += 1
        del counter
        return counter

    out += [items, table, box.other, told(lambda: box.value), outer(), told(inner), told(global_name)]
    for what in ("local", "one"):
        try:
            out.append(local if what == "local" else one)
        except UnboundLocalError as error:
            out.append(str(error))

    def missing() -> None:
        del box.value

    def unbound() -> Any:
        if n > 10**9:
            never = 1
        del never

    counter, box.value, box.new, kept = n, 5, 6, 7
    out += [told(missing), told(missing), told(unbound), counter, box.new, inner()]
    del box.new
    return [*out, hasattr(box, "new"), hasattr(box, "other"), sorted(vars(box))]


def in_place(n: int, x: float) -> list[Any]:
    """Each operator on a name, an item and an attribute, of ints, floats, texts, lists and sets."""
    out: list[Any] = []
    a, box, items = n, Box(n), [n, x, "a", [1], {1, 2}]
    a += 5
    a -= 1
    a *= 3
    a //= 2
    a **= 2
    a %= 1000
    a <<= 3
    a >>= 1
    a |= 5
    a &= 61
    a ^= 7
    out.append(a)
    a /= 4
    box.value += 2
    box.value **= 3
    box.value <<= 70
    box.value >>= 3
    box.value //= 7
    box.value %= 10**9
    items[0] **= 5
    items[1] **= 2
    items[1] //= 0.5
    items[1] %= 3
    items[2] *= 3
    items[3] += "xy"
    items[3] *= 2
    items[4] |= {5}
    items[4] -= {1}
    items[4] &= {2, 5, 9}
    items[4] ^= {9}
    flag = True
    flag &= n > 0
    flag |= False
    flag ^= True
    out += [a, box.value, items[:4], sorted(items[4]), flag]

    def wrong(k: int) -> Any:
        held: Any = [None, "a", 2, [1], {1}][k]
        held -= "b"
        return held

    return [*out, *(told(lambda k=k: wrong(k)) for k in range(5))]


def chains(n: int, rows: list[Any]) -> list[Any]:
    """Comparisons in a row, with membership and identity, as values and as conditions."""
    one, two = [n], [[n], n]
    out: list[Any] = [n in one in two, n in one not in two, n not in two in [two], 1 < n in two, n in two != one]
    out += [
        n is n in one,
        None is not n < 9,
        one is two[0] == one,
        0 < n < 9 > 3 != n,
        n == n != 3 in rows,
        "a" in "ab" in ["ab"],
    ]
    out += [1 if n in one in two else 2, 3 if not (n in one in two) else 4, [x for x in rows if 0 < x in rows < [9]]]
    while 0 < n < 6 in rows or n in one in two:
        n += 1
        out.append(n)
    calls: list[Any] = []

    def noted(x: Any) -> Any:
        calls.append(x)
        return x

    out += [
        noted(1) < noted(3) < noted(2) < noted(4),
        noted(1) in noted([1]) in noted([[1]]),
        noted(2) is noted(3) in noted([]),
    ]
    return [*out, calls, told(lambda: 1 < n < "a"), told(lambda: 1 in one in n), told(lambda: n in n in one)]


def wide_frame(n: int) -> list[Any]:
    """Temporaries beyond the reach of one load or store."""
    # fmt: off
    made: list[Any] = [
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        [
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
            n + 1, [
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
                n + 2, (n + 3, [n + 4, sum(x for x in range(n))], n if n else [n], {n: n}, f"{n}{n}"),
            ], n + 5, n < 6 < n + 9,
        ], n + 7,
    ]
    # fmt: on
    return [len(made), made[216:], sum(made[:216])]


def patterns(text: str) -> list[Any]:
    """Flags by position, by name and joined."""
    flags = re.IGNORECASE | re.MULTILINE
    out: list[Any] = [
        re.findall("^a.", text, re.I | re.M),
        re.findall("^a.", text, flags=re.M),
        re.findall("a.b", text, re.S),
    ]
    out += [
        re.sub("A", "-", text, 0, re.I),
        re.sub("A", "-", text, count=1, flags=re.I),
        re.split("B", text, 1, re.I | re.S),
    ]
    out += [
        re.match("A", text, re.I) is None,
        re.compile("^B", re.I | re.M).findall(text),
        re.search("(?i)B", text).start(),
    ]
    return [*out, [m.span() for m in re.finditer("^.", text, re.M | re.I)], re.findall("^A", text, flags)]


def facts(n: int) -> list[Any]:
    """What classes, bound methods of live objects and attributes of functions are asked for."""
    box, numbers = Box(n), [n, 3]
    kinds = (int, (str, list))
    out: list[Any] = [JOINED(["a", "b"]), UPPER(), counted(), counted(), counted.calls]
    out += [
        told(lambda: Shape()),
        told(lambda: Solid()),
        Cube().area(),
        Cube().volume(),
        [each.__name__ for each in Cube.mro()[:3]],
    ]
    out += [
        isinstance(n, kinds),
        isinstance([], kinds),
        isinstance(2.5, kinds),
        isinstance(n, int | str),
        isinstance("", (float, (int, str))),
    ]
    out += [
        numbers.__len__(),
        n.__str__(),
        numbers.__repr__(),
        n.__hash__(),
        numbers.__iter__().__next__(),
        "ab".__contains__("a"),
    ]
    out += [
        numbers.__getitem__(1),
        n.__add__(2),
        [*map(numbers.__getitem__, (1, 0))],
        [*filter({n}.__contains__, numbers)],
    ]
    box.__dict__.update(value=8, other=9)
    box.__dict__["size"] = 4
    out += [
        box.value,
        box.other,
        box.size,
        Box.size,
        vars(box),
        type(box).__name__,
        Box.__qualname__,
        Box.__bases__ == (object,),
    ]
    return [
        *out,
        callable(box),
        callable(Box),
        issubclass(Cube, Shape),
        [c.__name__ for c in Shape.__subclasses__()],
        type(n) is int,
    ]


def matched(values: list[Any]) -> list[Any]:
    """Alternatives in each position, inside of others, with names, with guards, and none that fits."""
    out: list[Any] = []
    for value in values:
        match value:
            case 1:
                found: Any = "one"
            case 2 | 3:
                found = "two or three"
            case 4 | 5 | 6 if value != 5:
                found = "four or six"
            case 5 | "a" | None | 2.5 | True:
                found = "five of them"
            case [1 | 2 | 3, ("x" | "y" | "z") as name] | {"k": name} | [name]:
                found = name
            case [int() | str() | None as first, *_, 7 | 8 | 9] | (first, 0, 0):
                found = ("first", first)
            case {"a": 1 | 2 | 3 as number, **rest} | {"b": number, **rest}:
                found = number, rest
            case Box(value=1 | 2 | 3) | Box(value="p" | "q" | "r"):
                found = value.value
            case _:
                found = "none"
        out.append(found)
    return out


class Summing:
    """Called with any number of arguments, in places where its class is not known."""

    def __init__(self, start: str) -> None:
        self.start = start

    def __call__(self, a: Any = 0, b: Any = 1, c: Any = 2, d: Any = 3, e: Any = 4) -> str:
        return f"{self.start}{a}{b}{c}{d}{e}"


def called_objects(n: int) -> list[Any]:
    out: list[Any] = []
    for call in (Summing("x"), lambda *given: given, Summing("y"), dict):
        if call is dict:
            break
        out += [call(), call(n), call(n, "b"), call(n, "b", 7), call(n, "b", 7, None), call(n, "b", 7, None, 2.5)]
        out += [call(*range(5)), call(n, *"bc"), call(*"ab", n, n + 1)]
    one = Summing("z")
    out += [one(), one(n), one(1, 2), one(1, 2, 3), one(1, 2, 3, n), one(1, 2, 3, 4, 5), one(c=n), one(1, e=n)]
    return out


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    (deletions, (4,)),
    (in_place, (7, 2.5)),
    (chains, (3, [1, 2, 3, 6])),
    (wide_frame, (5,)),
    (patterns, ("ab\nAB\na\nb aXb",)),
    (facts, (6,)),
    (called_objects, (6,)),
    (
        matched,
        (
            [
                *range(1, 8),
                "a",
                None,
                2.5,
                True,
                False,
                [1, "x"],
                [2, "y"],
                [3, "z"],
                [4, "z"],
                {"k": 0},
                ["w"],
                *([x, 5, y] for x in (1, "s", None, 2.5) for y in (7, 8, 9, 0)),
                (2.5, 0, 0),
                {"a": 2},
                {"a": 3, "c": 4},
                {"a": 4},
                {"b": 9, "a": 5},
                *map(Box, (1, 2, 3, 4, "p", "q", "r", "s")),
                {},
                [],
                "xy",
            ],
        ),
    ),
]
