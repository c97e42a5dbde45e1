"""Names that all functions of a random file may use: classes, generators, closures, tables."""

from __future__ import annotations

HEAD = """\
import bisect, copy, dataclasses, enum, heapq, math, operator, statistics, string
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from functools import cmp_to_key, lru_cache, partial, reduce
from itertools import (accumulate, chain, combinations, compress, count, cycle, dropwhile, groupby, islice, pairwise,
    permutations, product, repeat, starmap, takewhile, tee, zip_longest)
from operator import itemgetter
from random import Random

GLOBAL_LIST, GLOBAL_TABLE, GLOBAL_COUNT = [4, 5, 6], {1: 2}, 0
Point = namedtuple("Point", "x y")


class Problem(Exception):
    def __init__(self, code, *more):
        super().__init__(code, *more)
        self.code = code


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Shade(enum.IntEnum):
    LOW = 1
    MID = 4
    HIGH = 9


@dataclasses.dataclass
class Record:
    n: int = $int!
    name: str = "r"
    items: list = dataclasses.field(default_factory=list)

    @property
    def size(self):
        return len(self.items) + len(self.name)

    m = 3
    ratio = 0.5


@dataclasses.dataclass(frozen=True, order=True)
class Frozen:
    n: int
    ratio: float = 1.5
    m = 2


class Base:
    shared = 1

    def __init__(self, n, items=()):
        self.n = n
        self.m = $int!
        self.items = list(items)

    @property
    def size(self):
        return len(self.items) + self.shared

    @property
    def ratio(self):
        return self.m / 4

    @classmethod
    def make(cls, n):
        return cls(n ${+ - *} $[1,5])

    @staticmethod
    def scaled(v):
        return v ${* + ^} $[2,9]

    def grow(self, v):
        self.n = (self.n ${+ - ^} v) % $[50,5000]
        return self.n

    def push(self, v):
        self.items.append(v)

    def copied(self):
        made = type(self)(self.n)
        made.items = self.items[:]
        return made

    def label(self):
        return f"{type(self).__name__}:{self.n}"

    def describe(self):
        return self.label() + str(self.size)

    def __add__(self, other):
        if isinstance(other, Base):
            return type(self)(self.n + other.n, self.items + other.items[:4])
        return NotImplemented

    def __radd__(self, other):
        return Base(other - self.n)

    def __mul__(self, v):
        return Base(self.n * v % $[9,99999])

    def __neg__(self):
        return Base(-self.n)

    def __eq__(self, other):
        return isinstance(other, Base) and self.n == other.n

    def __lt__(self, other):
        return self.n < other.n

    def __hash__(self):
        return hash(self.n)

    def __len__(self):
        return len(self.items)

    def __bool__(self):
        return self.n % $[2,4] != 0

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, v):
        self.items[i] = v

    def __contains__(self, v):
        return v in self.items or v == self.n

    def __iter__(self):
        yield self.n
        yield from self.items

    def __repr__(self):
        return f"{type(self).__name__}({self.n}, {self.items})"


class Mixin:
    def label(self):
        return "mixed " + super().label()


class Child(Mixin, Base):
    shared = $[2,9]

    def __init__(self, n, items=()):
        super().__init__(n ${+ - *} 2, items)
        self.m = n

    def grow(self, v):
        return super().grow(v) + $[0,5]

    def __getattr__(self, name):
        if name == "missing":
            return $[0,99]
        raise AttributeError(name)

    def __str__(self):
        return f"<{self.n}>"

    def __le__(self, other):
        return self.n <= other.n


class Other:
    __slots__ = ("n", "m", "items")
    ratio = -0.25

    def __init__(self, n):
        self.n, self.m, self.items = n, $int!, [n]

    size = property(lambda self: self.m)

    def __call__(self, v):
        return self.n ${+ - ^} v

    def grow(self, v):
        return v - self.n

    def scaled(self, v):
        return v * self.m

    def __repr__(self):
        return f"Other({self.n})"


class Guard:
    def __init__(self, n, out, swallows=False):
        self.n, self.out, self.swallows = n, out, swallows

    def __enter__(self):
        self.out.append(("in", self.n))
        return self.n

    def __exit__(self, kind, error, trace):
        self.out.append((kind.__name__ if kind else None, str(error)))
        return self.swallows


def helper(p, q=$int!, *rest):
    return (p ${+ - *} q) % 100003 + len(rest)


def variadic(*values, k=$[0,9], **named):
    return sum(values) ${+ - *} k + len(named)


def recurse(depth, v):
    if depth <= 0:
        return v
    return recurse(depth - 1, v ${+ - ^} depth) + $[0,3]


@lru_cache(maxsize=None)
def memoized(n):
    return n if n < 2 else (memoized(n - 1) + $[1,3] * memoized(n - 2)) % 9999991 if n < 30 else n - 30


def adder(n):
    def inner(v):
        return v + n

    return inner


def counter_from(n):
    def step(v):
        nonlocal n
        n += v % $[2,7]
        return n

    return step


def compose(f, g):
    return lambda v: f(g(v))


def counted(n):
    for v in range(n):
        yield v * $[1,5]
    return n


def squares(values):
    for v in values:
        if v % 3:
            yield v * v % 1000


def running():
    total = 0
    while True:
        v = yield total
        total = (total + v) % $[10,999]


def divided(values, n):
    for v in values:
        try:
            yield v // (v % n)
        except ZeroDivisionError as err:
            yield str(err)


def delegating(one, two):
    got = yield from counted(2)
    yield got
    yield from one
    yield from squares(two)


def conversation(n):
    talk, said = running(), []
    next(talk)
    for v in range(n):
        said.append(talk.send(v * $[1,9]))
    return said


def chosen(value):
    match value:
        case bool() | None:
            return "flag"
        case int(v) if v > $[0,50]:
            return f"large {v}"
        case int() | float():
            return "number"
        case "" | [] | ():
            return "empty"
        case str(v):
            return v[0]
        case Point(x=0):
            return "axis"
        case (v, w):
            return f"pair {v!r}"
        case [v, *_, w]:
            return f"list {v!r}"
        case {"k": v}:
            return f"k {v}"
        case Base(n=v):
            return f"base {v}"
        case _:
            return "other"


def grouped(values):
    found = defaultdict(list)
    for v in values:
        found[v % 3].append(v)
    return found


def shuffled(values, random):
    random.shuffle(values)
    return values


def bump(n):
    global GLOBAL_COUNT
    GLOBAL_COUNT += n
    return GLOBAL_COUNT

"""
