# ruff: noqa: B905, B007, C416 (programs as people write them)
"""Edges that random programs and mutants of the run time found: each function gives what CPython gives."""

from __future__ import annotations

import heapq
import operator
import random
import types
from collections import Counter, deque
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


class Incomparable:
    """Compared, it raises: what only asks whether it is some object must not compare it."""

    limit = 7

    def __init__(self, value: int) -> None:
        self.value = value
        self.other = 0

    def __eq__(self, other: object) -> bool:
        raise TypeError("compared")

    def __call__(self, x: int) -> int:
        return x + self.value

    def __getitem__(self, x: int) -> int:
        return x - self.value

    def __len__(self) -> int:
        return 3

    def __add__(self, x: int) -> int:
        return x * self.value

    def __bool__(self) -> bool:
        return False

    def __iter__(self) -> Any:
        return iter([self.value])

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        self.other += 1

    def doubled(self, x: int) -> int:
        return x * 2


ODD = Incomparable(5)


def never_compared(n: int) -> list[Any]:
    def inner(x: Any = ODD) -> Any:
        return x.value

    local, method = ODD, ODD.doubled
    out = [ODD(n), ODD[n], ODD.value, ODD.doubled(n), ODD.limit, len(ODD), ODD + n, bool(ODD), ODD is None]
    out += [local is ODD, *ODD, isinstance(ODD, Incomparable), 1 if ODD else 2, not ODD, [ODD][0] is ODD, (ODD, 1)[1]]
    out += [getattr(ODD, "missing", 3), hasattr(ODD, "limit"), method(n), inner(), {1: ODD}[1] is ODD, ODD is not None]
    with ODD as entered:
        out.append(entered.value)
    for x in ODD:
        out.append(x)
    try:
        out.append(ODD == n)  # noqa: SIM300
    except TypeError as error:
        out.append(str(error))
    match ODD:
        case Incomparable(value=value):
            out.append(value)
    return [*out, ODD.other]


def generators_beside_others(n: int) -> list[Any]:
    """A generator expression that runs in place is the first argument, wherever others stand."""
    rows = [[3, 1], [], [n]]
    found = [sum((x * x for x in range(n)), 5), sum((row for row in rows), [0]), sum((x for x in rows[0]), start=0.5)]
    found += [min((x for x in rows[1]), default=n), max((-x for x in range(n)), default=None), [*rows, *rows[0]]]
    found += [min((x for x in range(n)), key=lambda x: -x), sorted((x % 3 for x in range(n)), reverse=True)]
    found += [
        dict(((x, n) for x in range(2)), a=1),
        list(enumerate((x for x in rows[0]), n)),
        n in (x for x in rows[2]),
    ]
    return [*found, list(zip((x for x in rows[0]), rows, strict=False)), list(map(str, (x for x in rows[0])))]


class Held:
    item = 0


def loops_over_sources(rows: list[list[int]], huge: int) -> list[Any]:
    """Each source of a loop, to a name, to names, to nested names and to places that are no names."""
    out: list[Any] = []
    held, box, table = Held(), [0, 0], {"a": 1, "b": 2}
    for pair in enumerate(rows):
        out.append(pair)
    for i, (a, b) in enumerate(rows, 3):
        out.append((i, a, b))
    for big, row in enumerate(rows, huge):
        out.append((big, row))
    for (i, row), (key, value) in zip(enumerate(rows), table.items()):
        out.append((i, row, key, value))
    for (i, row), name in zip(enumerate(rows, huge), "xyz"):
        out.append((i, row, name))
    for pair, key in zip(zip(rows, range(9, 0, -4)), table):
        out.append((pair, key))
    for (row, (low, high)), k in zip(zip(rows, rows), range(2)):
        out.append((row, low, high, k))
    for i, pair in enumerate(zip(rows, table.values())):
        out.append((i, pair))
    for i, (row, key) in enumerate(zip(reversed(rows), sorted(table))):
        out.append((i, row, key))
    for i, (j, row) in enumerate(enumerate(rows)):
        out.append((i, j, row))
    for i, *rest in zip(range(3), rows, "abc"):
        out.append((i, rest))
    for held.item, box[1] in zip(table.values(), table):
        out.append((held.item, box[1]))
    for held.item, row in enumerate(rows):
        out.append((held.item, row))
    for box[0] in range(2, 9, 3):
        out.append(box[0])
    for [key, value], i in zip(table.items(), range(5, 3, -1)):
        out.append((key, value, i))
    for triple in zip(rows, map(str, range(2)), (x * x for x in range(3))):
        if triple[1] == "1":
            continue
        out.append(triple)
    else:
        out.append("all")
    for i, letter in enumerate("abc"):
        if letter == "b":
            break
    else:
        out.append("none")
    return [*out, i, letter, *((i, row) for i, row in enumerate(rows, huge)), list(enumerate(zip(rows, rows)))]


def comprehensions_over_sources(rows: list[list[int]], huge: int) -> list[Any]:
    table = {"a": 1, "b": 2}
    out: list[Any] = [[pair for pair in enumerate(rows)], [(i, a) for i, (a, b) in enumerate(rows, huge)]]
    out += [{key: i for (i, _), key in zip(enumerate(rows), table)}, sorted({(i, len(r)) for i, r in enumerate(rows)})]
    out += [[(i, p) for i, p in enumerate(zip(rows, rows))], [(p, q) for p, q in zip(zip(rows, rows), enumerate(rows))]]
    out += [sum(i * a + b for i, (a, b) in enumerate(rows)), max(v - i for i, v in enumerate(table.values(), huge))]
    out += [[a + k for (a, b), k in zip(rows, range(4, 0, -2)) if b], [first for first, *_ in zip(rows, rows, rows)]]
    out += [[(i, x) for i, row in enumerate(rows) for x in row if x > i], [*zip(rows, enumerate(table.items(), 1))]]
    return [*out, any(i == a for i, (a, _) in enumerate(rows)), all(x for x in zip(rows)), dict(enumerate(table))]


class TwoByIndex:
    def __index__(self) -> int:
        return 2


class RightProduct:
    def __rmul__(self, other: Any) -> tuple[str, str]:
        return "right", type(other).__name__


class Repeated(list[int]):
    pass


class Nothing:
    pass


def repetitions(numbers: list[int]) -> list[Any]:
    repeatable: list[Any] = [
        numbers,
        (1, 2),
        "ab",
        b"ab",
        bytearray(b"ab"),
        deque([1], 3),
        Repeated([3]),
    ]
    counts: list[Any] = [
        2,
        True,
        TwoByIndex(),
        RightProduct(),
        2.5,
        None,
        1j,
        Nothing(),
        [1],
        "a",
        range(2),
        {1: 2},
        {3},
    ]
    out: list[Any] = []
    for sequence in repeatable:
        for count in counts:
            for order in range(3):
                left, right = (count, sequence) if order == 1 else (sequence * 1, count)
                try:
                    if order == 2:
                        left *= right
                    else:
                        left = left * right
                    out.append(repr(left))
                except TypeError as error:
                    out.append(str(error))
    return out


class Base:
    def __init__(self) -> None:
        self.x = 1

    def get(self) -> int:
        return self.x

    def twice(self) -> int:
        return self.get() * 2


class Other:
    """Not a kind of Base, with `x` in another place."""

    borrowed = Base.get

    def __init__(self) -> None:
        self.y = 2
        self.x = 3

    def get(self) -> int:
        return 50


class Further(Base):
    renamed = Base.get

    def get(self) -> int:
        return Base.get(self) + 10


GETTERS: dict[str, Any] = {"get": Base.get}


def methods_of_other_classes(many: int) -> list[Any]:
    base, other, further, get = Base(), Other(), Further(), Base.get
    out: list[Any] = [get(other), Base.get(other), other.borrowed(), further.renamed(), further.get()]
    out += [Base.twice(further), Base.twice(other), GETTERS["get"](other), list(map(Base.get, [base, other, further]))]
    return [*out, sorted([other, base], key=Base.get)[0].x, [cls.get(other) for cls in (Base, Other)] * many]


def largest_and_smallest(seed: int) -> list[Any]:
    """As many items as asked for of lists and iterators; which items are compared shows in the errors of mixed ones."""
    draw = random.Random(seed)
    out: list[Any] = []
    for trial in range(60):
        numbers = [draw.randint(-5, 5) for _ in range(draw.randint(0, 9))]
        mixed: list[Any] = [x if x % 3 else (x,) for x in numbers]
        count, kind = draw.randint(-1, 11), draw.randint(0, 3)
        for chosen in (heapq.nsmallest, heapq.nlargest):
            items: Any = iter(numbers) if kind == 1 else mixed if kind == 2 else numbers
            try:
                out.append(chosen(count, items, key=abs) if trial % 4 == 1 else chosen(count, items))
            except TypeError as error:
                out.append(str(error))
    wrong: list[Any] = [2.5, "a", None]
    for count in wrong:
        for given in ([3, 1], iter([3, 1]), 5):
            for chosen in (heapq.nsmallest, heapq.nlargest):
                try:
                    out.append(chosen(count, given))  # type: ignore[arg-type]
                except TypeError as error:
                    out.append(str(error))
    out += [heapq.nlargest(1, []), heapq.nsmallest(True, iter([])), heapq.nsmallest(2, "hello", key=ord)]
    return [*out, heapq.nlargest(3, {"a": 1, "b": 2, "c": 0, "d": 3}.items(), key=lambda pair: pair[1])]


def exchanged(heap: list[Any]) -> Any:
    return heapq.heapreplace(heap, 4)


def heaps_that_fail(seed: int) -> list[Any]:
    """What a heap holds after a comparison that failed."""
    draw = random.Random(seed)
    out: list[Any] = []
    for _ in range(40):
        heap: list[Any] = sorted(draw.randint(-9, 9) for _ in range(draw.randint(1, 12)))
        for _ in range(draw.randint(1, 2)):
            heap[draw.randrange(len(heap))] = draw.choice(["a", None, (1,), 2.5, -12])
        for change in (
            heapq.heappop,
            heapq.heapify,
            lambda h: heapq.heappush(h, -6),
            lambda h: heapq.heapreplace(h, 4),
        ):
            changed = list(heap)
            try:
                out.append(change(changed))
            except TypeError as error:
                out.append(str(error))
            out.append(changed)
    return out


def counters_of_anything(n: int) -> list[Any]:
    counts: list[dict[str, Any]] = [{"a": n, "b": -2}, {"a": (1,), "c": 3}, {"b": 2.5, "a": -n}, {"d": "x"}, {}]
    out: list[Any] = []
    for left in counts:
        for sign in (operator.pos, operator.neg):
            try:
                out.append(list(sign(Counter(left)).items()))
            except TypeError as error:
                out.append(str(error))
        for right in counts:
            for combine in (operator.add, operator.sub, operator.and_, operator.or_, operator.iadd, operator.isub):
                try:
                    out.append(list(combine(Counter(left), Counter(right)).items()))
                except TypeError as error:
                    out.append(str(error))
    return out


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    (evaluated_in_order, (1,)),
    (orders_of_sorts, (1,)),
    (shown_bytes, (3,)),
    (formatted, (1,)),
    (never_compared, (4,)),
    (generators_beside_others, (4,)),
    (loops_over_sources, ([[5, 7], [3, 0], [8, 2]], 2**62)),
    (counters_of_anything, (2,)),
    (heaps_that_fail, (3,)),
    (largest_and_smallest, (3,)),
    (methods_of_other_classes, (2,)),
    (repetitions, ([4, 5],)),
    (comprehensions_over_sources, ([[5, 7], [3, 0], [8, 2]], 2**62)),
]
