# ruff: noqa
# mypy: ignore-errors
"""Members of the library's classes and of subclasses of built-in ones: each called, and compared with CPython."""

import contextlib
import dataclasses
import functools
import io
import queue
from array import array
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from types import MappingProxyType, SimpleNamespace

from tests.python.programs.corners import all_outcomes, changed, drop, outcome, put


class Level(IntEnum):
    LOW = 3
    HIGH = 12


class Word(StrEnum):
    ONE = "one two"
    UP = "\xe9A1"


class Color(Enum):
    RED = "red"
    BLUE = (1, 2)


class Rows(list):
    pass


class Pair(tuple):
    pass


class Table(dict):
    def __missing__(self, key):
        return [key]


class Number(int):
    pass


class Ratio(float):
    pass


class Name(str):
    pass


def plus(a, b):
    a += b
    return a


def minus(a, b):
    a -= b
    return a


def times(a, b):
    a *= b
    return a


def both(a, b):
    a &= b
    return a


def either(a, b):
    a |= b
    return a


def kind(value):
    return type(value).__name__, value


def deques(n):
    def one():
        return deque([3, 1, 2], 4)

    full, none = deque(range(9), 3), deque(maxlen=0)
    expressions = [
        *(lambda: changed(one(), lambda d: d.append(7)), lambda: changed(full.copy(), lambda d: d.append(7)), lambda: changed(none.copy(), lambda d: d.append(7))),
        *(lambda: changed(one(), lambda d: d.appendleft(7)), lambda: changed(full.copy(), lambda d: d.appendleft(7)), lambda: changed(none.copy(), lambda d: d.appendleft(7))),
        *(lambda: changed(deque(), lambda d: [d.appendleft(i) for i in range(20)]), lambda: changed(deque(), lambda d: [d.append(i) if i % 3 else d.appendleft(i) for i in range(30)])),
        *(lambda: list(reversed(one())), lambda: one() == deque([3, 1, 2]), lambda: one() == [3, 1, 2], lambda: one() == deque([3, 1]), lambda: one() != deque([3, 1, 5]), lambda: 3 in one(), lambda: 9 in one()),
        *(lambda: plus(one(), "ab"), lambda: changed(one(), lambda d: d.extend([4, 5, 6])), lambda: changed(one(), lambda d: d.extendleft([4, 5, 6])), lambda: changed(one(), lambda d: d.clear()), lambda: changed(one(), lambda d: d.remove(1))),
        *(lambda: changed(one(), lambda d: d.rotate()), lambda: changed(one(), lambda d: d.rotate(-2)), lambda: changed(one(), lambda d: d.rotate(8)), lambda: changed(deque(), lambda d: d.rotate(3)), lambda: changed(one(), lambda d: d.reverse()), lambda: changed(one(), lambda d: put(d, -1, 9)), lambda: changed(one(), lambda d: put(d, 3, 9)), lambda: changed(one(), lambda d: drop(d, 1))),
        *(lambda: one().copy(), lambda: one().copy().maxlen, lambda: one().index(2), lambda: one().index(8), lambda: one().count(1), lambda: deque().pop(), lambda: deque().popleft(), lambda: one().pop(), lambda: one().popleft(), lambda: repr(one()), lambda: repr(deque()), lambda: bool(deque()), lambda: len(full), lambda: full[-1], lambda: full[3]),
        *(lambda: changed(one(), lambda d: [d.append(x) for x in d]), lambda: sum(full), lambda: max(one()), lambda: sorted(one()), lambda: one() + deque([4]), lambda: one() * 2, lambda: changed(one(), lambda d: d.insert(1, 7)), lambda: changed(full.copy(), lambda d: d.insert(1, 7))),
    ]  # fmt: skip
    return all_outcomes(expressions)


def counters(n):
    a, b = Counter("abracadabra"), Counter({"a": 2, "z": 1, "b": -1})
    expressions = [
        *(lambda: a + b, lambda: a - b, lambda: a & b, lambda: a | b, lambda: +b, lambda: -b, lambda: plus(a.copy(), b), lambda: minus(a.copy(), b), lambda: both(a.copy(), b)),
        *(lambda: a <= b, lambda: a < b, lambda: a >= b, lambda: a > b, lambda: a == b, lambda: a != b, lambda: a <= a, lambda: a < a, lambda: a >= a, lambda: a > a, lambda: a + a > a, lambda: Counter("ab") < a, lambda: a > 3, lambda: a < {"a": 1}, lambda: a + {"a": 1}, lambda: a == {"a": 5}),
        *(lambda: repr(Counter()), lambda: repr(a), lambda: a.most_common(2), lambda: a.most_common(), lambda: list(b.elements()), lambda: a.total(), lambda: a["q"], lambda: "q" in a, lambda: kind(a.copy()), lambda: dict(a), lambda: Counter(a=2, b=3), lambda: Counter([1, 1, 2], a=1)),
        *(lambda: changed(a.copy(), lambda c: c.update("ab")), lambda: changed(a.copy(), lambda c: c.update({"a": 3}, k=2)), lambda: changed(a.copy(), lambda c: c.subtract("abz")), lambda: changed(a.copy(), lambda c: c.subtract({"a": 9})), lambda: changed(a.copy(), lambda c: drop(c, "a")), lambda: changed(a.copy(), lambda c: c.pop("a")), lambda: changed(a.copy(), lambda c: c.clear())),
    ]  # fmt: skip
    return all_outcomes(expressions)


def other_dicts(n):
    one = OrderedDict([("a", 1), ("b", 2), ("c", 3)])
    made = defaultdict(list, {"a": [1]})
    chain = ChainMap({"a": 1}, {"b": 2, "a": 3})
    view = MappingProxyType({"x": 1, "y": 2})
    expressions = [
        *(lambda: repr(OrderedDict()), lambda: repr(one), lambda: kind(one.copy()), lambda: one == OrderedDict([("b", 2), ("a", 1), ("c", 3)]), lambda: one == {"b": 2, "a": 1, "c": 3}, lambda: one == OrderedDict(a=1), lambda: one == OrderedDict([("a", 1), ("b", 2), ("c", 4)]), lambda: one != 3, lambda: kind(one | {"d": 4}), lambda: one | 3, lambda: kind({"d": 4} | one)),
        *(lambda: changed(one.copy(), lambda d: d.move_to_end("a")), lambda: changed(one.copy(), lambda d: d.move_to_end("c", last=False)), lambda: changed(one.copy(), lambda d: d.move_to_end("q")), lambda: changed(one.copy(), lambda d: d.popitem()), lambda: changed(one.copy(), lambda d: d.popitem(last=False)), lambda: list(reversed(one)), lambda: list(one.items())),
        *(lambda: kind(made.copy()), lambda: made.copy()["q"], lambda: made["z"], lambda: made.get("k"), lambda: "k" in made, lambda: made == {"a": [1], "z": []}, lambda: defaultdict(None)["a"], lambda: made.default_factory(), lambda: dict(made | {"b": 3})),
        *(lambda: chain["a"], lambda: chain["b"], lambda: chain["q"], lambda: chain.get("q", 5), lambda: chain.get("b"), lambda: "b" in chain, lambda: "q" in chain, lambda: bool(chain), lambda: bool(ChainMap()), lambda: len(chain), lambda: list(chain), lambda: list(chain.keys()), lambda: list(chain.values()), lambda: list(chain.items()), lambda: dict(chain), lambda: repr(chain), lambda: chain.maps, lambda: chain.parents, lambda: chain.new_child({"k": 1}), lambda: chain.new_child()),
        *(lambda: chain == {"a": 1, "b": 2}, lambda: chain == ChainMap({"b": 2}, {"a": 1}), lambda: chain == ChainMap({"b": 2}), lambda: changed(chain.copy(), lambda c: put(c, "b", 9)).maps, lambda: changed(chain.copy(), lambda c: drop(c, "a")).maps, lambda: changed(chain.copy(), lambda c: drop(c, "b")), lambda: changed(chain.copy(), lambda c: c.update({"k": 1}, j=2)).maps, lambda: chain.copy().setdefault("b", 8), lambda: changed(chain.copy(), lambda c: c.setdefault("n", 8)).maps),
        *(lambda: chain.copy().pop("a"), lambda: chain.copy().pop("b"), lambda: chain.copy().pop("b", 4), lambda: changed(chain.copy(), lambda c: c.clear()).maps),
        *(lambda: view["x"], lambda: view["q"], lambda: view.get("q", 1), lambda: len(view), lambda: list(view), lambda: list(view.keys()), lambda: list(view.values()), lambda: list(view.items()), lambda: "x" in view, lambda: view == {"x": 1, "y": 2}, lambda: view == MappingProxyType({"x": 1}), lambda: view | {"z": 3}, lambda: view | view, lambda: list(reversed(view)), lambda: view.copy(), lambda: bool(view), lambda: bool(MappingProxyType({})), lambda: repr(view), lambda: put(view, "x", 1)),
    ]  # fmt: skip
    return all_outcomes(expressions)


def arrays_and_spaces(n):
    def one():
        return array("i", [3, 1, 2])

    two, space = array("d", [0.5, -0.0]), SimpleNamespace(a=1, b="x")
    expressions = [
        *(lambda: changed(one(), lambda a: a.append(7)), lambda: changed(one(), lambda a: a.append("x")), lambda: changed(one(), lambda a: a.append(2.5)), lambda: changed(one(), lambda a: a.extend([4, 5])), lambda: plus(one(), one()), lambda: changed(one(), lambda a: a.insert(1, 9)), lambda: changed(one(), lambda a: a.remove(1)), lambda: changed(one(), lambda a: a.reverse()), lambda: changed(one(), lambda a: put(a, -1, 5)), lambda: changed(one(), lambda a: put(a, 3, 5)), lambda: changed(one(), lambda a: put(a, 0, None)), lambda: changed(one(), lambda a: a.fromlist([8]))),
        *(lambda: one().pop(), lambda: one().pop(0), lambda: one().index(2), lambda: one().count(3), lambda: one().tolist(), lambda: one()[-3], lambda: one()[3], lambda: one()[-4], lambda: one()[1:], lambda: one()[::-1], lambda: one() + one(), lambda: one() * 2, lambda: 2 * one(), lambda: one() == one(), lambda: one() == array("i", [3]), lambda: one() == [3, 1, 2], lambda: one() != two, lambda: 1 in one(), lambda: len(two), lambda: repr(one()), lambda: repr(array("d")), lambda: sum(two), lambda: list(one()), lambda: one().typecode, lambda: two.tolist(), lambda: array("d", [1])[0], lambda: changed(two[:], lambda a: a.append("x")), lambda: bool(array("i"))),
        *(lambda: repr(space), lambda: space == SimpleNamespace(a=1, b="x"), lambda: space == SimpleNamespace(a=1), lambda: vars(space), lambda: SimpleNamespace()),
        *(lambda: queue.Queue().get_nowait(), lambda: changed(queue.Queue(1), lambda q: [q.put_nowait(1), q.put_nowait(2)]).qsize(), lambda: queue.LifoQueue().empty(), lambda: queue.PriorityQueue().full()),
    ]  # fmt: skip
    return all_outcomes(expressions)


def fractions_and_others(n):
    a, b, w = Fraction(3, 4), Fraction(-7, 2), Fraction(5)
    numbers = [a, b, w, Fraction(0), 2, -3, True, 0.5, 0]
    values = [*numbers, "x", None]
    out = [outcome(lambda: x + y) for x in (a, b, w) for y in values] + [
        outcome(lambda: y - x) for x in (a, b) for y in values
    ]
    out += [outcome(lambda: x * y) for x in (a, b) for y in numbers] + [
        outcome(lambda: x / y) for x in (a, b) for y in values
    ]
    out += [outcome(lambda: y / x) for x in (a, w) for y in values] + [
        outcome(lambda: x // y) for x in (a, b) for y in values
    ]
    out += [outcome(lambda: y // x) for x in (a, b) for y in values] + [
        outcome(lambda: x % y) for x in (a, b) for y in values
    ]
    out += [outcome(lambda: y % x) for x in (a, b) for y in values] + [
        outcome(lambda: divmod(x, y)) for x in (a, b) for y in numbers
    ]
    out += [outcome(lambda: x < y) for x in (a, b) for y in values] + [
        outcome(lambda: x >= y) for x in (a, b) for y in values
    ]
    out += [outcome(lambda: x == y) for x in (a, w) for y in [*values, 5, 5.0, 0.75]] + [
        outcome(lambda: x - y) for x in (a, b) for y in values
    ]
    out += [outcome(lambda: x**y) for x in (a, b, Fraction(0)) for y in (0, 1, 2, -2, True, Fraction(2), Fraction(-1))]
    out += [outcome(lambda: y**x) for x in (w, Fraction(-2), Fraction(0)) for y in (2, -3, 1)]
    expressions = [
        *(lambda: Fraction(a, b), lambda: Fraction(3, a), lambda: Fraction(a, 3), lambda: Fraction(1, 0), lambda: Fraction([]), lambda: Fraction(1.5, 2), lambda: Fraction("3/4"), lambda: Fraction(" -0.25e1 "), lambda: Fraction("x"), lambda: Fraction(-6, -4), lambda: Fraction(6, -4), lambda: Fraction(True), lambda: Fraction(0.125), lambda: Fraction()),
        *(lambda: a.as_integer_ratio(), lambda: w.limit_denominator(), lambda: Fraction(314159, 100000).limit_denominator(100), lambda: Fraction(314159, 100000).limit_denominator(7), lambda: a.limit_denominator(0), lambda: Fraction(-355, 113).limit_denominator(20), lambda: str(w), lambda: str(b), lambda: repr(b), lambda: f"{a}"),
        *(lambda: +b, lambda: -b, lambda: abs(b), lambda: int(b), lambda: float(b), lambda: bool(Fraction(0)), lambda: b.__trunc__(), lambda: b.__floor__(), lambda: b.__ceil__(), lambda: a.__ceil__(), lambda: round(b), lambda: round(a), lambda: round(Fraction(5, 2)), lambda: round(Fraction(22, 7), 2), lambda: round(Fraction(2250, 1), -2), lambda: hash(w) == hash(5), lambda: hash(a) == hash(0.75), lambda: hash(b) == hash(-3.5), lambda: hash(Fraction(1, 3)), lambda: hash(Fraction(-1, 3)), lambda: a.numerator, lambda: b.denominator, lambda: sorted([a, b, w, 1]), lambda: sum([a, b])),
    ]  # fmt: skip
    return out + all_outcomes(expressions)


def members_of_enums(n):
    low, high, word, up = Level.LOW, Level.HIGH, Word.ONE, Word.UP
    expressions = [
        *(lambda: kind(low + 1), lambda: kind(1 + low), lambda: low - high, lambda: 9 - low, lambda: low * high, lambda: 5 * low, lambda: high // low, lambda: 7 // low, lambda: high % 5, lambda: 7 % low, lambda: high / low, lambda: 1 / low, lambda: low**2, lambda: 2**low, lambda: low & 2, lambda: 6 & low, lambda: low | 8, lambda: 8 | low, lambda: low ^ 1, lambda: 1 ^ low, lambda: low << 2, lambda: 1 << low, lambda: high >> 1, lambda: 99 >> low, lambda: -low, lambda: abs(low)),
        *(lambda: low == 3, lambda: low != 3, lambda: low < high, lambda: low <= 3, lambda: low > 2, lambda: low >= high, lambda: 3 == low, lambda: int(low), lambda: float(low), lambda: bool(low), lambda: str(low), lambda: repr(low), lambda: f"{low:>4}|{low}", lambda: [10, 20, 30, 40][low], lambda: {3: "x"}[low], lambda: hash(low) == hash(3), lambda: list(range(low)), lambda: low.name, lambda: low.value, lambda: kind(Level(12)), lambda: Level(5), lambda: Level["LOW"], lambda: Level["X"], lambda: Level(low), lambda: sorted([high, low]), lambda: max(low, 7), lambda: sum([low, high]), lambda: round(2.12345, low), lambda: isinstance(low, int), lambda: low in (3,), lambda: 3 in [low]),
        *(lambda: word.lower(), lambda: word.upper(), lambda: word.title(), lambda: word.capitalize(), lambda: word.strip("o"), lambda: word.lstrip("o"), lambda: word.rstrip("o"), lambda: word.split(), lambda: word.replace("o", "0"), lambda: word.startswith("one"), lambda: word.endswith("x"), lambda: word.find("t"), lambda: word.index("t"), lambda: word.index("q"), lambda: word.count("o"), lambda: word.join("ab"), lambda: word.center(11, "*"), lambda: word.ljust(9, "-"), lambda: word.rjust(9), lambda: word.zfill(9), lambda: word.isdigit(), lambda: word.isalpha(), lambda: up.isupper(), lambda: up.islower(), lambda: word.partition(" "), lambda: up.encode(), lambda: word.removeprefix("one"), lambda: word.removesuffix("two")),
        *(lambda: word == "one two", lambda: word != "one two", lambda: word < "p", lambda: word <= "a", lambda: word > "a", lambda: word >= up, lambda: kind(word + "!"), lambda: kind("!" + word), lambda: word[1:3], lambda: len(word), lambda: "two" in word, lambda: list(up), lambda: str(word), lambda: repr(word), lambda: f"{word:>9}|{word}", lambda: format(word, "4.2"), lambda: {"one two": 1}[word], lambda: Word("one two"), lambda: Word("x"), lambda: ",".join([word, up]), lambda: sorted([word, up]), lambda: up in "\xe9A1x"),
        *(lambda: Color("red"), lambda: Color((1, 2)), lambda: Color("x"), lambda: Color["BLUE"], lambda: Color["X"], lambda: Color.RED == "red", lambda: Color.RED < Color.BLUE, lambda: repr(Color.RED), lambda: str(Color.BLUE), lambda: [each.name for each in Color], lambda: Color.RED in Color, lambda: len(Color), lambda: {Color.RED: 1}[Color.RED], lambda: Color.RED.value, lambda: Color.RED is Color("red"), lambda: Level.__members__["HIGH"]),
    ]  # fmt: skip
    return all_outcomes(expressions)


def members_of_subclasses(n):
    def rows():
        return Rows([3, 1, 2])

    pair, number, ratio, name = Pair((3, 1)), Number(11), Ratio(2.5), Name("ab Cd")

    def table():
        return Table(a=1, b=2)

    expressions = [
        *(lambda: kind(rows() + [4]), lambda: [4] + rows(), lambda: rows() * 2, lambda: 2 * rows(), lambda: kind(plus(rows(), (4,))), lambda: kind(times(rows(), 2)), lambda: changed(rows(), lambda r: r.insert(1, 9)), lambda: changed(rows(), lambda r: r.remove(1)), lambda: changed(rows(), lambda r: r.remove(7)), lambda: changed(rows(), lambda r: r.clear()), lambda: rows().count(1), lambda: rows().index(2), lambda: changed(rows(), lambda r: r.sort()), lambda: changed(rows(), lambda r: r.sort(key=lambda x: -x, reverse=True)), lambda: changed(rows(), lambda r: r.reverse()), lambda: kind(rows().copy()), lambda: rows().pop(), lambda: rows().pop(0), lambda: changed(rows(), lambda r: r.extend("ab")), lambda: rows() < [4], lambda: rows() <= [3, 1, 2], lambda: rows() > [3], lambda: rows() >= rows(), lambda: rows() == [3, 1, 2], lambda: rows() != [3], lambda: repr(rows()), lambda: str(rows()), lambda: kind(rows()[1:]), lambda: len(rows()), lambda: 1 in rows(), lambda: list(reversed(rows())), lambda: sorted(rows()), lambda: rows()[5], lambda: changed(rows(), lambda r: put(r, slice(0, 2), [8])), lambda: changed(rows(), lambda r: drop(r, 0)), lambda: bool(Rows()), lambda: rows() + (1,)),
        *(lambda: kind(pair + (2,)), lambda: (2,) + pair, lambda: pair * 2, lambda: 2 * pair, lambda: pair.index(1), lambda: pair.count(3), lambda: pair < (4,), lambda: pair == (3, 1), lambda: pair[0], lambda: kind(pair[:1]), lambda: hash(pair) == hash((3, 1)), lambda: repr(pair), lambda: list(reversed(pair)), lambda: len(pair), lambda: 3 in pair, lambda: max(pair), lambda: pair + [1], lambda: pair <= (3, 1), lambda: pair > (3,), lambda: pair >= (3, 2), lambda: pair != (3, 1)),
        *(lambda: table()["q"], lambda: table().get("q"), lambda: kind(table() | {"c": 3}), lambda: kind({"c": 3} | table()), lambda: kind(either(table(), {"c": 3})), lambda: list(reversed(table())), lambda: list(table().keys()), lambda: list(table().values()), lambda: list(table().items()), lambda: table().popitem(), lambda: table().pop("a"), lambda: table().pop("q"), lambda: changed(table(), lambda t: t.update({"k": 1}, j=2)), lambda: changed(table(), lambda t: t.clear()), lambda: kind(table().copy()), lambda: changed(table(), lambda t: t.setdefault("z", 4)), lambda: "a" in table(), lambda: len(table()), lambda: repr(table()), lambda: table() == {"a": 1, "b": 2}, lambda: changed(table(), lambda t: drop(t, "q")), lambda: dict(table()), lambda: {**table()}),
        *(lambda: divmod(30, number), lambda: divmod(number, 4), lambda: number.as_integer_ratio(), lambda: number.real, lambda: number.imag, lambda: ~number, lambda: number.bit_length(), lambda: number.bit_count(), lambda: number.to_bytes(2, "big"), lambda: number.conjugate(), lambda: kind(number + 1), lambda: kind(+number), lambda: kind(-number), lambda: abs(number), lambda: int(number), lambda: float(number), lambda: number / 2, lambda: 2 - number, lambda: number // 2, lambda: 100 // number, lambda: number % 4, lambda: 100 % number, lambda: number**2, lambda: 2**number, lambda: number & 3, lambda: 6 | number, lambda: number ^ 1, lambda: number << 2, lambda: 1 << number, lambda: number >> 1, lambda: number < 12, lambda: 11 == number, lambda: hash(number) == 11, lambda: {11: 5}[number], lambda: f"{number:04}", lambda: repr(number), lambda: list(range(number))[-1], lambda: round(number, -1), lambda: [0] * number, lambda: number.__index__(), lambda: bool(Number(0)), lambda: "a" * Number(2)),
        *(lambda: ratio.is_integer(), lambda: ratio.hex(), lambda: ratio.as_integer_ratio(), lambda: kind(ratio + 1), lambda: 1 - ratio, lambda: ratio * 2, lambda: 5 / ratio, lambda: ratio // 1, lambda: 7 % ratio, lambda: ratio**2, lambda: -ratio, lambda: abs(Ratio(-1.5)), lambda: int(ratio), lambda: round(ratio), lambda: round(ratio, 1), lambda: ratio < 3, lambda: ratio == 2.5, lambda: {2.5: 1}[ratio], lambda: repr(ratio), lambda: f"{ratio:.2f}", lambda: bool(Ratio(0)), lambda: divmod(ratio, 1)),
        *(lambda: kind(name * 2), lambda: 2 * name, lambda: Name("%d") % 3, lambda: name.swapcase(), lambda: name.rfind("b"), lambda: name.rindex("q"), lambda: name.isalnum(), lambda: name.isspace(), lambda: name.splitlines(), lambda: name.rpartition(" "), lambda: name.rsplit(" ", 1), lambda: name.isdecimal(), lambda: name.isnumeric(), lambda: name.isidentifier(), lambda: name.casefold(), lambda: name.translate({97: "x"}), lambda: name.expandtabs(), lambda: name.isascii(), lambda: name.istitle(), lambda: name.isprintable(), lambda: Name("{a}").format_map({"a": 1}), lambda: kind(name + "x"), lambda: "x" + name, lambda: name == "ab Cd", lambda: name < "b", lambda: kind(name[1:]), lambda: len(name), lambda: "b" in name, lambda: {"ab Cd": 1}[name], lambda: repr(name), lambda: kind(str(name)), lambda: f"{name:>7}", lambda: name.upper(), lambda: name.split(), lambda: list(name), lambda: ",".join([name, name]), lambda: bool(Name())),
    ]  # fmt: skip
    return all_outcomes(expressions)


def echo(n):
    got = []
    try:
        while True:
            try:
                got.append((yield len(got)))
            except KeyError as error:
                got.append(str(error))
    finally:
        got.append("end")
        if n > 1:
            yield "more"
    return got


@contextlib.contextmanager
def managed(log, fault):
    if fault == 1:
        return
    log.append("in")
    try:
        yield "value"
        if fault == 2:
            yield "again"
    except ValueError as error:
        log.append(str(error))
        if fault == 3:
            yield "again"
        if fault == 4:
            raise KeyError("other") from error
        if fault == 5:
            raise
    finally:
        log.append("out")


def entered(fault, error):
    log = []
    try:
        with managed(log, fault) as value:
            log.append(value)
            if error is not None:
                raise error
    except Exception as found:
        log.append((type(found).__name__, str(found)))
    return log


def generators_and_contexts(n):
    out = [entered(fault, error) for fault in (0, 1, 4, 5) for error in (None, ValueError("v"), TypeError("t"))]

    def driven(k, *steps):
        made, found = echo(k), []
        for step in steps:
            try:
                found.append(step(made))
            except BaseException as error:
                found.append((type(error).__name__, str(error), getattr(error, "value", None)))
        return found

    def thrown(error):
        return lambda g: g.throw(error)

    steps = [next, lambda g: g.send(5), thrown(KeyError("k")), thrown(ValueError("v")), next, lambda g: g.close()]
    out += [driven(1, *steps), driven(1, next, *steps[2:]), driven(1, next, steps[3]), driven(2, next, steps[5], next)]
    out += [driven(2, next, thrown(ValueError("v")), next, next)]

    with contextlib.suppress(KeyError, ValueError):
        out.append({}["a"])
    stream = io.StringIO("a\nbb\n\nccc")
    out += [stream.readline(), list(stream), stream.read(), stream.readline(), io.StringIO("x\ny").readlines()]
    made = io.StringIO()
    made.writelines(["a", "b\n"])
    with contextlib.redirect_stdout(made):
        print("shown", end="")
    return [*out, made.write("cd"), made.getvalue()]


CASES = [(each, (7,)) for each in (deques, counters, other_dicts, arrays_and_spaces, fractions_and_others)]
CASES += [(each, (7,)) for each in (members_of_enums, members_of_subclasses, generators_and_contexts)]
