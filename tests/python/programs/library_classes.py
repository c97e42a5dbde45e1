# ruff: noqa: N818, UP042
"""Classes inside functions, enums of all kinds, and small classes of Python's library."""

from __future__ import annotations

import cmath
import warnings
from array import array
from collections import Counter, namedtuple
from dataclasses import dataclass, field
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto
from functools import wraps
from queue import Empty, LifoQueue, PriorityQueue, Queue
from types import MappingProxyType, SimpleNamespace
from typing import Any


class Access(Flag):
    READ = auto()
    WRITE = auto()
    RUN = auto()


class Bits(IntFlag):
    LOW = 1
    HIGH = 2


class Suit(StrEnum):
    HEARTS = "hearts"
    CLUBS = "clubs"


class Kind(str, Enum):
    WORD = "word"
    SIGN = "sign"


class Level(int, Enum):
    ONE = 1
    TWO = 2


class Day(IntEnum):
    MONDAY = 1
    TUESDAY = 2


class Operation(Enum):
    PLUS = ("+", len)
    MINUS = ("-", abs)


BY_SUIT = {Suit.HEARTS: 1, Suit.CLUBS: 2}
BY_DAY = {Day.MONDAY: "m"}
LIMITS = MappingProxyType({"low": 1})
SETTINGS = SimpleNamespace(depth=2)


def enums() -> list[Any]:
    both = Access.READ | Access.WRITE
    return [
        *(Access.READ in both, both.value, bool(both & Access.RUN), str(both), repr(both ^ Access.READ), ~Access.READ),
        *(
            [each.name for each in both],
            str(Access(0)),
            repr(Access(0)),
            int(Bits.LOW | Bits.HIGH),
            Bits.LOW in Bits(3),
        ),
        *(Bits.LOW | 2, f"{Bits.HIGH}", str(Bits.LOW), BY_SUIT["hearts"], BY_SUIT[Suit.CLUBS], "clubs" in BY_SUIT),
        *(
            {Suit.CLUBS: 1}["clubs"],
            Counter([Suit.CLUBS, "clubs"]),
            "-".join([Kind.WORD, Kind.SIGN]),
            Kind.WORD in "words",
        ),  # type: ignore[index]
        *({Kind.WORD: 3}["word"], Level.ONE + 1, {Level.ONE: 5}[1], sum(Level), str(Level.ONE), sorted(Level)),  # type: ignore[index]
        *(BY_DAY[1], BY_DAY[Day.MONDAY], {Day.TUESDAY: 1}[2], Operation(("-", abs)).name, Operation.PLUS.value[0]),  # type: ignore[index]
    ]


def wrong_operation() -> str:
    try:
        return Operation("*").name
    except ValueError as error:
        return str(error)


def local_classes(n: int, scale: int = 2) -> list[Any]:
    log: list[int] = []

    @dataclass(order=True)
    class Point:
        x: int
        tags: list[str] = field(default_factory=list)

        def area(self) -> int:
            log.append(self.x)
            return self.x * scale

    class Wide(Point):
        def area(self) -> int:
            return super().area() + helper(1)

    class Wrong(ValueError):
        def __init__(self, text: str) -> None:
            super().__init__(f"<{text}>")

    class Node:
        made = 0

        def __init__(self, value: int, after: Any = None) -> None:
            Node.made += 1
            self.value, self.after = value, after

        def add(self, value: int) -> Node:
            return Node(value, self)

    def helper(z: int) -> int:
        return z + scale + n

    pair = namedtuple("pair", "one two")
    scale += 1
    try:
        raise Wrong("x")
    except Wrong as error:
        text = str(error)
    node = Node(1).add(2)
    areas = [each.area() for each in (Point(1), Wide(2))]
    return [areas, log, repr(Point(1)), sorted([Point(3), Point(1)]), text, node.after.value, Node.made, pair(1, 2), n]


def makes_adder(k: int) -> Any:
    class Adder:
        def __call__(self, x: int) -> int:
            return x + k

    return Adder()


def two_adders() -> list[int]:
    return [makes_adder(1)(2), makes_adder(3)(4)]


def queues() -> list[Any]:
    plain: Any = Queue()
    first: Any = PriorityQueue()
    last: Any = LifoQueue(maxsize=2)
    for each in (3, 1, 2):
        plain.put(each)
        first.put((each, str(each)))
    last.put_nowait("a")
    found = [plain.get(), plain.qsize(), first.get(), first.empty(), last.full(), last.get()]
    try:
        last.get_nowait()
    except Empty:
        found.append("empty")
    return found


def small_classes() -> list[Any]:
    items = array("i", [1, 2, 3])
    items.append(4)
    items[0] = 9
    space = SimpleNamespace(a=1, b=[2])
    space.c = 3
    warnings.warn("not compared", stacklevel=2)
    try:
        LIMITS["low"] = 2  # type: ignore[index]
    except TypeError as error:
        text = str(error)
    return [
        *(
            items,
            sum(items),
            items[1:3],
            items.tolist(),
            len(items),
            4 in items,
            repr(array("d", [0.5])),
            items.itemsize,
        ),
        *(space.a, space, space == SimpleNamespace(a=1, b=[2], c=3), vars(space), SETTINGS.depth, text, LIMITS["low"]),
        *(dict(LIMITS), len(LIMITS), "low" in LIMITS, list(LIMITS.items()), repr(LIMITS), LIMITS.get("high", 7)),
        *(str(int), repr(type(items)), [type(each) for each in (1, "a")], +Counter(a=1, b=-1), -Counter(b=-2)),
    ]


def complex_numbers(numbers: list[complex]) -> list[Any]:
    found: list[Any] = [
        cmath.sqrt(-1),
        cmath.sqrt(3 + 4j),
        cmath.sqrt(0),
        f"{1 + 2j:>12.2f}",
        1 / (1 + 1j),
        sum(numbers),
    ]
    for one in numbers:
        found += [repr(one), -one, abs(one), one.conjugate(), bool(one), one == one.real, one**2, 2 - one, one + 1.5]
        found += [(one + two, one - two, one * two, one / two if two else two**0, one == two) for two in numbers]
    try:
        return [*found, {1j: 2}[1j], isinstance(1j, complex), complex(3), (1 + 1j) ** -2, 1j / 0]
    except ZeroDivisionError as error:
        return [*found, str(error)]


def attributes() -> list[Any]:
    class Plain:
        """A class."""

        shared = 1

        def __init__(self) -> None:
            self.x, self.y = 1, "a"

    return [vars(Plain()), Plain().__dict__, sorted(Plain().__dict__.items()), triple.__wrapped__(2), triple.__doc__]


def counted(function: Any) -> Any:
    @wraps(function)
    def inner(*given: Any) -> Any:
        return function(*given) + 1

    return inner


@counted
def triple(x: int) -> int:
    """Three times x."""
    return 3 * x


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    *((enums, ()), (wrong_operation, ()), (local_classes, (5,)), (queues, ()), (small_classes, ()), (attributes, ())),
    (complex_numbers, ([0j, 1 + 2j, -3.5 + 0j, 1j, complex(2, -1), 1e10 - 1e-3j, complex(-0.0, 0.0), 0.1 + 0.7j],)),
]
