"""Classes that inherit from those of Python's library, with state, methods and `super()` of their own."""

from __future__ import annotations

import datetime
import queue
import random
from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict, deque
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from io import StringIO
from types import SimpleNamespace
from typing import Any


class Window(deque[int]):
    def __init__(self, size: int) -> None:
        super().__init__(maxlen=size)
        self.seen = 0

    def append(self, value: int) -> None:
        self.seen += 1
        super().append(2 * value)

    def mean(self) -> float:
        return sum(self) / len(self)


class Plain(deque[int]):
    pass


class Groups(defaultdict[int, list[int]]):
    def __init__(self, name: str) -> None:
        super().__init__(list)
        self.name = name

    def largest(self) -> int:
        return max(self, key=lambda key: len(self[key]))


class Sums(defaultdict[str, int]):
    def total(self) -> int:
        return sum(self.values())


class Recent(OrderedDict[int, int]):
    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def put(self, key: int, value: int) -> None:
        self[key] = value
        self.move_to_end(key)
        if len(self) > self.most:
            self.popitem(last=False)


class Votes(Counter[str]):
    def __init__(self, given: Iterable[str]) -> None:
        super().__init__(given)
        self.rounds = 1

    def winner(self) -> str:
        return self.most_common(1)[0][0]


class Dice(random.Random):
    def throw(self) -> int:
        return self.randint(1, 6)


class Box(SimpleNamespace):
    def area(self) -> int:
        return int(self.width * self.height)


class Share(Fraction):
    def half(self) -> Fraction:
        return self / 2


class Price(Decimal):
    pass


class Day(datetime.date):
    def next_year(self) -> int:
        return self.year + 1


class Jobs(queue.PriorityQueue[tuple[int, str]]):
    def add(self, rank: int, name: str) -> None:
        self.put((rank, name))


class Scopes(ChainMap[str, int]):
    def depth(self) -> int:
        return len(self.maps)


class Zeros(UserDict[str, int]):
    def __getitem__(self, key: str) -> int:
        return self.data.get(key, 0)


class Note(StringIO):
    def twice(self) -> str:
        return self.getvalue() * 2


class Bound(partial[int]):
    pass


def windows(values: list[int]) -> list[Any]:
    window, plain, other = Window(3), Plain([1], 2), deque([1])
    for value in values:
        window.append(value)
    shown = [window.mean(), list(window), window.seen, window.maxlen, len(window), window[-1], 8 in window]
    window.extend(values)  # which does not call the `append` above
    window.appendleft(5)
    plain.append(7)
    plain.rotate()
    other.append(3)
    names = [repr(window), repr(plain), type(plain).__name__, isinstance(window, deque), isinstance(other, Window)]
    return [*shown, window.seen, list(window), *names, list(other), window == other, Plain([1, 3]) == other]


def tables(words: list[str]) -> list[Any]:
    groups, sums, recent, votes = Groups("by length"), Sums(int), Recent(2), Votes(words)
    for number, word in enumerate(words):
        groups[len(word)].append(number)
        sums[word] += number
        recent.put(len(word), number)
    scopes, zeros = Scopes({"a": 1}, {"b": 2}), Zeros()
    zeros["x"] = 3
    out: list[Any] = [groups.name, groups.largest(), dict(groups), groups.default_factory is list, sums.total()]
    out += [dict(sums), list(recent.items()), recent.most, votes.winner(), votes.rounds, votes["none"]]
    return [*out, scopes.depth(), scopes["b"], zeros["x"], zeros["y"], isinstance(sums, dict), isinstance(sums, Groups)]


def values(seed: int) -> list[Any]:
    dice, jobs, note = Dice(seed), Jobs(), Note()
    jobs.add(2, "b")
    jobs.add(1, "a")
    note.write("ab")
    out: list[Any] = [dice.throw(), dice.random(), [dice.choice("abc") for _ in range(4)], jobs.get(), jobs.qsize()]
    out += [Box(width=2, height=3).area(), str(Share(1, 3).half()), Share(2, 6) + 1 == Fraction(4, 3), Share(2, 6) < 1]
    out += [str(Price("1.5") + Price("2")), Day(2000, 1, 2).next_year(), Day(2001, 1, 1) > datetime.date(2000, 1, 1)]
    return [*out, str(Day(2000, 1, 31)), note.twice(), Bound(max, 3)(4), isinstance(dice, random.Random)]


def returned() -> Any:
    return Window(2)


MADE_BEFORE = Window(2)


def used() -> int:
    return len(MADE_BEFORE)


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    (windows, ([1, 2, 3, 4, 5],)),
    (tables, (["to", "be", "or", "not", "to", "be", "that"],)),
    (values, (7,)),
]
