# ruff: noqa: B018, B905, C405, C409, C410, UP032, UP033
"""Programs that take each fast path of the run time, and leave it where raw code cannot decide."""

from __future__ import annotations

import functools
import heapq
import math
import operator
import random
from collections import defaultdict
from typing import Any, NamedTuple

from tests.python.programs import fast_calls


def sorts(n: int) -> list[Any]:
    ints = [(i * 7919) % 101 - 50 for i in range(n)]
    texts = [str(i * 37 % 23) for i in range(n)]
    pairs = [(i % 3, text, i / 4) for i, text in enumerate(texts)]
    mixed = [3, 2.5, True, 10**20, -1.5, 0, 10**20 - 1]
    nan = [2.0, float("nan"), 1.0, 3.0, 0.5]
    found: list[Any] = [sorted(ints), sorted(ints, reverse=True), sorted(texts), sorted(pairs), sorted(mixed)]
    found += [sorted(nan), sorted(ints, key=abs), sorted(pairs, key=lambda pair: -pair[2], reverse=True)]
    found += [sorted([[2, 1], [1, 5], [1, 2]]), sorted([]), sorted([(1, [2]), (1, [1])])]
    texts.sort()
    try:
        sorted([1, "a", 2])
    except TypeError as error:
        found.append(str(error))
    return [*found, texts]


def heaps(n: int) -> list[Any]:
    heap: list[Any] = []
    for i in range(n):
        heapq.heappush(heap, (i * 31 % 17, str(i)))
    found = [heapq.heappop(heap) for _ in range(n // 2)]
    other = [[3], [1], [2], [0]]
    heapq.heapify(other)
    return [found, heap, other, heapq.heapreplace(heap, (99, "x"))]


def slices(items: list[int], text: str) -> list[Any]:
    row = tuple(items)
    found = [x[a:b] for x in (items, row, text) for a in (None, 0, 2, -3, 99, True) for b in (None, 1, -1, 50, -99)]
    return [*found, items[::2], row[::-1], text[5:1:-2], items + [1], row + (1,), items * 3, row * 2, [0] * 4, [] * 5]


def small_things(items: list[int]) -> list[Any]:
    found: list[Any] = [sum(items), sum(items, 5), sum([2**30 - 1, 1]), sum([True, 2.5]), min(items), max(items)]
    found += [min([2.5, 1]), max((3, True)), [str(i) for i in (0, -1, 10**8, 2**29, -(2**30), 10**15)]]
    found += [True + 1, 2 * True, True - 3, 5 in [1.0, 5.0], 2**40 in [2.0**40], 1 <= 2.5, 2.5 >= 3, 0.5 <= 0.5]
    found += [["a", "b", "c", "d"], ["x"], [], "banana".find("na"), "a".find(""), "ab" == "ab"]
    found += [list("xyz") + ["w"], [*items, *reversed(items)], 3.0 * 0.5, 7 * 1.0, -2.0 * 8]
    try:
        True + "a"  # type: ignore[operator]
    except TypeError as error:
        found.append(str(error))
    for text in ("x" * 300, "1 2"):
        try:
            int(text)
        except ValueError as error:
            found.append(str(error))
    return found


def edges(low: int, same: float) -> list[Any]:
    """-2^63 has two limbs, wherever it comes from."""
    made = int(same)
    return [made == low, made > low, low < same, low == same, low - made, {low: 1}.get(made), -(2**31) == -2147483648.0]


def long_literal(count: int) -> int:
    return int("y" * count)


def draws(seed: int) -> list[Any]:
    rng = random.Random(seed)
    found: list[Any] = [rng.random() for _ in range(330)]
    return [found[-9:], [rng.getrandbits(k) for k in (1, 31, 32, 33, 70)], rng.randint(0, 10**12), rng.uniform(1, 2)]


class Point:
    kind = "point"

    def __init__(self, x: int, y: int = 2) -> None:
        self.x, self.y = x, y

    def __call__(self, factor: int = 3) -> int:
        return self.x * factor

    @property
    def norm(self) -> int:
        return self.x + self.y


class Pair(NamedTuple):
    left: int
    right: str


class Table(dict):  # type: ignore[type-arg]
    def __init__(self, names: str) -> None:
        super().__init__(zip(names, range(9)))
        self.outer = None


class Stack(list):  # type: ignore[type-arg]
    def __init__(self, items: Any) -> None:
        super().__init__(items)


@functools.lru_cache(maxsize=None)
def paths(n: int, k: int) -> int:
    return 1 if k in (0, n) else paths(n - 1, k - 1) + paths(n - 1, k)


def calls(names: list[str]) -> list[Any]:
    point, make = Point(4), [Point, int, list, str][0]
    found: list[Any] = [getattr(point, name, None) for name in names if name != "__call__"]
    found += [hasattr(point, name) for name in names] + [point(), point(5), make(7)(), paths(9, 4), Table("abc")["b"]]
    setattr(point, names[0], 11)
    try:
        getattr(point, names[0] + "z")
    except AttributeError as error:
        found.append(str(error))
    getter, items = operator.attrgetter("left", "right"), [Pair(3, "a"), Pair(1, "b")]
    counts: defaultdict[Any, Any] = defaultdict(int)
    for i in range(7):
        counts[i % 3, "k"] += 1
    scores = {"a": 2, "b": 5}
    found += [point.x, min(items, key=operator.attrgetter("left")), [getter(each) for each in items], dict(counts)]
    found += [max(scores, key=scores.__getitem__), (3).__class__.__name__, "{0.left}:{a.x}".format(items[0], a=point)]
    return [*found, Stack((3, 1)).__contains__(3), slice(None, 9, 2).indices(5), range(2, 9, 3).step]


def octets(text: str, data: bytes, more: bytearray) -> list[Any]:
    more.append(7)
    more += b"xy"
    more[0] = 255
    errors = []
    for wrong in (lambda: more.append(256), lambda: bytes([300]), lambda: data[99], lambda: (5).to_bytes(0, "big")):
        try:
            wrong()
        except (ValueError, IndexError, OverflowError) as error:
            errors.append(str(error))
    found: list[Any] = [text.encode(), text.encode("latin-1").decode("latin-1"), data[1:3], data + b"d", more, errors]
    found += [97 in data, data.hex(), (70000).to_bytes(4, "little"), (-5).to_bytes(2, "big", signed=True), more.pop()]
    found += [int.from_bytes(data, "little"), int.from_bytes(b"\xff\x01", "big", signed=True), bytes(2), data == b"abc"]
    return [
        *found,
        text.translate(str.maketrans("hl", "jL", "o")),
        "ab".translate(str.maketrans({"a": "Q", "b": None})),
    ]


def gammas(values: list[float]) -> list[float]:
    return [math.lgamma(value) for value in values]


class Meter:
    """An object that is called, compared and read from outside."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def __call__(self, x: int) -> bool:
        return x < self.limit

    def __lt__(self, other: Meter) -> bool:
        return self.limit < other.limit


class Unset:
    """Its attribute may be missing."""

    level: int


def guarded_objects(numbers: list[int]) -> list[Any]:
    meters = [Meter(number) for number in numbers]
    blank = Unset()
    found: list[Any] = [[meter(3) != True, min(meters).limit, meters[0] < meters[1]] for meter in meters]  # noqa: E712
    for thing in (blank, 5, meters[0], "text"):
        try:
            found.append(thing.level)
        except AttributeError as error:
            found.append(str(error))
        try:
            found.append(thing(4))
        except TypeError as error:
            found.append(str(error))
    for left, right in ((1, 2.5), ("a", "b"), ((1, "x"), (1, "y")), (float("nan"), 1.0), (True, 1), (2**40, 7)):
        found.append([left == right, left != right, left < right, left <= right, left > right, left >= right])
    meters[0].limit = 99
    return [*found, meters[0].limit]


def shortcuts(texts: list[str], numbers: list[float]) -> list[Any]:
    @functools.lru_cache(maxsize=None)
    def ways(i: int, j: int) -> int:
        return 1 if i == 0 or j == 0 else ways(i - 1, j) + ways(i, j - 1)

    table: dict[Any, list[int]] = {}
    for index in range(30):
        table.setdefault((index % 11, str(index % 7), index / 2), []).append(index)
        table.setdefault(index % 13, []).append(index)
    found: list[Any] = [ways(4, 5), ways.cache_info().hits, table, defaultdict(int, {1: 2}), defaultdict(list, a=[1])]
    found += [
        [0] * 5,
        [1] * -2,
        [1, 2] * 2,
        [None] * 0,
        tuple([1, 2]),
        tuple((3,)),
        tuple("ab"),
        list((4, 5)),
        list("xy"),
    ]
    for text in texts:
        try:
            found.append(int(text))
        except ValueError as error:
            found.append(str(error))
    found += [sum(numbers), sum(numbers, 1), sum([*numbers, 3]), [x * 1 for x in numbers], [-1 * x for x in numbers]]
    found += [
        [x**2 for x in (3, -40000, 2**20, True)],
        [3 * x for x in numbers],
        [x + -x for x in numbers],
        {3, -1, 11, len(numbers)},
        [set([]), set({}), set([1, 2]), set("a"), set(), set(())],
    ]
    return [*found, [(x + 1e-310) - x for x in numbers], [x - 7 for x in numbers], [text != "b" for text in texts]]


def quotients(numbers: list[int], floats: list[float]) -> list[Any]:
    found: list[Any] = [a / b for a in numbers for b in numbers if b]
    found += [a / b for a in floats for b in floats if b] + [a / x for a in numbers for x in floats if x]
    found += [x / a for a in numbers for x in floats if a] + [x + y for x in floats for y in floats]
    for a, b in ((1, 0), (1.0, 0), (1, 0.0)):
        try:
            found.append(a / b)
        except ZeroDivisionError as error:
            found.append(str(error))
    return found


def letters(text: str, row: tuple[Any, ...], wide: str) -> list[Any]:
    counts: dict[str, int] = {}
    for letter in text:
        counts[letter] = counts.get(letter, 0) + 1
    found: list[Any] = [counts, list(wide), list(text), sorted(text), text[2:3], str(7), chr(65) + text[0]]
    found += [
        text[0] is text[:1],
        text[-1] in counts,
        list(text * 20)[-3:],
        [row[0], row[1], row[2]],
        text + wide,
    ]
    for index in (0, 5, -4, 2**24, -(2**24)):
        try:
            found.append((row[5], row[index]))
        except IndexError as error:
            found.append(str(error))
        try:
            found.append(row[index])
        except IndexError as error:
            found.append(str(error))
    return [*found, [len(x) for x in (text, row, counts, {1, 2}, [3])], [x + x for x in ([1], (2,), "ab")]]


def tables(n: int) -> list[Any]:
    wide = {"a": n, "b": 1, "c": 2, "d": 3, "e": 4, 5: 5, "f": 6, "g": 7, "h": 8, "i": 9}
    wide["j"] = wide.pop("c")
    grid = {(i, j): i * j for i in range(n) for j in range(n)}
    mixed: Any = {(1, "x"): 1, (2**70, 0.5): 2, ((1, 2), None): 3, 1.0: 4}
    mixed[True] = 5
    found: list[Any] = [wide, grid, mixed, grid[2, 3], (n, 0) in grid, grid.get((0, n)), mixed[1.0, "x"]]
    found += [mixed[2**70, 1 / 2], mixed[(1, 2), None], mixed[1], grid.setdefault((9, 9), 1), (1.0, 2.0) in grid]
    groups: dict[Any, list[int]] = defaultdict(list)
    total: dict[Any, int] = defaultdict(int)
    for i in range(n):
        groups[i % 2, "k"].append(i)
        total[str(i % 3)] += i
    one, other = set(range(n)), {3, 4.0, "s", (1, 2)}
    found += [groups, total, list(wide.items()), list(wide.values()), sorted(grid), sorted(one), list({9, 2, 5})]
    found += [len(one | other), one & other, one - {2}, set([1, 2, 2**70, 1.0, (3,), "s"]) == {1, 2, 2**70, (3,), "s"}]
    return [*found, len(set(one) | set(range(50))), [*map(functools.cache(lambda a: a * 2), (1, 1.0, 2, 1))]]


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    (guarded_objects, ([5, 2, 8],)),
    (shortcuts, (["12", "-7", "007", "1_0", "b", " 4 ", "123456789012"], [0.5, -0.0, 1e308, 5e-324, -3.25, 1e-300])),
    (quotients, ([0, 1, -1, 3, 7, 10**6, 2**30 - 1, -(2**30)], [0.5, -3.0, 0.1, 1e-310, 1e308, 7.25])),
    (letters, ("abracadabra", (1, "b", 2.5), "z\u00e9")),
    (tables, (7,)),
    (sorts, (40,)),
    (heaps, (14,)),
    (slices, ([5, 3, 8, 1, 9], "abcdef")),
    (small_things, ([4, -7, 9, 0],)),
    (long_literal, (250,)),
    (edges, (-(2**63), -(2.0**63))),
    (draws, (2**40 + 5,)),
    (calls, (["x", "y", "norm", "kind", "q"],)),
    (octets, ("hello", b"abc", bytearray(b"123"))),
    *fast_calls.CASES,
    (gammas, ([0.5, 1, 2, 3, 4.5, 100.25, 1e-30, float("inf")],)),
]
