"""Classes that redefine what Python does for them: attributes, items, operators of lists, numbers and texts."""

from __future__ import annotations

import copy
import dataclasses
import functools
import json
import keyword
import math
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict, namedtuple
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum, IntEnum, IntFlag, StrEnum
from fractions import Fraction
from typing import Any, NamedTuple


class Logged:
    def __init__(self) -> None:
        object.__setattr__(self, "log", [])

    def __setattr__(self, name: str, value: Any) -> None:
        self.log.append(name)
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        self.log.append("no " + name)
        super().__delattr__(name)


class Positive:
    def __init__(self, x: int) -> None:
        self.x = x

    def __setattr__(self, name: str, value: Any) -> None:
        if value < 0:
            raise ValueError(f"{name} is {value}")
        super().__setattr__(name, value)


class Late:
    def __init__(self, x: int) -> None:
        self.__dict__["_values"] = {"x": x}

    def __setattr__(self, name: str, value: Any) -> None:
        self._values[name] = value

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name) from None


def assigned() -> Any:
    one, two, three = Logged(), Positive(3), Late(4)
    one.a = 1
    one.b = 2
    del one.a
    setattr(one, "c", 5)  # noqa: B010
    two.x = 7
    try:
        two.x = -1
    except ValueError as error:
        text = str(error)
    three.y = 9
    return one.log, one.b, hasattr(one, "a"), one.c, two.x, text, three.x, three.y, hasattr(three, "z")


@dataclass(frozen=True)
class Frozen:
    a: int
    parts: list[int] = field(default_factory=list)
    twice: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "twice", self.a * 2)


@dataclass(frozen=True)
class FrozenMore(Frozen):
    c: str = "c"


def frozen() -> Any:
    one = Frozen(3)
    found = []
    for name in ("a", "z"):
        try:
            setattr(one, name, 4)
        except dataclasses.FrozenInstanceError as error:
            found.append(str(error))
    try:
        one.a = 5  # type: ignore[misc]
    except AttributeError as error:
        found.append(str(error))
    try:
        del one.a
    except AttributeError as error:
        found.append(str(error))
    return one, FrozenMore(2, c="d"), found


class Shown:
    def __format__(self, spec: str) -> str:
        return "short" if spec == "s" else super().__format__(spec)

    def __str__(self) -> str:
        return "long"

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()


class ToldError(Exception):
    def __str__(self) -> str:
        return "told " + super().__str__()


def of_object() -> Any:
    one = Shown()
    try:
        f"{one:z}"
    except TypeError as error:
        text = str(error)
    return f"{one:s} {one}", text, one == one, one == Shown(), len({one, one}), str(ToldError("a", 1))


class Attributes(dict):
    def __missing__(self, key: str) -> str:
        return key * 2

    def __getattr__(self, name: str) -> Any:
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class Lower(dict):
    def __init__(self, given: Any = None, **named: Any) -> None:
        super().__init__()
        self.update(given or {}, **named)

    def __setitem__(self, key: str, value: Any) -> None:
        super().__setitem__(key.lower(), value)

    def __getitem__(self, key: str) -> Any:
        return dict.__getitem__(self, key.lower())

    def __contains__(self, key: object) -> bool:
        return super().__contains__(str(key).lower())

    def __delitem__(self, key: str) -> None:
        super().__delitem__(key.lower())

    def update(self, given: Any = (), **named: Any) -> None:
        for key, value in dict(given, **named).items():
            self[key] = value


KEPT = Lower(Kept=[1])


def dicts() -> Any:
    one, two = Attributes(a=1), Lower({"A": 1}, B=2)
    one.q = 5
    two["C"] = 3
    del two["a"]
    KEPT["KEPT"].append(2)
    KEPT["New"] = 3
    shown = (one, one["q"], one["b"], one.a, Attributes({"x": 1}, y=2))
    read = (two["b"], "C" in two, two.get("z"), len(two), list(two), dict(two), {**two}, two | {"z": 1}, two.pop("b"))
    return shown, read, two, sorted(two.items()), two.setdefault("k", 3), isinstance(two, dict), KEPT, json.dumps(two)


class Twice(list):
    def __init__(self, *items: int) -> None:
        super().__init__(items)
        self.n = 0

    def append(self, x: int) -> None:
        super().append(x)
        list.append(self, x)

    def __len__(self) -> int:
        return super().__len__() + 1

    def __getitem__(self, i: Any) -> Any:
        return super().__getitem__(i[0] - i[1]) if isinstance(i, tuple) else list.__getitem__(self, i)

    def __iter__(self) -> Iterator[int]:
        return (2 * x for x in super().__iter__())

    def __add__(self, other: Any) -> Twice:  # type: ignore[override]
        return Twice(*list(self), *other)

    def __eq__(self, other: object) -> bool:
        return list(self) == other


def lists() -> Any:
    one = Twice(1, 2)
    one.append(3)
    one.extend([9])
    one[0] = 7
    del one[1]
    one.n = 4
    read = (len(one), one[0], one[2, 1], one[1:], list(one), 3 in one, sorted(one), sum(one), [*one], max(one))
    return read, one, one + [1], one.pop(), one.index(3), one == [14, 6, 6], isinstance(one, list), bool(Twice())


class Interval(NamedTuple):
    low: int
    high: int = 9

    def __contains__(self, x: object) -> bool:
        return isinstance(x, int) and self.low <= x <= self.high

    def __len__(self) -> int:
        return self.high - self.low


class Vector(namedtuple("Vector", "x y")):
    def __new__(cls, x: int, y: int = 5) -> Vector:
        return super().__new__(cls, x, abs(y))

    def __add__(self, other: Any) -> Vector:
        return Vector(self.x + other.x, self.y + other.y)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vector) and self.x == other.x

    def __hash__(self) -> int:
        return hash(self.x)


def tuples() -> Any:
    one, two = Interval(1), Vector(1, -2)
    a, b = one
    read = (3 in one, 10 in one, len(one), one, one._asdict(), a, b, one == (1, 9), {one: 1}[Interval(1)])
    return read, sorted([Interval(5), Interval(2)]), two + two, two == Vector(1), len({two, Vector(1, 7)}), two[1]


class Mod7(int):
    def __new__(cls, value: int) -> Mod7:
        return super().__new__(cls, value % 7)

    def __add__(self, other: int) -> Mod7:
        return Mod7(int.__add__(self, other))

    __radd__ = __add__

    def __pow__(self, n: int) -> Mod7:  # type: ignore[override]
        return Mod7(pow(int(self), n, 7))

    def __repr__(self) -> str:
        return f"Mod7({int(self)})"


class Degrees(float):
    def __new__(cls, value: float, unit: str = "C") -> Degrees:
        made = super().__new__(cls, value)
        made.unit = unit
        return made

    def half(self) -> Degrees:
        return Degrees(self / 2, self.unit)


def numbers() -> Any:
    a, c = Mod7(10), Degrees(2.5)
    ints = (a, a + 5, 5 + a, a**3, sum([a, a], Mod7(0)), a == 3, [0, 1, 2, 3][a], a - 10, hash(a), {3: 1}[a], range(a))
    more = (str(a), f"{a}", f"{a:02d}", a < 4, a % 2, divmod(a, 2), bin(a), max([a, 2]), "%d" % a, isinstance(a, int))  # noqa: UP031
    floats = (c, c.half(), c.half().unit, c * 2, c < 3, f"{c:.3f}", round(c, 1), int(c), hash(c), {c: 1}[2.5], str(c))
    return ints, more, floats, -c, float.__add__(c, 1), json.dumps([a, c]), copy.deepcopy(c)


class Name(str):
    def __new__(cls, value: str) -> Name:
        return super().__new__(cls, value.strip().title())

    def initials(self) -> str:
        return "".join(word[0] for word in self.split())

    def __add__(self, other: str) -> Name:
        return Name(str(self) + " " + other)


def texts() -> Any:
    n = Name("  ada lovelace ")
    read = (n, n.initials(), n + "king", len(n), n.upper(), n == "Ada Lovelace", {n: 2}["Ada Lovelace"], n[:3], str(n))
    more = ("Ada" in n, f"{n:>15}|{n}", repr(n), ", ".join([n, "x"]), n < "B", list(n)[:2], n * 2, "x" + n)
    return read, more, sorted([Name("b"), Name("a")]), {"Ada Lovelace"} == {n}, isinstance(n, str), f"{n}"


def counting(function: Callable[..., Any]) -> Any:
    @functools.wraps(function)
    def inner(*arguments: Any, **named: Any) -> Any:
        inner.calls += 1
        return function(*arguments, **named)

    inner.calls = 0
    return inner


def named(name: str) -> Any:
    def mark(function: Any) -> Any:
        function.mark = name
        return function

    return mark


@counting
def outside(x: int) -> int:
    return x + 1


@named("one")
def first() -> int:
    return 1


class Method:
    @counting
    def same(self, x: int) -> int:
        return x


def of_functions() -> Any:
    @counting
    def inside(x: int) -> int:
        return x * 2

    @named("two")
    def second() -> int:
        return 2

    one, other = counting(second), Method()
    inside(1), inside(2), one(), outside(1), other.same(2)
    calls = (inside.calls, one.calls, outside.calls, other.same.calls, [f.calls for f in (outside, inside)])
    try:
        second.nothing  # noqa: B018
    except AttributeError as error:
        text = str(error)
    marks = [(f.mark, f()) for f in (first, second)]
    rest = (inside.__name__, inside.__wrapped__(4), getattr(first, "mark", 0), hasattr(first, "calls"))
    return calls, marks, rest, text, getattr(outside, "mark", None), one.mark


class Proxy:
    def __init__(self, target: Any) -> None:
        self._target = target
        self.log: list[str] = []

    def __getattr__(self, name: str) -> Any:
        self.log.append(name)
        return getattr(self._target, name)


GIVEN = [1]
add, has, vowel = GIVEN.append, frozenset([1, 2]).__contains__, set("aeiou").__contains__


def through_others() -> Any:
    one = Proxy(Method())
    one._target.value = 4
    add(3)
    found = (one.same(one.value), one.value, one.same(x=2), one.log)
    return found, GIVEN, has(2), has(5), [c for c in "banana" if vowel(c)], keyword.iskeyword("for")


class Checked:
    def __init__(self, n: int) -> None:
        self.n = n

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "kind":
            raise AttributeError(name)
        super().__setattr__(name, value)


class Doubled:
    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__[name] = value * 2


@dataclass(frozen=True)
class Held:
    extra: int
    total: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.extra + 1)


@dataclass
class Kept:
    a: int
    b: int = 3

    def __setattr__(self, name: str, value: Any) -> None:
        if value < 0:
            raise ValueError(name)
        super().__setattr__(name, value)


class Shape(ABC):
    @abstractmethod
    def area(self) -> int: ...

    @classmethod
    def made(cls, *given: Any) -> Any:
        return cls(*given)


class Square(Shape):
    def __init__(self, side: int = 2) -> None:
        self.side = side

    def area(self) -> int:
        return self.side**2


def failed(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        return type(error).__name__, str(error)


def set_beside_frozen() -> Any:
    held, one, two = Held(3), Checked(4), Doubled()
    one.extra, two.extra, two.other = 5, 6, 7  # type: ignore[attr-defined]
    one.n += 1
    found = (held.extra, held.total, one.n, dict(one.__dict__), two.__dict__)
    errors = (failed(lambda: setattr(one, "kind", 1)), failed(lambda: setattr(held, "extra", 1)))
    kept = Kept(2)
    kept.b, kept.extra = 9, 8  # type: ignore[attr-defined]
    for name in Held.__match_args__:
        setattr(one, name, 11)
    return found, errors, kept, failed(lambda: Kept(-1)), failed(lambda: setattr(kept, "a", -4)), one.__dict__


def abstract() -> Any:
    found = [failed(lambda each=each: each().area()) for each in (Shape, Square)]  # type: ignore[misc]
    found += [failed(lambda: Shape()), failed(lambda: Shape(3))]  # type: ignore[abstract, call-arg]
    return found, failed(lambda: Shape.made()), failed(lambda: Shape.made(1)), Square.made(3).area()


class Table(dict[Any, Any]):
    pass


class Whole(int):
    pass


class Label(str):
    pass


class Triple(tuple[Any, ...]):
    pass


class Indexed(tuple[Any, ...]):
    def __getitem__(self, i: Any) -> Any:
        return i


Two = namedtuple("Two", "x y")


class Sign(IntEnum):
    LESS = -1
    MORE = 5


class Word(StrEnum):
    A = "aa"
    B = "b%s"


class Bits(IntFlag):
    ONE = 1
    TWO = 2
    FOUR = 4


class Color(Enum):
    RED = 1
    BLUE = 2


def equal_keys() -> Any:
    ratios = {Fraction(-1): 1, Fraction(10**30): 2, Fraction(1, 10): 3, Fraction(3, 4): 4, Fraction(1, 3): 5}
    numbers = {-1: 1, 10**30: 2, 0.75: 3, 2.5: 4, 5: 5}
    pairs: Any = {(1, 2): 1, (1, "x"): 2, ((1, 2), None): 3, (0.5, True): 4}
    return (
        [ratios.get(each) for each in (-1, 10**30, Decimal("0.10"), Decimal("0.75"), 0.75, Fraction(2, 6), 0.1)],
        [numbers.get(Fraction(each)) for each in ("-1", "3/4", "5/2", "1/3")],
        [numbers.get(Decimal(each)) for each in ("-1.00", "1e30", "0.750", "2.5", "2.51")],
        [numbers.get(each) for each in (Sign.LESS, Sign.MORE, Whole(-1), Whole(10**30), Bits.ONE)],
        [{Sign.LESS: 1}[-1], {Whole(10**20): 1}[10**20]],
        [pairs.get(each) for each in (Two(1, 2), Triple((1, 2)), Indexed((1, 2)), Two(1, "x"), Two(Two(1, 2), None))],
        [pairs.get(each) for each in ((Fraction(1), 2), (Fraction(1, 2), 1), Two(3, 4))],
        [{Two(1, 2): 1}[1, 2], {Triple((1, 2)): 1}[1, 2], {Indexed((1, 2)): 1}[1, 2]],
        [{Two(i * 1000003, i * 7**20): i for i in range(-20, 20)}[i * 1000003, i * 7**20] for i in range(-20, 20)],
        failed(lambda: pairs[Two([1], 2)]),
    )


def made_dicts() -> Any:
    counts, table = Counter("aab"), Table.fromkeys([1, 2], 3)
    del counts["missing"], counts["a"]
    return (
        [counts, table, type(table) is Table, OrderedDict.fromkeys([3, 1, 3]), OrderedDict.fromkeys("ab", 1)],
        [each.fromkeys("ab", 1) for each in (dict, Table, OrderedDict)],
        [{}.fromkeys("ab"), failed(lambda: {}.fromkeys(3)), failed(lambda: OrderedDict().popitem())],
        [failed(lambda: {}.popitem()), failed(lambda: set().pop())],
    )


def members_as_numbers() -> Any:
    more = Sign.MORE
    return (
        [+more, ~more, divmod(more, 2), divmod(11, more), more.bit_length(), more.to_bytes(2, "big"), round(more)],
        [Whole(5).numerator, Whole(5).denominator, more.real, more.imag, more.numerator, ~Bits.TWO, +Bits.FOUR],
        [int(Label("12")), int(Label("ff"), 16), float(Label("1.5")), failed(lambda: int(Label("x")))],
        [Word.A * 2, 2 * Word.A, Word.B % 3, f"{Word.A:>5}", Word.A.swapcase(), Word.A.rsplit("a")],
        [failed(lambda each=each: more + each) for each in ("a", None, [1], 2.5, True)],  # type: ignore[misc]
        [failed(lambda each=each: each - more) for each in ("a", None, Word.A, 2.5, Whole(7))],  # type: ignore[misc]
        [list(reversed(Color)), list(reversed(Sign)), f"{Color.RED:>12}|", f"{Color.RED:^12}|"],
        [failed(lambda: Color.RED < Color.BLUE), failed(lambda: max(Color))],  # type: ignore[operator, type-var]
        [failed(lambda: more < "a"), failed(lambda: Word.A < 3), more < 5.5, Fraction(3, 2) < more],  # type: ignore
        [math.fmod(math.nan, 0.0) != 0, failed(lambda: math.fmod(1.0, 0.0)), failed(lambda: math.fmod(math.inf, 2))],
        [failed(lambda: math.isclose(1, 1, rel_tol=-1.0)), failed(lambda: math.isclose(1, 2, abs_tol=-1.0))],
    )


CASES = [
    *(assigned, frozen, of_object, dicts, lists, tuples, numbers, texts, of_functions, through_others),
    *(set_beside_frozen, abstract, equal_keys, made_dicts, members_as_numbers),
]
