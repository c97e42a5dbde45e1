"""Constructs that few programs use: each function gives what CPython gives."""

from __future__ import annotations

import enum
import functools
import math
from collections import defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from typing import Any, ClassVar

SEEN = {3, 1, 2, 100, 57, 33, 8, 16}
NAMES = {"a", "b"}
BY_KEY: dict[Any, int] = {
    1.5: 1, 2.0: 2, 1e300: 3, 10**30: 4, -(10**12): 5, (1, "x"): 6, (2.5, None): 7, None: 8, True: 9, 3.0000001: 10,
    math.inf: 11, 1.5e308: 12, -1.1e308: 13,
}  # fmt: skip
STEPS = range(2, 20, 3)
CUT = slice(1, 4)
QUEUE = deque([1, 2, 3])
Pair = namedtuple("Pair", "left right")


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Slotted:
    __slots__ = ("kept", "unset")

    def __init__(self) -> None:
        self.kept = 4


class Base:
    unit = 3

    @property
    def size(self) -> int:
        return self.unit * 2

    def grow(self, by: int) -> int:
        return self.unit + by


class Child(Base):
    unit = 5

    @property
    def size(self) -> int:
        return super().size + 1

    def later(self) -> int:
        grow = super().grow
        return grow(10) + self.size

    def __matmul__(self, other: int) -> int:
        return other * self.unit


@dataclass
class Record:
    name: str
    tags: list[int] = field(default_factory=list)
    total: int = field(init=False, default=7)
    shared: ClassVar[int] = 5

    def __post_init__(self) -> None:
        self.total += len(self.tags)


@functools.cache
def remembered(n: int) -> int:
    return n if n < 2 else remembered(n - 1) + remembered(n - 2)


def scaled(a: int, b: int, c: int = 1) -> int:
    return (a - b) * c


halved = functools.partial(scaled, 10, c=2)


def live_values() -> tuple[Any, ...]:
    found = [
        BY_KEY[key]
        for key in (
            1.5,
            2,
            1e300,
            10**30,
            -(10**12),
            (1, "x"),
            (2.5, None),
            None,
            1,
            3.0000001,
            math.inf,
            1.5e308,
            -1.1e308,
        )
    ]
    return found, sorted(SEEN), 57 in SEEN, "a" in NAMES, list(STEPS), [5, 6, 7, 8, 9][CUT], len(QUEUE), Colour.BLUE


def returned_values(n: int) -> tuple[Any, ...]:
    table = {"a": 1, "b": n}
    return range(n), {1, n}, table, Pair(n, "é"), Colour.RED, deque([n, 2]), frozenset([n]), -0.0, 10**20 + n


def classes() -> tuple[Any, ...]:
    child, slotted = Child(), Slotted()
    record = Record("r", [1, 2])
    return child.later(), child @ 4, slotted.kept, hasattr(slotted, "unset"), record, Record("s").total, Record.shared


def cached(n: int) -> tuple[int, int]:
    return remembered(n), halved(3)


def deletions(n: int) -> tuple[Any, ...]:
    items, table, child = list(range(n)), {"a": 1, "b": 2}, Child()
    child.extra = 9  # type: ignore[attr-defined]
    del items[1:4], table["a"]
    del child.extra  # type: ignore[attr-defined]
    items += (7, 8)
    items *= 2
    pair = (1, *items[:2], 3)
    first, *middle, last = pair
    return items, table, hasattr(child, "extra"), pair, first, middle, last, [*pair, *table]


def matches(value: Any) -> str:
    match value:
        case {"kind": "circle", "r": r}:
            return f"circle {r}"
        case [first, *_, last] if first != last:
            return f"from {first} to {last}"
        case Pair(left=left, right=right):
            return f"pair {left} {right}"
        case Colour.RED | Colour.BLUE:
            return "colour"
        case int(number) if number > 3:
            return f"large {number}"
        case None:
            return "none"
        case _:
            return "other"


def matched() -> list[str]:
    return [
        matches(value)
        for value in ({"kind": "circle", "r": 2}, [1, 2, 3], [1, 1], Pair(1, 2), Colour.RED, 7, 2, None, "t")
    ]


def loops(n: int) -> list[Any]:
    found: list[Any] = []
    for pair in enumerate("abc", start=n):
        found.append(pair)
    for row in zip("xy", range(n), [1.5, 2.5]):  # noqa: B905
        found.append(row)
    for at, (a, b) in enumerate(zip(range(3), range(3, 6), strict=True)):
        found.append(at * a + b)
    while n > 0:
        n -= 1
        if n == 2:
            break
    else:
        found.append("ended")
    for key in {"p": 1, "q": 2}.items():
        found.append(key)
    return found


def names(flag: bool) -> str:
    try:
        if flag:
            unset = 1
        return str(unset)
    except UnboundLocalError:
        return "unset"


def many(n: int) -> list[int]:
    """A frame of so many variables that an offset does not fit into an instruction."""
    rows = [[i * j for j in range(4)] for i in range(n)]
    return [row[0] + row[-1] for row in rows if any(value > 2 for value in row)]


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 9


class Labelled:
    def label(self) -> str:
        return "plain"


class Mixed:
    def label(self) -> str:
        return "mixed " + super().label()  # type: ignore[misc]


class Both(Mixed, Labelled):
    pass


class Loud(Mixed, Base):
    def label(self) -> str:
        return "loud"


def found_by_random_programs(n: int) -> list[Any]:
    out: list[Any] = [f"{Level.LOW:3}|{Level.HIGH}|{n:3c}|{n:<3c}|", "%d" % Level.HIGH]  # noqa: UP031
    out += [Both().label(), Loud().label()]
    try:
        {}.popitem()
    except KeyError as error:
        out.append((str(error), error.args))
    for values in ([1.0, math.inf], [-math.inf, 2.0], [math.nan, 1.0], [math.inf, -math.inf]):
        try:
            out.append(math.fsum(values))
        except ValueError as error:
            out.append(str(error))
    out += [{1: 2} | defaultdict(list, {3: [4]}), defaultdict(int, {5: 6}) | {1: 2}]
    for value in range(n, 10**12):
        out.append(value)
        if value > n:
            break
    return out


def wide_texts(text: str) -> list[str]:
    return [text.lower(), text.title(), "\u2603" + text.swapcase(), text[::-1], "-".join(text)]


def set_orders(count: int, step: int) -> list[Any]:
    """Deleted keys leave marks in a set's table: CPython reuses the last one on the way, and shrinks after many."""
    numbers, out = {step * i % 211 for i in range(count)}, []
    numbers.difference_update([7 * i % 211 for i in range(count // 2)])
    for i in range(12):
        numbers.add(500 + 11 * i)
        numbers.discard(step * i)
    out += [list(numbers), numbers.pop(), numbers.pop(), numbers.pop()]
    numbers &= set(range(0, 700, 2)) | {501, 511}
    out += [numbers.pop(), list(numbers - {2, 4}), list(numbers.difference(range(200)))]
    numbers.clear()
    numbers |= {3, 1, 2, 0, 4}
    return [*out, numbers.pop(), list(numbers)]


def view_operators(count: int) -> list[Any]:
    one, other = {7 * i % 101: i for i in range(count)}, {5 * i % 101: i for i in range(count // 2)}
    out: list[Any] = []
    for a, b in ((one, other), (other, one)):
        out += [
            list(a.keys() - list(b)),
            list(a.keys() & b.keys()),
            list(a.keys() | (1000, 2000)),
            list(set(a) - b.keys()),
        ]  # type: ignore[operator]
        out += [
            list(a.keys() ^ b.keys()),
            list(a.keys() & set(b)),
            sorted(a.items() ^ b.items()),
            list(list(a) - b.keys()),
            list(a.values() - b.keys()),
        ]  # type: ignore[operator]
    return out


def without_sets(numbers: dict[int, int], others: list[int]) -> int:
    return len(numbers.keys() - others)  # type: ignore[operator]


class Node:
    def __init__(self, *parents: Node) -> None:
        self.parents = parents

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node)

    def __hash__(self) -> int:
        return 3


ROOT = Node()


def identities(count: int) -> list[Any]:
    a, b = Node(ROOT), Node(ROOT, ROOT)
    c = Node(a, b, a)
    seen: dict[int, int] = {}

    def visit(node: Node) -> None:
        if id(node) not in seen:
            for each in node.parents:
                visit(each)
            seen[id(node)] = len(seen)

    visit(c)
    moved = [[i] * 40 for i in range(count)]
    return [
        seen[id(c)],
        seen[id(ROOT)],
        len(seen),
        id(a) == id(b),
        a == b,
        len({id(x) for x in (a, b, c, a)}),
        len(moved),
    ]


class SetsItself:
    def __init__(self):
        self.mark = 1


class IsGiven:
    mark = 2


class HasSlots:
    __slots__ = ("other",)


def given_outside(value: int, name: str) -> tuple[object, ...]:
    """An attribute that one class sets itself, and that an object of another is given by other code."""
    made, refused = IsGiven(), HasSlots()
    found = [SetsItself().mark, made.mark]
    made.mark = value
    try:
        refused.mark = value  # type: ignore[attr-defined]
    except AttributeError as error:
        found.append(str(error))  # type: ignore[arg-type]
    other = IsGiven()
    setattr(other, name, value + 1)
    return found, made.mark, IsGiven.mark, other.mark, vars(other)


def bound_next(items: list[int]) -> list[int]:
    take = iter(items).__next__
    return [take(), take()]


def sequences_in_patterns(*values: Any) -> list[Any]:
    found: list[Any] = []
    for value in values:
        match value:
            case [a, _, 2]:
                found.append(a)
            case [a, *rest, b]:
                found.append((a, rest, b))
            case []:
                found.append("empty")
            case _:
                found.append(None)
    return found


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    (sequences_in_patterns, (range(3), deque([1, 2, 3, 4]), deque(), (4, 5, 2), [7], "abc", {}, range(0), 5)),
    (set_orders, (54, 3)),
    (set_orders, (90, 5)),
    (view_operators, (10,)),
    (view_operators, (90,)),
    (without_sets, ({1: 2, 3: 4}, [1])),
    (identities, (400,)),
    (given_outside, (7, "mark")),
    (bound_next, ([4, 5, 6],)),
    (live_values, ()),
    (returned_values, (3,)),
    (classes, ()),
    (cached, (12,)),
    (deletions, (6,)),
    (matched, ()),
    (loops, (5,)),
    (names, (False,)),
    (names, (True,)),
    (many, (6,)),
    (found_by_random_programs, (65,)),
    (wide_texts, ("Utf-8 Text",)),
]
