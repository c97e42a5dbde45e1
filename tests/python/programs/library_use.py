# ruff: noqa: ARG004, B019, UP031
"""Programs that use Python's library as a programmer would: each must give what CPython gives."""

from __future__ import annotations

import csv
import functools
import io
import json
import math
import random
import re
import statistics
from collections import ChainMap, namedtuple
from contextlib import ExitStack, contextmanager
from dataclasses import InitVar, asdict, astuple, dataclass, field, fields, is_dataclass, replace
from enum import Enum, StrEnum
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from operator import concat, countOf, index, invert, not_

TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d*)?)|(?P<name>[a-z_]\w*)|(?P<sign>[-+*/()]))", re.IGNORECASE)


def analytic(values):
    return [
        [math.sin(x), math.cos(x), math.atan(x), math.atan2(x, 1.5), math.atan2(-x, -0.5), math.tanh(x), math.sinh(x)]
        + [math.cosh(x), math.expm1(x), math.log1p(abs(x)), math.log10(abs(x) + 0.1), math.erf(x), math.erfc(x)]
        + [math.gamma(abs(x) + 0.5), math.remainder(x, 0.7), math.ulp(x), math.nextafter(x, 9.0), x.hex()]
        for x in values
    ]


def variates(seed):
    rng = random.Random(seed)
    return [
        *(rng.gauss(1.0, 2.0), rng.gauss(), rng.normalvariate(0, 1), rng.expovariate(0.5), rng.triangular(1, 3, 2)),
        *(rng.betavariate(2, 3), rng.gammavariate(0.5, 2.0), rng.lognormvariate(0, 0.5), rng.paretovariate(3)),
        *(rng.weibullvariate(1, 2), rng.sample("abc", 2, counts=[2, 1, 1]), list(rng.randbytes(3))),
    ]


def summaries(values):
    found = [statistics.mean(values), statistics.variance(values), statistics.stdev(values), statistics.median(values)]
    found += [statistics.pvariance(values), statistics.pstdev(values), statistics.variance(values, 2.5)]
    try:
        statistics.mean([])
    except statistics.StatisticsError as error:
        found.append(str(error))
    return found


def tokens(text):
    found = [(each.lastgroup, each.group(each.lastgroup), each.span()) for each in TOKEN.finditer(text)]
    swapped = re.sub(r"(\w+)-(\w+)", r"\2-\g<1>", text)
    return (
        *(found, swapped, re.split(r"[,;]\s*", text), re.findall(r"(?<!\w)(\w)(?=\w)", text), re.escape("a.b")),
        *(re.sub(r"\d+", lambda each: str(int(each[0]) + 1), text), re.fullmatch(r"(a|ab)(c|bcd)*?", "abcd").groups()),
        *(re.search(r"(\w)\1", "hello").start(), re.match(r"^b", text) is None, re.subn("a*", "-", "baac")),
        re.findall(r"(?m)^\w+$|\bx\b", "ab\nc d x\ne"),
    )


def ratios(n):
    x, y = Fraction(1, n), Fraction("0.25")
    found = [x + y, x - 1, 2 - x, x * y, x / y, 1 / x, x // y, x % y, x**3, x**-2, -x, abs(-x), round(x, 2), round(x)]
    found += [x < y, x == Fraction(2, 2 * n), x <= 1, x > 0.5, float(x), int(x), hash(x), str(x), repr(y), bool(x)]
    found += [Fraction(0.375), Fraction("3/9"), Fraction(math.pi).limit_denominator(100), math.floor(-x), math.ceil(x)]
    try:
        found.append(x / 0)
    except ZeroDivisionError as error:
        found.append(str(error))
    return found


def documents(value):
    text = json.dumps(value, indent=1, sort_keys=True)
    try:
        json.loads('{"a": }')
    except json.JSONDecodeError as error:
        problem = str(error)
    return (
        text,
        json.loads(text) == value,
        json.dumps(value, separators=(",", ":")),
        problem,
        json.loads('"\\u00e9\\n"'),
    )


@contextmanager
def guarded(log, name):
    log.append(f"in {name}")
    try:
        yield name
    except KeyError as error:
        log.append(f"caught {error!r}")
    finally:
        log.append(f"out {name}")


def patient(log):
    while True:
        try:
            log.append((yield len(log)))
        except ValueError as error:
            log.append(str(error))


def outer(log):
    yield from patient(log)


def guards(n):
    log = []
    with guarded(log, "a"):
        log.append({}[n])
    try:
        with guarded(log, "b"):
            raise ValueError(n)
    except ValueError as error:
        log.append(error.args)
    with ExitStack() as stack:
        stack.enter_context(guarded(log, "c"))
        stack.callback(log.append, "last")
    for maker in (patient, outer):
        made = maker(log)
        log.append([next(made), made.send(3), made.throw(ValueError("in")), made.close()])
    try:
        raise TypeError("one") from KeyError("two")
    except TypeError as error:
        log.append((repr(error.__cause__), error.__suppress_context__))
    return log


class Positive:
    def __set_name__(self, owner, name):
        self.place = f"_{name}"

    def __get__(self, made, owner=None):
        return getattr(made, self.place)

    def __set__(self, made, value):
        if value < 0:
            raise ValueError(f"{self.place} is negative")
        setattr(made, self.place, value)


class Account:
    balance = Positive()

    def __init__(self, balance, **more):
        self.balance = balance
        for name, value in more.items():
            setattr(self, name, value)

    @functools.cached_property
    def doubled(self):
        return 2 * self.balance

    @functools.cache
    def times(self, n):
        return n * self.balance

    @property
    def owner(self):
        return "nobody"

    @owner.deleter
    def owner(self):
        self.balance = 0


class Single:
    made = None

    def __new__(cls, *args):
        if cls.made is None:
            cls.made = super().__new__(cls)
        return cls.made

    def __init__(self, value):
        self.value = value


class Pair(tuple):
    def __add__(self, other):
        return Pair(a + b for a, b in zip(self, other, strict=True))


class Color(Enum):
    RED = "r"
    BLUE = "b"

    @classmethod
    def read(cls, text):
        return next((each for each in cls if each.value == text), cls("b"))


class Word(StrEnum):
    ONE = "one"
    TWO = "two"


def counted(n):
    counted.calls += n
    return counted.calls


counted.calls = 0


@functools.singledispatch
def shown(value):
    return f"? {value}"


@shown.register
def _(value: int):
    return f"int {value}"


@shown.register(list)
def _(value):
    return [shown(each) for each in value]


def objects(n):
    account = Account(n, kind="new")
    found = [account.balance, account.doubled, account.doubled, account.times(2), account.times(2), account.kind]
    try:
        account.balance = -1
    except ValueError as error:
        found.append(str(error))
    try:
        account.owner = 1
    except AttributeError as error:
        found.append(str(error))
    del account.owner
    found += [account.balance, Single(1) is Single(2), Single(3).value, Pair((1, 2)) + Pair((n, n)), Color.read("r")]
    found += [Color.read("x").name, Word.ONE == "one", f"{Word.TWO}", Word.TWO.upper()]
    found += [counted(n), counted(1), shown(3), shown([1, "a"]), shown(True), str(Color.RED), len(Color)]
    return found


@dataclass(order=True)
class Item:
    price: int
    name: str = field(compare=False)
    tags: list[str] = field(default_factory=list, repr=False)
    scale: InitVar[int] = 2

    def __post_init__(self, scale):
        self.price *= scale


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0


Row = namedtuple("Row", "key value", defaults=[None])


def records(n):
    item, point = Item(n, "a", scale=3), Point(n)
    try:
        point.x = 3
    except AttributeError as error:
        problem = type(error).__name__, str(error)
    chained = ChainMap({"a": 1}, {"a": 2, "b": 3}).new_child({"c": n})
    match {"kind": "x", "size": n}:
        case {"kind": kind, **rest}:
            matched = kind, rest
    return (
        *(item, asdict(item), astuple(point), replace(point, y=5), [each.name for each in fields(item)], problem),
        *(is_dataclass(point), Row._make([1, 2]), Row(1)._replace(value=None), chained["a"], sorted(chained), matched),
        *(len(chained), list(chain.from_iterable([[1], [n]])), list(iter([3, 2, 1, 0].pop, 2)), (5).real, (0.5).imag),
        *(concat([1], [2]), countOf([n, n, 1], n), index(n), invert(n), not_(n), "%(a)d %(b)s" % {"a": n, "b": "z"}),
        *("{x[0]}".format_map({"x": [n]}), "a\tb".expandtabs(4), "Éa".lower(), float.fromhex("0x1.8p1")),
    )


def octets(data):
    changed = bytearray(data)
    changed[0:2] = b"XYZ"
    changed.insert(1, 7)
    del changed[-1]
    return (
        *(data.split(b"l"), data.replace(b"l", b"LL"), data.find(b"lo"), data.count(b"l"), data.upper(), repr(data)),
        *(b"lo" in data, data * 2, data < b"z", {data: 1}[bytes(list(data))], bytes.fromhex("0a ff"), bytes(changed)),
        *(b", ".join([data, b"x"]), data.startswith(b"h"), b" a ".strip(), "é".encode().decode(), data.hex("-")),
        *(data.rjust(7), data.ljust(7, b"."), data.isalpha(), b"12".isdigit(), data.endswith((b"o", b"p"))),
    )


def tables(text):
    out = [list(csv.reader(io.StringIO(text)))]
    for options in ({"delimiter": ";"}, {"skipinitialspace": True}, {"doublequote": False}, {"strict": True}):
        try:
            out.append(list(csv.reader(text.splitlines(True), **options)))
        except csv.Error as error:
            out.append(str(error))
    reader = csv.DictReader(text.splitlines(), restkey="more", restval="-")
    return [*out, list(reader), reader.fieldnames, reader.line_num]


def written(rows):
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    by_name = csv.DictWriter(file, ["a", "b"], lineterminator="\n")
    by_name.writeheader()
    by_name.writerow({"b": 2, "a": "x,y"})
    csv.writer(file, "excel-tab").writerow([1, "a\tb"])
    return file.getvalue()


def ordered(graph):
    try:
        return list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return error.args[1]


CASES = [
    (tables, ('a,b,c\n1,"x, y",3\n\n"he said ""hi""",,5\n7\n1, 2,3,4\n"a"b;c\n"open',)),
    (written, ([["x,y", 1.5], ['q"q', None], [""], ["a\nb"], [True, -3], []],)),
    (ordered, ({1: [2, 3], 2: [3], 3: []},)),
    (ordered, ({1: [2], 2: [3], 3: [4], 4: [2]},)),
    (analytic, ([0.0, 0.03, -0.4, 0.9, 1.7, -2.6, 5.3, 17.5],)),
    (variates, (7,)),
    (summaries, ([2.5, 3.25, 1.0, 4.75, 0.1],)),
    (summaries, ([1, 2, 4],)),
    (tokens, ("x1 + 3.5*(y - 2), ab-cd; baa",)),
    (ratios, (3,)),
    (documents, ({"b": [1, 2.5, None, True, 'x"y'], "a": {}, "c": "é"},)),
    (guards, (4,)),
    (objects, (5,)),
    (records, (4,)),
    (octets, (b"hello",)),
]
