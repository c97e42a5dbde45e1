# ruff: noqa
# mypy: ignore-errors
"""Functions and methods of the library that few programs call: each called, and compared with CPython."""

import binascii
import hashlib
import heapq
import itertools
import math
import operator
import random
import re
import statistics
import struct
import zlib
from collections import Counter
from contextlib import ExitStack, suppress
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum

from tests.python.programs.corners import all_outcomes, changed, drop, outcome, put


class Color(Enum):
    RED = "red"
    BLUE = (1, 2)


def octets(n):
    one, other = b"aBc-aB", bytearray(b"xyz")
    expressions = [
        *(lambda: one <= b"b", lambda: one > b"a", lambda: one >= one, lambda: other <= b"xyz", lambda: one < "a", lambda: 2 * one, lambda: one.find(b"B"), lambda: one.find(b"B", 2), lambda: one.find(b"q"), lambda: one.startswith((b"x", b"aB")), lambda: one.endswith((b"q", b"w")), lambda: one.lower(), lambda: one.upper(), lambda: b" a\t".rstrip(), lambda: b" a".lstrip(), lambda: b"xax".lstrip(b"x"), lambda: one.split(b""), lambda: one.split(b"-"), lambda: repr(b"\t\r\n\\'"), lambda: bytearray.fromhex("0a ff"), lambda: bytes.fromhex("0a f"), lambda: b"\x00\xff".hex()),
        *(lambda: other[5], lambda: other[-1], lambda: changed(bytearray(b"abc"), lambda b: put(b, 7, 1)), lambda: bytearray().pop(), lambda: changed(bytearray(b"abc"), lambda b: b.clear()), lambda: changed(bytearray(b"abc"), lambda b: b.remove(9)), lambda: bytearray(b"abc").copy(), lambda: changed(bytearray(b"abc"), lambda b: b.reverse()), lambda: "a\u20ac\U0001f600\xe9".encode(), lambda: "a\u20ac\U0001f600".encode().decode(), lambda: "\xe9".encode("latin-1"), lambda: "\u20ac".encode("ascii", "ignore"), lambda: "\u20ac".encode("ascii", "replace"), lambda: b"abc".translate(bytes.maketrans(b"ab", b"xy")), lambda: bytes.maketrans(b"a", b"xy"), lambda: (5).to_bytes(-1, "big"), lambda: (2**31 + 5).to_bytes(4, "big"), lambda: int.from_bytes(b"\x80\x01\x02\x03\x04", "big", signed=True), lambda: int.from_bytes(b"\x01\x02\x83", "little", signed=True)),
    ]  # fmt: skip
    return all_outcomes(expressions)


def codes(n):
    data = bytes(range(0, 256, 7))
    expressions = [
        *(lambda: hashlib.sha1(data).hexdigest(), lambda: hashlib.sha224(b"").hexdigest(), lambda: hashlib.sha384(data * 5).hexdigest(), lambda: hashlib.new("sha256", data).hexdigest(), lambda: hashlib.md5(data * 3).digest()),
        *(lambda: zlib.adler32(data), lambda: zlib.adler32(data * 50, 7), lambda: zlib.adler32(b"", 2**20 + 5), lambda: zlib.crc32(data), lambda: zlib.crc32(data, 99), lambda: binascii.crc32(b"ab"), lambda: binascii.hexlify(data), lambda: binascii.hexlify(data[:4], "-"), lambda: binascii.b2a_hex(b"\x00\xff"), lambda: binascii.unhexlify("0aFf"), lambda: binascii.unhexlify(b"0aff"), lambda: binascii.a2b_hex("00"), lambda: binascii.unhexlify("0"), lambda: binascii.unhexlify("0g"), lambda: [binascii.b2a_base64(data[:k]) for k in range(8)], lambda: [binascii.b2a_base64(data[k:], newline=False) for k in range(30)], lambda: binascii.a2b_base64("AP8="), lambda: binascii.a2b_base64(b"AAcO\nFQ==")),
        *(lambda: struct.pack("<bBhHiIqQ", -1, 255, -300, 65535, -5, 2**32 - 1, -(2**63), 2**64 - 1), lambda: struct.pack(">hif", -2, 7, 0.1), lambda: struct.pack("<edf", 0.1, math.inf, -0.0), lambda: struct.pack("3s2x?c", b"abcd", 1, b"z"), lambda: struct.unpack("<2hI", bytes(range(8))), lambda: struct.unpack(">3s?", b"abc\x01"), lambda: struct.unpack("<e", b"\x00\x7c"), lambda: struct.unpack("<e", b"\x01\x00"), lambda: struct.unpack("<e", b"\x00\x3c"), lambda: struct.unpack_from("<H", bytes(range(8)), 3), lambda: list(struct.iter_unpack("<H", bytes(range(6)))), lambda: list(struct.iter_unpack("<H", bytes(5))), lambda: struct.calcsize("<2hd"), lambda: struct.unpack("<I", b"abc"), lambda: struct.pack("<h", "x"), lambda: struct.pack("c", b"ab"), lambda: struct.pack("2s", "ab"), lambda: struct.pack("<f", "x"), lambda: struct.pack("3"), lambda: struct.Struct("<hh").pack(1, 2), lambda: struct.Struct("<hh").unpack(b"abcd"), lambda: struct.Struct("<h").unpack_from(b"abcd", 1), lambda: struct.Struct("<h").size, lambda: struct.Struct("<h").format),
    ]  # fmt: skip
    return all_outcomes(expressions)


def dates(n):
    day, moment, clock, span = (
        date(2024, 2, 29),
        datetime(2023, 12, 31, 23, 59, 58, 7),
        time(7, 8, 9),
        timedelta(3, 70, 5),
    )
    expressions = [
        *(lambda: day <= date(2024, 2, 29), lambda: day > date(2023, 1, 1), lambda: day >= date(2025, 1, 1), lambda: day < 3, lambda: timedelta(1) + day, lambda: day - timedelta(60), lambda: day - 3, lambda: day + 3, lambda: day - date(2000, 1, 1), lambda: day == moment, lambda: moment - span, lambda: span + moment, lambda: moment + timedelta(0, 2), lambda: moment.replace(hour=1, year=1999), lambda: day.replace(month=1), lambda: date(2023, 2, 29), lambda: date(0, 1, 1), lambda: date(2023, 13, 1)),
        *(lambda: [tuple(each.isocalendar()) for each in (date(2021, 1, 3), date(2020, 12, 31), date(2018, 12, 31), date(2016, 1, 1), day)], lambda: [date.fromordinal(k) for k in (1, 365, 366, 146097, 146098, 730120, 737000)], lambda: [date(y, 12, 31).toordinal() for y in (1, 4, 100, 400, 2000, 2023, 2024)], lambda: day.isoweekday(), lambda: day.weekday(), lambda: tuple(day.timetuple()), lambda: tuple(moment.timetuple()), lambda: day.ctime()),
        *(lambda: clock <= time(7, 8, 9), lambda: clock > time(7), lambda: clock >= time(8), lambda: clock < time(7, 8, 9, 1), lambda: clock.isoformat("minutes"), lambda: clock.isoformat("x"), lambda: moment.isoformat(" ", "milliseconds"), lambda: moment.isoformat(timespec="hours"), lambda: clock.replace(minute=1), lambda: time(24), lambda: time(1, 2, 3, 1000000), lambda: datetime(2023, 1, 1, 0, 0, 0, 1000000), lambda: datetime(2023, 1, 1, 0, 0, 0, 999999), lambda: time(0, 0, 0, -1), lambda: str(clock), lambda: repr(clock), lambda: repr(moment), lambda: repr(day), lambda: repr(span), lambda: repr(timedelta()), lambda: str(span), lambda: str(-span), lambda: str(timedelta(1)), lambda: bool(time()), lambda: hash(clock) == hash(time(7, 8, 9))),
        *(lambda: span - timedelta(1), lambda: span * 2, lambda: 2 * span, lambda: span / 2, lambda: span // 7, lambda: span // timedelta(1), lambda: span / timedelta(1), lambda: span % timedelta(1), lambda: divmod(span, timedelta(1)), lambda: -span, lambda: abs(-span), lambda: span < timedelta(4), lambda: span - 3, lambda: 3 - span, lambda: span * 1.5, lambda: span / 0, lambda: span + "a", lambda: span.total_seconds(), lambda: timedelta(hours=1.5, weeks=1), lambda: timedelta(microseconds=3), lambda: bool(timedelta()), lambda: sum([span, span], timedelta()), lambda: span == 3, lambda: timedelta(10**9), lambda: span * 0.33333),
        *(lambda: moment.strftime("%Y-%m-%d %H:%M:%S.%f %j %a %A %b %B %p %I %y %U %W %w %%"), lambda: datetime.strptime("2024-02-29 1:2:3", "%Y-%m-%d %H:%M:%S"), lambda: datetime.strptime("29 Feb 99", "%d %b %y"), lambda: datetime.strptime("x", "%Y"), lambda: datetime.strptime("2024 ", "%Y"), lambda: datetime.strptime("2024-13", "%Y-%m"), lambda: datetime.fromisoformat("2024-02-29T07:08:09.500000"), lambda: date.fromisoformat("2024-2-9"), lambda: date.fromisoformat("20240229"), lambda: moment.date(), lambda: moment.time(), lambda: datetime.combine(day, clock), lambda: moment > day),
    ]  # fmt: skip
    return all_outcomes(expressions)


def decimals(n):
    a, b = Decimal("3.140"), Decimal("-2")
    expressions = [
        *(lambda: repr(a), lambda: str(b), lambda: int(a), lambda: math.trunc(b), lambda: 2 * a, lambda: 7 // a, lambda: 7 % b, lambda: a // b, lambda: a % b, lambda: divmod(a, 2), lambda: a <= b, lambda: a >= 3, lambda: a < 3.5, lambda: a == 3.14, lambda: a < "x", lambda: a + "x", lambda: a * 1.5, lambda: a - None, lambda: a.to_integral_value(), lambda: a.to_integral_exact(), lambda: a.to_integral(), lambda: round(a), lambda: round(a, 1), lambda: math.floor(b), lambda: math.ceil(a)),
        *(lambda: a.min(b), lambda: a.max(b), lambda: b.copy_sign(a), lambda: a.copy_sign(b), lambda: a.copy_abs(), lambda: b.copy_negate(), lambda: a.is_nan(), lambda: a.is_infinite(), lambda: a.is_finite(), lambda: a.is_zero(), lambda: b.is_signed(), lambda: a.normalize(), lambda: Decimal("1E+3").normalize(), lambda: a.as_tuple(), lambda: a.adjusted(), lambda: a.quantize(Decimal("0.1")), lambda: a.quantize(Decimal("1e-40")), lambda: a.compare(b), lambda: a.sqrt(), lambda: Decimal(0).sqrt(), lambda: b.sqrt(), lambda: Decimal("2e7").sqrt(), lambda: Decimal("12345678901234567890123456789012345").sqrt(), lambda: Decimal("1e-7").sqrt(), lambda: Decimal("0.25").sqrt()),
        *(lambda: a**2, lambda: a**-1, lambda: b**3, lambda: Decimal(0) ** 0, lambda: 1 / Decimal(3), lambda: a / 0, lambda: Decimal(0) / 0, lambda: Decimal(a), lambda: Decimal(0.1), lambda: Decimal((1, (1, 2), -1)), lambda: Decimal("x"), lambda: Decimal([1]), lambda: Decimal(" 1_0.5e2 "), lambda: hash(Decimal(5)) == hash(5), lambda: hash(Decimal("0.5")) == hash(0.5), lambda: sum([a, b]), lambda: sorted([a, b, 1]), lambda: f"{a:.1f}|{a:10}|{b:e}|{a:%}|{a:g}|{a:n}", lambda: f"{a:q}", lambda: format(a, ",.3f"), lambda: float(a), lambda: bool(Decimal("0.00")), lambda: -Decimal(0), lambda: abs(b), lambda: +a, lambda: Decimal("1e400000") * Decimal("1e400000"), lambda: Decimal("1e-400000") / Decimal("1e400000")),
    ]  # fmt: skip
    return all_outcomes(expressions)


def numbers(n):
    values = [0.0, -0.0, 1.5, -2.5, 1e300, 5e-324, math.inf, -math.inf, math.nan]
    out = [
        outcome(lambda: f(x))
        for f in (math.frexp, math.modf, math.ulp, math.fabs, math.isfinite, math.floor, math.trunc, math.sqrt)
        for x in values
    ]
    out += [
        outcome(lambda: f(x, y))
        for f in (math.fmod, math.remainder, math.copysign, math.nextafter, math.ldexp)
        for x in values[:-1]
        for y in (3, -2, 0)
    ]
    out += [
        outcome(lambda: math.hypot(*each))
        for each in ((), (3,), (-3, 4), (1, 2, 3), (0, 0), (math.inf, math.nan), (math.nan, 1), (0.1, 0.2, 0.3, 0.4))
    ]
    out += [outcome(lambda: math.dist(p, q)) for p, q in (([1, 2], [4, 6]), ([1], [1, 2]), ((), ()))]
    expressions = [
        *(lambda: math.gcd(), lambda: math.gcd(12, -18, 27), lambda: math.lcm(4, 6, 0), lambda: math.lcm(4, 6), lambda: math.comb(9, 7), lambda: math.comb(3, 5), lambda: math.comb(5, -1), lambda: math.perm(5), lambda: math.perm(5, 6), lambda: math.factorial(-1), lambda: math.isqrt(10**40), lambda: math.isqrt(-1), lambda: math.prod([2, 3], start=4), lambda: math.isclose(1, 1 + 1e-10), lambda: math.isclose(math.inf, math.inf), lambda: math.isclose(0, 1e-9, abs_tol=1e-8), lambda: math.fsum([0.1] * 10), lambda: math.fsum([1e16, 1, -1e16]), lambda: math.fsum([math.inf, -math.inf]), lambda: math.degrees(1), lambda: math.radians(180), lambda: math.ldexp(0.5, -1080), lambda: math.trunc("x"), lambda: math.sqrt(-1), lambda: math.log2(8), lambda: math.log(8, 2), lambda: math.log10(1000), lambda: math.log(0)),
        *(lambda: float.fromhex("0x1.8p3"), lambda: float.fromhex("-inf"), lambda: (0.1).hex(), lambda: (-0.0).hex(), lambda: (5e-324).hex(), lambda: (2.5).as_integer_ratio(), lambda: math.inf.as_integer_ratio(), lambda: (1e22).is_integer(), lambda: round(2.675, 2), lambda: round(-0.5), lambda: round(1e300, 2), lambda: round(12345.678, -2), lambda: round(0.5e-320, 322), lambda: round(math.nan), lambda: round(math.inf), lambda: int(math.nan), lambda: int(-math.inf), lambda: -7 // 2.0, lambda: -7 % 2.5, lambda: 7.5 // math.inf, lambda: -1 % math.inf, lambda: divmod(-7, 2.5), lambda: 1.0 // 0, lambda: 1 % 0.0, lambda: divmod(1, 0), lambda: 1 / 0, lambda: 10**400 / 3, lambda: 10**400 / 10**399, lambda: 10**400 * 1.5, lambda: 2**1024 / 2**1023, lambda: -(10**30) // 7, lambda: -(10**30) % 7, lambda: divmod(10**30, -7), lambda: pow(3, -1, 7), lambda: pow(2, 100, 13), lambda: pow(2, -1, 4), lambda: pow(5, 0, 1), lambda: 0**-1, lambda: 0.0**-1, lambda: 2**-2, lambda: (-8) ** 3, lambda: 2.0**0.5, lambda: 4**0.5),
        *(lambda: statistics.mean([1, 2, 4]), lambda: statistics.mean([1, 3]), lambda: statistics.mean([]), lambda: statistics.fmean([1, 2.5]), lambda: statistics.median([3, 1, 2]), lambda: statistics.median([4, 1, 2, 3]), lambda: statistics.median([]), lambda: statistics.median_low([4, 1, 2, 3]), lambda: statistics.median_high([4, 1, 2, 3]), lambda: statistics.mode("aabbb"), lambda: statistics.multimode("aabb"), lambda: statistics.variance([1, 2, 4]), lambda: statistics.variance([1]), lambda: statistics.pvariance([1, 2, 4, 9]), lambda: statistics.pvariance([1, 2, 3], 2), lambda: statistics.variance([1.5, 2.5], 2.0), lambda: statistics.stdev([1, 2, 4]), lambda: statistics.stdev([5, 5]), lambda: statistics.pstdev([1, 2, 3, 4]), lambda: statistics.pstdev([10**20, 0]), lambda: statistics.stdev([0.1, 0.2, 0.4]), lambda: statistics.pvariance([]), lambda: statistics.mean([True, 2.5])),
    ]  # fmt: skip
    roots = [2**53 + k for k in (-1, 0, 1, 2, 3)] + [
        2**54 + 2,
        2**54 + 6,
        2**70 + 2**17,
        3 * 2**69 + 2**17,
        10**30,
        3,
        7,
    ]
    out += [statistics.pstdev([0, 2 * root]) for root in roots] + [statistics.pstdev([0, root, 5]) for root in roots]
    return out + all_outcomes(expressions)


def draws(n):
    random.seed(n)
    out = [
        random.random(),
        random.randrange(10),
        random.randrange(3, 30, 4),
        random.getrandbits(70),
        random.gauss(1, 2),
        random.normalvariate(0, 1),
    ]
    out += [
        random.lognormvariate(0, 1),
        random.expovariate(2.0),
        random.gammavariate(2, 3),
        random.gammavariate(0.5, 1),
        random.betavariate(2, 3),
    ]
    out += [
        random.paretovariate(2),
        random.weibullvariate(1, 2),
        random.triangular(0, 1, 0.3),
        random.triangular(),
        random.randbytes(5),
        random.uniform(1, 2),
    ]
    items = list(range(30))
    random.shuffle(items)
    own = random.Random(n)
    out += [
        items,
        random.sample(range(100), 4),
        random.sample(range(25), 20),
        random.sample(items, 30),
        random.choices("abc", k=4),
        random.choices("abc", [1, 2, 3], k=4),
        random.choices("ab", cum_weights=[1, 5], k=3),
    ]
    out += [own.random(), own.randint(1, 6), own.choice("abc")]
    expressions = [
        *(lambda: own.random(), lambda: random.randrange(0), lambda: random.randrange(5, 5), lambda: random.randint(3, 2), lambda: random.choice([]), lambda: random.sample([1], 2), lambda: random.choices([], k=1), lambda: random.sample([1, 2], -1), lambda: random.randrange(1, 9, 0), lambda: random.getrandbits(0), lambda: random.Random(2**70).random(), lambda: random.Random(-5).random(), lambda: random.Random(2.5).random()),
        *(lambda: list(itertools.repeat(1, 0)), lambda: list(itertools.combinations("abc", -1)), lambda: list(itertools.combinations("abc", 4)), lambda: list(itertools.combinations("abcd", 2)), lambda: list(itertools.permutations("abc", 2)), lambda: list(itertools.permutations("abc", -1)), lambda: list(itertools.product("ab", repeat=2)), lambda: list(itertools.product("ab", repeat=-1)), lambda: list(itertools.combinations_with_replacement("ab", 3)), lambda: list(itertools.accumulate([1, 2, 3], initial=5)), lambda: list(itertools.accumulate([])), lambda: list(itertools.accumulate([3, 1, 2], max)), lambda: list(itertools.islice(range(9), 1, None, 3)), lambda: list(itertools.islice("abc", 5)), lambda: list(itertools.islice("abc", -1)), lambda: list(itertools.zip_longest("ab", "x", fillvalue=0)), lambda: list(itertools.pairwise([1])), lambda: list(itertools.groupby("aab"))[0][0], lambda: list(itertools.starmap(pow, [(2, 3)])), lambda: list(map(pow, [2, 3], [4, 5, 6])), lambda: [list(x) for x in itertools.tee([1, 2])], lambda: list(itertools.compress("abc", [1, 0, 1])), lambda: list(itertools.filterfalse(None, [0, 1])), lambda: list(itertools.dropwhile(lambda x: x < 2, [1, 2, 1])), lambda: list(itertools.chain.from_iterable(["ab", [1]]))),
        *(lambda: heapq.nlargest(2, [3, 1, 2]), lambda: heapq.nsmallest(9, "bca"), lambda: heapq.nlargest(0, [1]), lambda: heapq.nlargest(2, ["a", "bbb", "cc"], key=len), lambda: heapq.heappushpop([2, 3], 1), lambda: list(heapq.merge([1, 4], [2], key=lambda x: -x, reverse=True))),
    ]  # fmt: skip
    return out + all_outcomes(expressions)


def built_patterns(texts):
    """Patterns that are read at run time, good and wrong ones, against each text."""
    out = []
    sources = [
        "a+b",
        "(a|bc)*?d",
        "[^a-c\\d]+",
        "(?P<x>a)(?P=x)",
        "(?i)aB",
        "a{2,3}",
        "a{,2}b",
        "^a|b$",
        "\\bab\\b",
        "(?:ab)+",
        "(?=a)a.",
        "(?!a)\\w",
        "(?<=ab)c",
        "(?<!a)b",
        "(?<=a|b)c",
        "(?<=[ab]{2})c",
        "a(?#note)b",
        "(?s:.)",
        "(?x) a b # c",
        "\\A\\w+\\Z",
        "[\\]\\-a]",
        "\\x61\\u0062",
        "(a)?b\\1",
        "(?:(?:a)b?)+",
        "a|",
        "",
        "[a\\n\\t]",
        "((a)(b))",
        "\\D\\S\\W",
        "(?P<one>a)|(?P<two>b)",
    ]
    sources += [
        "(",
        ")",
        "a**",
        "*a",
        "(?P<x",
        "(?P<1>a)",
        "(?P=y)",
        "[a",
        "\\",
        "a{3,2}",
        "(?<=a*)b",
        "[z-a]",
        "(?P<>a)",
        "\\q",
    ]
    for source in sources:
        try:
            made = re.compile("".join(source))
            out.append(
                [(m.span(), m.groups()) if (m := made.search(text)) else None for text in texts]
                + [made.findall(text) for text in texts[:3]]
            )
        except re.error as error:
            out.append(str(error))
    m = re.search("(?P<one>a)(b)?", "xaby")
    expressions = [
        *(lambda: m.group(3), lambda: m.group("q"), lambda: m.group(1, "one", 2), lambda: m.end("one"), lambda: m.start(2), lambda: m.span(0), lambda: m.lastgroup, lambda: m.lastindex, lambda: m.expand("<\\1|\\g<one>>"), lambda: repr(m), lambda: m[0], lambda: m["one"], lambda: m.groupdict(), lambda: m.groups("z"), lambda: m.string, lambda: m.pos, lambda: m.re.pattern),
        *(lambda: re.sub("a", "\\n\\t\\\\", "xa"), lambda: re.sub("(a)(b)", "\\2\\1\\g<0>", "ab"), lambda: re.sub("a", lambda k: k.group().upper(), "aba", count=1), lambda: re.subn("a", "", "aba"), lambda: re.split("(-)", "a-b-c", maxsplit=1), lambda: re.split("x*", "axb"), lambda: re.escape("a.b*c"), lambda: re.fullmatch("a+", "aab"), lambda: re.compile("a") == re.compile("a"), lambda: re.compile("a").match("ba", 1).span(), lambda: re.compile("a").search("aba", 1, 2), lambda: re.compile("(a)(?P<k>b)").groupindex["k"], lambda: re.compile("a(b)").groups, lambda: re.sub("", "-", "ab"), lambda: re.findall("(a)(b)?", "aab")),
    ]  # fmt: skip
    return out + all_outcomes(expressions)


def sets_and_operators(n):
    a, b, f = {1, 2, 3}, {3, 4}, frozenset([1, 3])

    def apply(function, x, *y):
        return changed(set(x), lambda s: function(s, *y))

    expressions = [
        *(lambda: a | b, lambda: a & b, lambda: a - b, lambda: a ^ b, lambda: f | a, lambda: type(f | a).__name__, lambda: type(a | f).__name__, lambda: a | [1], lambda: a - {1: 2}.keys(), lambda: {1: 2, 9: 1}.keys() - a, lambda: {1: 2}.keys() & a, lambda: {1: 2}.keys() | a, lambda: {1: 2}.keys() ^ a, lambda: {1: 2}.items() & {(1, 2)}, lambda: a.union([7], (8,)), lambda: a.intersection([1, 2], [2]), lambda: a.difference([1], [2]), lambda: a.difference(dict.fromkeys(range(2, 90))), lambda: a.difference({3: 0}), lambda: a.symmetric_difference([3, 9]), lambda: a.union(), lambda: a.copy() is a, lambda: f.copy() == f),
        *(lambda: apply(set.update, a, [9], "x") if False else 0, lambda: changed({1, 2}, lambda s: s.update([9], (3,))), lambda: changed({1, 2}, lambda s: s.intersection_update([2, 3])), lambda: changed({1, 2}, lambda s: s.difference_update([2, 3])), lambda: changed({1, 2}, lambda s: s.symmetric_difference_update([2, 3])), lambda: changed({1, 2}, lambda s: s.discard(5)), lambda: changed({1, 2}, lambda s: s.remove(5)), lambda: changed({1, 2}, lambda s: s.add([1])), lambda: changed({1, 2}, lambda s: s.clear()), lambda: operator.ior({1}, {2}), lambda: operator.iand({1, 2}, {2}), lambda: operator.isub({1, 2}, {2}), lambda: operator.ixor({1, 2}, {2, 3})),
        *(lambda: a <= {1, 2, 3, 4}, lambda: a < a, lambda: a >= f, lambda: a > f, lambda: a == f | {2}, lambda: a != f, lambda: a <= [1], lambda: a.issubset([1, 2, 3]), lambda: a.issuperset([1]), lambda: a.isdisjoint([9]), lambda: a.isdisjoint({1}), lambda: f <= a, lambda: a < 3, lambda: {1: 2}.keys() <= a, lambda: {1: 2}.keys() == {1}, lambda: {1: 2}.items() == {(1, 2)}, lambda: {frozenset([1, 3]): 5}[f], lambda: frozenset([1, 3]) in {f}, lambda: {1, 3} in {f}, lambda: hash(f) == hash(frozenset([3, 1])), lambda: hash(frozenset()) , lambda: sorted(a, reverse=True), lambda: len(a ^ f)),
        *(lambda: operator.matmul(1, 2), lambda: operator.index(True), lambda: operator.index(2.0), lambda: operator.truth([]), lambda: operator.concat([1], [2]), lambda: operator.countOf([1, 1], 1), lambda: operator.indexOf([1, 2], 2), lambda: operator.itemgetter(1, 0)("ab"), lambda: operator.not_(0), lambda: operator.is_not(a, b), lambda: operator.floordiv(7, 2), lambda: operator.mod(-7, 2), lambda: operator.inv(5), lambda: operator.pos(-5), lambda: operator.contains("ab", "a"), lambda: operator.imul([1], 2), lambda: operator.iadd([1], "a")),
        *(lambda: [1] * 2.5, lambda: "a" * None, lambda: [1] * (1 << 70), lambda: [1] * -(1 << 70), lambda: "ab"[1 << 70], lambda: (1,) + [2], lambda: [1] + (2,), lambda: "a" + 1, lambda: 1 + "a", lambda: [1] < (1,), lambda: {} < {}, lambda: None < None, lambda: [1, [2, "a"]] < [1, [2, 3]], lambda: (1, 2) < (1, 2, 3), lambda: [2] > [1, 9], lambda: [] <= [], lambda: (1, math.nan) == (1, math.nan), lambda: [1, 2.0] == [1.0, 2], lambda: not [], lambda: ~True, lambda: -True, lambda: 1 << -1, lambda: -1 >> 70, lambda: 1 << 70 >> 69, lambda: 5 & True, lambda: 2.0 & 1, lambda: 3 @ 4),
    ]  # fmt: skip
    return all_outcomes(expressions)


def of_contexts_and_enums(n):
    log = []

    def done(kind, value, trace):
        log.append((kind is None, str(value)))
        return n > 10

    try:
        with ExitStack() as stack:
            stack.push(done)
            stack.push(lambda kind, value, trace: log.append(value is None))
            stack.enter_context(suppress(KeyError))
            stack.callback(log.append, "called")
            log.append("body")
            if n > 3:
                raise ValueError("v")
    except ValueError as error:
        log.append(str(error))
    a, b = Counter("abracadabra"), Counter({"a": 2, "z": 1, "b": -1})
    c, d = a.copy(), a.copy()
    c |= b
    d &= b
    return [*log, c, d, Color(Color.RED), Color(Color.BLUE), Color("red"), outcome(lambda: Color(n))]


CASES = [(each, (7,)) for each in (octets, codes, dates, decimals, numbers, draws, sets_and_operators)]
CASES += [(built_patterns, (["xaab", "abcd", "bcaBd ab", "ab ab", "", "a\nb", "aaabbbc", "_9-]"],))]
CASES += [(of_contexts_and_enums, (2,)), (of_contexts_and_enums, (7,)), (of_contexts_and_enums, (11,))]
