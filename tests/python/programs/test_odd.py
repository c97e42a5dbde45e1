"""Programs with odd classes, generators and sorts: each gives what CPython gives, or is refused by name."""

from __future__ import annotations

import math
import random
from typing import Any, NamedTuple

import pytest

import turingrad as tg
from turingrad.python.programs import OutOfMemoryError, PythonProgramError, RefusedError, compile_function

LOG: list[Any] = []


class Long(list):
    def __len__(self):
        return 99


class Counted(dict):
    def __setitem__(self, key, value):
        dict.__setitem__(self, key, value + 1)


class Pair(tuple):
    pass


class Vector(NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)


class Five:
    def __get__(self, owner, kind=None):
        return 5


class Described:
    five = Five()


class Looked:
    def __getattribute__(self, name):
        return 3


class Key:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        LOG.append((self.value, other.value))
        return self.value < other.value


def long_list(n):
    return len(Long([n]))


def counted_dict(n):
    made = Counted()
    made[n] = 1
    return made[n]


def tuple_of_its_own(n):
    return Pair((n, 2))[0]


def sum_of_vectors(n):
    return (Vector(n, 2) + Vector(3, 4)).x


def described(n):
    return Described().five + n


def looked_up(n):
    return Looked().anything + n


def closing(log):
    try:
        yield 1
        yield 2
    finally:
        log.append("closed")


def left_early(n):
    log = [n]
    for _ in closing(log):
        break
    return log


def closed_by_hand(n):
    log = [n]
    made = closing(log)
    next(made)
    made.close()
    return log


def gone_through(n):
    log = [n]
    return list(closing(log)), log


def comparisons(n):
    del LOG[:]
    for values in ((3, 1, 2, 5, 4), (5, 4, 3, 9), (1, 2, 3, 3, 2), (n, n, 1), (2,)):
        sorted(map(Key, values))
        sorted(values, key=Key, reverse=True)
    return list(LOG)


def order_of_nan(n):
    nan = float("nan")
    return sorted([3.0, nan, 1.0, nan, n / 2, -1.0])


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)


def orders_of_evaluation(n):
    """What is computed first: attributes before arguments, all keys before the first hash, items before targets."""
    pair = [1, 2]
    pair[1], pair[0] = pair
    return [
        pair,
        attempt(lambda: (n, n).find([][0])),
        attempt(lambda: {[n]: 1, 2: [][0]}),
        attempt(lambda: {[n], [][0]}),
        attempt(lambda: dict.fromkeys(range(n), 0)),
        attempt(lambda: divmod(1.5, n - n)),
        [attempt(lambda text, value: text % value, *each) for each in PERCENT],
    ]


PERCENT = [("abc", 5), ("abc", [1]), ("%d|%s", (3, "x")), ("%q", 1), ("%5.2f", 2.5), ("100%%", ())]


def out_of_memory(n):
    return [0] * n


RIGHT = [
    long_list,
    counted_dict,
    comparisons,
    order_of_nan,
    gone_through,
    closed_by_hand,
    described,
    tuple_of_its_own,
    orders_of_evaluation,
]


@pytest.mark.parametrize("size", [10**12, 2**30 - 1])
def test_a_list_that_no_memory_holds_is_out_of_memory(size: int) -> None:
    with pytest.raises(OutOfMemoryError, match="ran out of memory"):
        compile_function(out_of_memory, size, ram=1 << 16)


@pytest.mark.parametrize("function", RIGHT)
def test_a_program_does_what_python_does(function: Any) -> None:
    before = list(LOG)
    assert repr(tg.run(function, (4,)).value) == repr(function(4))
    LOG[:] = before


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (looked_up, "the class Looked has a __getattribute__ of its own"),
        (left_early, "left_early abandons a generator"),
    ],
)
def test_a_program_is_refused_by_name(function: Any, what: str) -> None:
    with pytest.raises(RefusedError, match=what):
        tg.run(function, (4,))


def floor_of_subnormal(x: float) -> int:
    y = 123.456 * x
    return math.floor(y)


def test_the_collector_takes_no_part_of_a_float_for_a_pointer() -> None:
    """The upper half of the significand of 123.456, 0x1edd2f, is an odd number that lies in this heap."""
    compile_function(floor_of_subnormal, 5e-324, ram=1 << 21, STRESS=1)


class Noted:
    def __init__(self, notes: list[str]) -> None:
        self.notes = notes

    def __enter__(self) -> Noted:
        return self

    def __exit__(self, *found: Any) -> None:
        self.notes.append(str(found[0] is None))


def fails_inside(n: int) -> list[str]:
    notes: list[str] = []
    with Noted(notes):
        with Noted(notes):
            n += "top".rindex("x")
        notes.append("not reached")
    return notes


def test_an_error_keeps_its_line_while_handlers_run() -> None:
    """Each `__exit__` writes over the frames of the run time's functions that raised it."""
    with pytest.raises(ValueError, match="substring not found") as raised:
        fails_inside(1)
    line = raised.traceback[-1].lineno + 1
    with pytest.raises(PythonProgramError, match=rf"substring not found \(.*test_odd\.py:{line}, in fails_inside\)"):
        tg.run(fails_inside, (1,))


def seeded_by_text(seed: str) -> tuple[float, list[int], str, str]:
    numbers = random.Random(seed)
    random.seed(seed + "!")
    return numbers.random(), random.choices(range(9), k=4), "Straße".upper(), "STRAßE".casefold()


def test_texts_are_seeds_and_a_sharp_s_has_two_capitals() -> None:
    assert tg.run(seeded_by_text, ("a text",)).value == seeded_by_text("a text")


def sum_of_texts(start: str) -> str:
    return sum(["a"], start)  # type: ignore[call-overload, no-any-return]


def test_texts_are_no_start_of_a_sum() -> None:
    with pytest.raises(PythonProgramError, match=r"sum\(\) can't sum strings \[use ''\.join\(seq\) instead\]"):
        tg.run(sum_of_texts, ("",))
