# ruff: noqa
# mypy: ignore-errors
"""Corners of operations, methods and messages: tables of small expressions, each compared with CPython."""

import copy
import datetime
import functools
import json
import math
import random
from collections import Counter, OrderedDict, defaultdict, deque
from fractions import Fraction


class Half:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n

    def __eq__(self, other):
        return isinstance(other, Half) and self.n == other.n

    def __hash__(self):
        return 5

    def __bool__(self):
        return self.n > 2

    def __len__(self):
        return self.n

    def __contains__(self, item):
        return item == self.n

    def __format__(self, spec):
        return f"<{spec}|{self.n}>"

    def __int__(self):
        return self.n + 1

    def __float__(self):
        return self.n + 0.5

    def __round__(self, digits=7):
        return (self.n, digits)

    def __lt__(self, other):
        return self.n < other.n

    def __repr__(self):
        return f"Half({self.n})"


class Bare:
    pass


def outcome(expression):
    try:
        return expression()
    except Exception as error:
        return type(error).__name__, str(error)


def all_outcomes(expressions):
    return [outcome(each) for each in expressions]


def percents(n):
    formats = ["%d", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%x", "%#x", "%#o", "%X", "%e", "%.2E", "%g", "%#g", "%G"]
    formats += ["%f", "%F", "%010.3f|", "%-10.1f|", "%+.0f", "%s", "%8s|", "%-8s|", "%.2s", "%r", "%.3r", "%a"]
    formats += ["%i", "%u", "%#X", "% x", "%5%", "%%", "%", "%5", "%z", "%d %d", "%(a)s", "", "x"]
    values = [n, -n, 0, True, 10**20, 2.5, -0.0, 1e300, math.inf, math.nan, "text", "\xe9", None, [1], (1,), (1, 2), ()]
    values += [{"a": 3}, Half(65), 97]
    return [outcome(lambda: text % value) for text in formats for value in values]


def specifications(n):
    specs = [
        "",
        "5",
        "<5",
        ">5",
        "^6",
        "*^7",
        "05",
        "+",
        "-",
        " ",
        "d",
        "b",
        "#b",
        "o",
        "#o",
        "x",
        "#X",
        "e",
        ".3e",
        "E",
    ]
    specs += [
        "f",
        ".0f",
        ".2f",
        "F",
        "g",
        ".3g",
        "G",
        "n",
        "%",
        ".1%",
        "c",
        "s",
        ".2",
        ".2s",
        ",",
        "_",
        ",d",
        "_x",
        ",.2f",
    ]
    specs += ["+,.1f", "=+8", "0=8", "08.2f", "5.", "q", "10.4", "<<5", "#.3g", "_b", "12,", "012,.3f", "x<", "5x5"]
    values = [n, -n, 10**12, True, 2.5, -1e-7, 123456789.125, math.inf, -math.nan, "text", "", None, Half(2)]
    return [outcome(lambda: format(value, spec)) for spec in specs for value in values]


def formats(n):
    named = {"a": n, "b": [1, {"k": 2}], "c": "x"}
    expressions = [
        lambda: "{} {}".format(n, 2), lambda: "{0} {1} {0}".format(n, "b"), lambda: "{a} {c!r}".format(**named),
        lambda: "{b[0]} {b[1][k]}".format(**named), lambda: "{0.n}".format(Half(3)), lambda: "{{}} }}".format(),
        lambda: "{:>{}}|".format("x", 5), lambda: "{0:{1}}|".format(n, "06"), lambda: "}".format(1),
        lambda: "{x}".format(a=1), lambda: "{!s:>4}".format("é"),
        lambda: "{:{w}.{p}}|".format(2.5, w=8, p=3), lambda: "{0[k]}".format({"k": 1}),
        lambda: f"{n!r:>6}|{n:{n % 9 + 1}}|{'q'!s:^5}", lambda: f"{named['b']!r:.4}", lambda: "{:%}".format(0.5),
        lambda: "a{}b{}c".format(*[1, 2]), lambda: "{:,}".format(1234567),
    ]  # fmt: skip
    return all_outcomes(expressions)


def parsed_numbers(n):
    texts = ["12", " 12 ", "-12", "+7", "--1", "1_000", "_1", "1_", "", " ", "0x1f", "0b101", "0o17", "1e3", "1.5"]
    texts += [
        "nan",
        "-inf",
        "+Infinity",
        "infinit",
        ".5",
        "5.",
        ".",
        "1e",
        "1e+",
        "1e-5",
        "1.5e400",
        "-1e-400",
        "\t3\n",
    ]
    texts += ["123456789012345678901234567890", "1_0.5", "Zz", "12.0", "1 2", "1e5x"]
    texts += [
        "4.9406564584124654e-324",
        "2.2250738585072011e-308",
        "9007199254740993",
        "0.1",
        "179769313486231580793e289",
    ]
    out = [outcome(lambda: int(each)) for each in texts] + [repr(outcome(lambda: float(each))) for each in texts]
    out += [outcome(lambda: int(each, base)) for each in texts[:20] + ["z9", "0b1"] for base in (2, 16, 36, n)]
    return out


def converted_numbers(n):
    expressions = [
        *(lambda: int(2.9), lambda: int(-2.9), lambda: int(1e300), lambda: int(math.inf), lambda: int(math.nan)),
        *(lambda: int(None), lambda: int([1]), lambda: float([1]), lambda: float(None), lambda: int()),
        *(lambda: float(10**400), lambda: float(2**53 + 1), lambda: float(), lambda: int("1", 1)),
        *(lambda: int("1", 37), lambda: bool([]), lambda: int(True), lambda: float(True)),
        *(lambda: round(2.5), lambda: round(3.5), lambda: round(-2.5), lambda: round(2.675, 2), lambda: round(1e22, -21)),
        *(lambda: round(12345, -2), lambda: round(15, -1), lambda: round(25, -1), lambda: round(-35, -1), lambda: round(5, 3)),
        *(lambda: round(1.5, None), lambda: round(math.nan), lambda: round(math.inf, 2), lambda: round("x"), lambda: round(7, -5)),
        *(lambda: round(10**30 + 5, -1), lambda: round(1e-320, 321), lambda: round(123.456, -2), lambda: round(0.5, 400)),
        *(lambda: divmod(-7, 2), lambda: divmod(7, -2), lambda: divmod(-7.5, 2), lambda: divmod(7, 0), lambda: divmod(2**70, -3)),
        *(lambda: -7 // 2, lambda: -(2**70) // 3, lambda: 7 % -(2**70), lambda: 2**70 % -7, lambda: 5.0 % -3, lambda: -5 % 3.5),
        *(lambda: 0.0 // 0, lambda: 5 % 0, lambda: 5.0 % 0.0, lambda: 1 / 0, lambda: 2**1100 / 2**1090, lambda: 1 / 2**1074),
        *(lambda: (2**600) / 3, lambda: 3**n, lambda: (-3) ** 3, lambda: 2**-3, lambda: 0**-1, lambda: 0.0**-1),
        *(lambda: pow(3, 200, 1000007), lambda: pow(3, -1, 7), lambda: pow(2, -1, 4), lambda: pow(2, 3, 0)),
        *(lambda: pow(2, 5, -7), lambda: 1 << 100, lambda: -1 << 40, lambda: 1 << -1, lambda: (1 << 100) >> 97, lambda: -(1 << 100) >> 99),
        *(lambda: 5 >> 200, lambda: -5 >> 200, lambda: (1 << 70) >> (1 << 70), lambda: 0 << (1 << 70), lambda: 5 >> -1),
        *(lambda: ~(2**70), lambda: 2**70 & -(2**69), lambda: -(2**70) | 5, lambda: 2**70 ^ -1, lambda: True & 3, lambda: True ^ True),
        *(lambda: (2**70).bit_length(), lambda: (-5).bit_length(), lambda: (255).bit_count(), lambda: (-(2**70)).bit_count()),
        *(lambda: (2.5).is_integer(), lambda: (2.75).as_integer_ratio(), lambda: (-0.0).hex(), lambda: (1e-320).hex()),
        *(lambda: float.fromhex("0x1.8p3"), lambda: float.fromhex("-inf"), lambda: (0.1).hex()),
        *(lambda: hash(2**61 - 1), lambda: hash(-1), lambda: hash(2**61), lambda: hash(1.5), lambda: hash(math.inf), lambda: hash(2**80)),
        *(lambda: hash((1, 2.5)), lambda: hash(()), lambda: hash(True), lambda: hash(-(2**90)), lambda: hash([1]), lambda: hash({})),
        *(lambda: hash(Half(1)), lambda: hash((1, [2])), lambda: hash(Fraction(1, 3)), lambda: hash(1e300)),
        *(lambda: hash(frozenset([1, 2, 3])), lambda: hash(range(3)) == hash(range(3)), lambda: hash(-2), lambda: hash((-1, -2))),
        *(lambda: abs(-(2**70)), lambda: abs(-0.0), lambda: -Half(2), lambda: +None, lambda: ~2.5, lambda: abs("x"), lambda: -[1]),
        *(lambda: 10**25, lambda: -(10**18), lambda: 10**9 * 10**9, lambda: 3037000500**2, lambda: (2**32) * (2**31), lambda: 7**77),
        *(lambda: int(str(7**77)), lambda: 7**77 // 7**70, lambda: 7**77 % 10**9, lambda: (10**50) // (10**25 + 1), lambda: 10**50 % 977),
        *(lambda: 1e16, lambda: 1e15, lambda: 123456789012345680.0, lambda: 1e-4, lambda: 1e-5, lambda: 5e-324, lambda: 0.1 + 0.2),
        *(lambda: 2**53 == 2.0**53, lambda: 2**53 + 1 == 2.0**53, lambda: 2**1030 > 1e308, lambda: -(2**1030) < -1e308, lambda: 10**400 < math.inf),
        *(lambda: 1 < math.nan, lambda: math.nan != math.nan, lambda: 2**70 < 2**71, lambda: -(2**70) < 2**3, lambda: 2**70 < 1.5),
        *(lambda: math.gcd(2**70, 6**40), lambda: math.lcm(4, 6, 10), lambda: math.isqrt(10**40), lambda: math.comb(50, 25), lambda: math.perm(10, 3)),
        *(lambda: math.factorial(25), lambda: math.factorial(-1), lambda: math.isqrt(-1), lambda: math.sqrt(-1), lambda: math.floor(-2.5)),
        *(lambda: math.ceil(2.1), lambda: math.trunc(-2.9), lambda: math.floor(1e300), lambda: math.ceil(math.nan), lambda: math.fsum([0.1] * 10)),
        *(lambda: math.ldexp(1.5, 1000), lambda: math.ldexp(3.0, -1075)),
        *(lambda: math.frexp(1e-310), lambda: math.frexp(0.0), lambda: math.modf(-2.5), lambda: math.modf(math.inf), lambda: math.copysign(1, -0.0)),
        *(lambda: math.nextafter(1.0, 2.0), lambda: math.nextafter(0.0, -1.0), lambda: math.ulp(1e300), lambda: math.remainder(7, 4)),
        *(lambda: math.fmod(-7, 3), lambda: math.fmod(1e300, 7), lambda: math.fmod(1, 0), lambda: math.isclose(1, 1 + 1e-10), lambda: math.prod([2, 3.5])),
    ]  # fmt: skip
    return all_outcomes(expressions)


def shown(n):
    values = [
        0.1,
        -0.0,
        1e16,
        1e22,
        1.5e-7,
        123456.789,
        "it's",
        'say "x"',
        "both'\"",
        "\x00\x7f\n\t\\",
        "\xe9\u2603\U0001f600",
        b"a'b\xff",
    ]
    values += [
        (),
        (1,),
        [1, [2]],
        {},
        {1: {2: 3}},
        set(),
        {1},
        frozenset([2]),
        frozenset(),
        range(3),
        range(1, 9, 2),
        None,
        True,
    ]
    values += [10**30, -(10**20), deque([1], 3), Counter("aab"), OrderedDict(a=1), ValueError("x"), KeyError("k")]
    values += [ValueError(), ValueError(1, 2), Fraction(3, -6), datetime.timedelta(days=-1, seconds=5), bytearray(b"q")]
    return [repr(each) for each in values], [str(each) for each in values]


def texts(n):
    s = "Hello, World"
    expressions = [
        *(lambda: "a,b,,c".split(","), lambda: " a  b ".split(), lambda: "a b c d".split(" ", 2), lambda: "a b c d".split(None, 1), lambda: "a".split("")),
        *(lambda: "a--b--c".rsplit("--", 1), lambda: "a b  c".rsplit(None, 1), lambda: "".split(), lambda: "".split(","), lambda: " x ".rsplit(maxsplit=0)),
        *(lambda: "a\nb\r\nc\rd".splitlines(), lambda: "a\nb\n".splitlines(True), lambda: "".splitlines()),
        *(lambda: s.replace("l", "L"), lambda: s.replace("l", "", 2), lambda: s.replace("", "-"), lambda: s.replace("", "-", 3), lambda: s.replace("zz", "y"), lambda: "aaa".replace("aa", "b")),
        *(lambda: s.replace("l", "LL", 0), lambda: "".replace("", "x"), lambda: s.replace(1, "x"), lambda: s.replace("o", "é"), lambda: "ab" * 3, lambda: "ab" * -1, lambda: "ab" * 2.0),
        *(lambda: s.startswith("He"), lambda: s.startswith(("x", "H")), lambda: s.startswith("l", 2), lambda: s.startswith("l", 2, 2), lambda: s.endswith("ld", -2), lambda: s.startswith(1)),
        *(lambda: s.endswith(("a", "")), lambda: s.startswith(""), lambda: s.startswith("", 20), lambda: s.endswith("World", 7, 11), lambda: s.endswith("Hello", 0, 5)),
        *(lambda: s.find("o"), lambda: s.find("o", 5), lambda: s.find("o", -4), lambda: s.find("o", 5, 7), lambda: s.rfind("o"), lambda: s.rfind("o", 0, 6), lambda: s.index("z"), lambda: s.rindex("z")),
        *(lambda: s.find(""), lambda: s.find("", 12), lambda: s.find("", 13), lambda: s.rfind(""), lambda: s.count("l"), lambda: s.count(""), lambda: s.count("l", 3), lambda: s.count("l", 3, -1), lambda: "aaaa".count("aa")),
        *(lambda: s.strip("Hd"), lambda: s.lstrip("Hel"), lambda: s.rstrip("dl"), lambda: "  x ".strip(), lambda: s.strip(""), lambda: s.strip(1), lambda: "\t\n x\x0b\x1f".strip(), lambda: "xx".strip("x")),
        *(lambda: s.center(20, "*"), lambda: s.center(15), lambda: "ab".center(5), lambda: "abc".center(6, "-"), lambda: s.ljust(14, "."), lambda: s.rjust(14), lambda: s.rjust(14, "ab"), lambda: s.zfill(20), lambda: "-5".zfill(5), lambda: "+".zfill(3)),
        *(lambda: s.partition(", "), lambda: s.partition("z"), lambda: s.rpartition("o"), lambda: s.rpartition("z"), lambda: s.partition(""), lambda: s.removeprefix("Hel"), lambda: s.removesuffix("x"), lambda: s.removesuffix("ld")),
        *(lambda: s.title(), lambda: s.swapcase(), lambda: s.capitalize(), lambda: s.casefold(), lambda: s.upper(), lambda: "ab1c d_e".title(), lambda: "".capitalize(), lambda: "they're".title()),
        *(lambda: "abc".isalpha(), lambda: "ab1".isalnum(), lambda: "12".isdigit(), lambda: "".isdigit(), lambda: "1.5".isdecimal(), lambda: " \t".isspace(), lambda: "Ab".istitle(), lambda: "aB".isupper(), lambda: "ab1".islower()),
        *(lambda: "a_1".isidentifier(), lambda: "1a".isidentifier(), lambda: "".isidentifier(), lambda: "a\n".isprintable(), lambda: "é".isascii(), lambda: "A1".isupper(), lambda: "1".islower(), lambda: "Ab Cd".istitle(), lambda: "AB".istitle()),
        *(lambda: "a\tbc\td".expandtabs(4), lambda: "a\tb".expandtabs(), lambda: "\t\n\tx".expandtabs(3), lambda: "a\tb".expandtabs(0), lambda: ",".join("abc"), lambda: "".join([]), lambda: "-".join(["a", 1]), lambda: ", ".join({"a": 1, "b": 2})),
        *(lambda: "abc".translate({97: "x", 98: None, 99: 100}), lambda: "abc".translate(str.maketrans("ab", "xy", "c")), lambda: str.maketrans({"a": 1, "b": None}), lambda: str.maketrans("a", "xy")),
        *(lambda: s[1:-1:2], lambda: s[::-1], lambda: s[20:], lambda: s[-3:], lambda: s[5], lambda: s[50], lambda: s[-13], lambda: s["a"], lambda: s[::0], lambda: s[None:3], lambda: s[Half(2)], lambda: s[1.0], lambda: s[10:2:-3]),
        *(lambda: "a" < "b", lambda: "a" < "A", lambda: "ab" < "abc", lambda: "é" > "z", lambda: "a" < 1, lambda: "a" == 1, lambda: "" < "a", lambda: "\u2603" > "\xff", lambda: "a" + 1, lambda: 1 + "a", lambda: "a" - "b", lambda: "ell" in s, lambda: 1 in s, lambda: "" in s),
        *(lambda: ord("é"), lambda: ord(""), lambda: ord("ab"), lambda: chr(233), lambda: chr(-1), lambda: chr(0x110000), lambda: chr(8364), lambda: ascii("é\u2603\U0001f600'"), lambda: ord(5), lambda: chr("a"), lambda: len("é\U0001f600")),
        *(lambda: "é".encode(), lambda: "é".encode("latin-1"), lambda: b"\xc3\xa9".decode()),
        *(lambda: list("añ"), lambda: sorted("hello"), lambda: max("hello"), lambda: list(enumerate("ab", 2)), lambda: list(reversed("abc")), lambda: list(zip("ab", "xyz")), lambda: [*map(str.upper, "ab")], lambda: "b" in "abc", lambda: dict(zip("ab", (1, 2)))),
        *(lambda: hex(255), lambda: hex(-255), lambda: oct(8), lambda: bin(-5), lambda: hex(2**70), lambda: bin(2**66), lambda: oct(-(2**65)), lambda: hex(1.5), lambda: bin(Half(5)), lambda: bin(True), lambda: hex(0)),
    ]  # fmt: skip
    return all_outcomes(expressions)


def changed(value, change):
    try:
        change(value)
    except Exception as error:
        return value, type(error).__name__, str(error)
    return value


def put(container, place, value):
    container[place] = value


def drop(container, place):
    del container[place]


def lists(n):
    one = [5, 3, 8, 1]
    expressions = [
        *(lambda: one[1:3], lambda: one[::-1], lambda: one[-2:], lambda: one[7:], lambda: one[::2], lambda: one[3:0:-2], lambda: one[::0], lambda: one[4], lambda: one[-5], lambda: one["a"], lambda: one[1.5], lambda: one[None], lambda: one[True], lambda: one[Half(2)], lambda: one[2**70]),
        *(lambda: one[-(2**70) :], lambda: one[: 2**70], lambda: one[2**70 :], lambda: one[:: 2**70], lambda: one[:: -(2**70)], lambda: one[: Half(2)], lambda: (1, 2, 3)[1:], lambda: (1, 2)[5], lambda: ()[0], lambda: range(9)[2:7:2], lambda: range(9)[-1], lambda: range(3)[3]),
        *(lambda: 5[0], lambda: None[0], lambda: {1: 2}[3], lambda: {}["a"], lambda: {1}[0], lambda: (lambda: 1)[0], lambda: 2.5[0], lambda: Bare()[0], lambda: deque([1, 2])[1], lambda: deque([1])[3], lambda: b"ab"[1], lambda: b"ab"[5], lambda: b"abc"[1:], lambda: bytearray(b"abc")[::-1]),
        *(lambda: changed([1, 2, 3, 4], lambda l: put(l, slice(1, 3), [9])), lambda: changed([1, 2, 3, 4], lambda l: put(l, slice(0, 0), "ab")), lambda: changed([1, 2, 3, 4], lambda l: put(l, slice(None, None, 2), [8, 9])), lambda: changed([1, 2, 3, 4], lambda l: put(l, slice(None, None, 2), [8]))),
        *(lambda: changed([1, 2, 3, 4], lambda l: put(l, slice(3, 1), [7, 7])), lambda: changed([1, 2, 3], lambda l: put(l, slice(1, 2), 5)), lambda: changed([1, 2, 3], lambda l: put(l, 5, 5)), lambda: changed([1, 2, 3], lambda l: put(l, -1, 5)), lambda: changed([1, 2, 3], lambda l: put(l, "a", 5)), lambda: changed([1, 2, 3], lambda l: put(l, slice(None, None, -1), l))),
        *(lambda: changed([1, 2, 3, 4, 5], lambda l: drop(l, slice(1, 3))), lambda: changed([1, 2, 3, 4, 5], lambda l: drop(l, slice(None, None, 2))), lambda: changed([1, 2, 3, 4, 5], lambda l: drop(l, slice(None, None, -2))), lambda: changed([1, 2, 3], lambda l: drop(l, slice(5, 9))), lambda: changed([1, 2, 3], lambda l: drop(l, 0)), lambda: changed([1, 2, 3], lambda l: drop(l, 3)), lambda: changed([1, 2, 3], lambda l: drop(l, -3))),
        *(lambda: changed([1, 2, 3], lambda l: drop(l, "x")), lambda: changed({1: 2}, lambda d: drop(d, 1)), lambda: changed({1: 2}, lambda d: drop(d, 3)), lambda: changed((1, 2), lambda t: drop(t, 0)), lambda: changed((1, 2), lambda t: put(t, 0, 1)), lambda: changed("ab", lambda t: put(t, 0, "x")), lambda: changed(5, lambda t: put(t, 0, 1)), lambda: changed(deque([1, 2, 3]), lambda d: drop(d, 1)), lambda: changed(deque([1, 2, 3]), lambda d: put(d, 5, 1))),
        *(lambda: changed([1, 2, 3], lambda l: l.insert(-1, 9)), lambda: changed([1, 2, 3], lambda l: l.insert(99, 9)), lambda: changed([1, 2, 3], lambda l: l.insert(-99, 9)), lambda: changed([1, 2, 3], lambda l: l.extend((4, 5))), lambda: changed([1], lambda l: l.extend(5)), lambda: changed([1], lambda l: l.extend(l)), lambda: changed([1, 2, 1], lambda l: l.remove(1)), lambda: changed([1], lambda l: l.remove(5)), lambda: changed([1, 2, 3], lambda l: l.pop(0)), lambda: changed([1, 2, 3], lambda l: l.pop(-2))),
        *(lambda: [].pop(), lambda: [1].pop(5), lambda: [1].pop("a"), lambda: [1, 2, 3, 2].index(2), lambda: [1, 2, 3, 2].index(2, 2), lambda: [1, 2].index(2, 0, 1), lambda: [1, 2].index(9), lambda: [1, 2, 3].index(3, -1), lambda: [1, 2].index(1, -9, 9), lambda: [1, 1.0, True].count(1), lambda: (1, 2, 1).count(1), lambda: (1, 2, 3).index(3), lambda: (1, 2).index(5), lambda: (3, 1, 2).index(2, 1, 3)),
        *(lambda: [1, 2] + [3], lambda: [1] + (2,), lambda: (1,) + (2,), lambda: (1,) + [2], lambda: [1] * 3, lambda: 3 * [1], lambda: [1] * -1, lambda: (1, 2) * 2, lambda: [1] * "a", lambda: [0] * 1.5, lambda: [1] * True, lambda: () * 5, lambda: (1,) * 0, lambda: [1] + None, lambda: [1] - [1]),
        *(lambda: [1, 2] < [1, 3], lambda: [1, 2] < [1], lambda: [] < [0], lambda: (1, "a") < (1, 2), lambda: [1] == (1,), lambda: [1, 2] != [1, 2], lambda: (1, 2) >= (1, 2), lambda: [[1], 2] > [[1], 1], lambda: [1] < 5, lambda: {1} < {1, 2}, lambda: {1: 2} < {1: 3}, lambda: None < None, lambda: [math.nan] == [math.nan], lambda: (1, 2.0) == (True, 2), lambda: [Half(1)] == [Half(1)], lambda: [Half(1)] < [Half(2)]),
        *(lambda: 2 in [1, 2.0], lambda: None in [0], lambda: 5 in (1, 2), lambda: 5 in {5: 1}, lambda: [1] in {1}, lambda: 3 in range(0, 9, 2), lambda: 4 in range(0, 9, 2), lambda: 4.0 in range(9), lambda: "a" in range(3), lambda: 3 in 5, lambda: 3 in Half(3), lambda: 3 in deque([1, 3]), lambda: 97 in b"abc", lambda: b"bc" in b"abc", lambda: 300 in b"a", lambda: "a" in {"a"}, lambda: 1 in iter([1, 2]), lambda: 7 in map(int, "123"), lambda: 2**70 in range(2**71), lambda: Half(1) in [Half(1)]),
        *(lambda: sorted([3, 1, 2], reverse=True), lambda: sorted(["b", "A", "c"], key=str.lower), lambda: sorted([(1, "b"), (1, "a")], key=lambda p: p[0]), lambda: sorted([1, "a"]), lambda: sorted([Half(3), Half(1)], key=lambda h: h.n)[0].n, lambda: [h.n for h in sorted([Half(3), Half(1), Half(2)])], lambda: sorted({3: 1, 1: 2}), lambda: sorted(5), lambda: sorted([2.5, 1, True]), lambda: sorted([[2], [1, 5], []]), lambda: sorted([2**70, -(2**70), 0]), lambda: sorted([None, None])),
        *(lambda: max(3, 1, 2), lambda: max([]), lambda: max([], default=5), lambda: min("b", "a"), lambda: max([1, 5, 3], key=lambda x: -x), lambda: min(1), lambda: max(1, "a"), lambda: min([[2], [1]]), lambda: min(2, 1.5), lambda: max({1: 5, 3: 2}), lambda: max((1, 2), (1, 3)), lambda: min([], key=len), lambda: max(1, 2, key=lambda x: -x), lambda: min(5, 2**70), lambda: max(0.0, -0.0), lambda: min([3, 1.0, 1]), lambda: sum([0.1] * 3), lambda: sum([[1], [2]], []), lambda: sum(["a"]), lambda: sum([1, 2.5], 10), lambda: sum("ab"), lambda: sum([2**70, 1])),
        *(lambda: list(reversed([1, 2])), lambda: list(reversed((1, 2))), lambda: list(reversed(range(5))), lambda: list(reversed({1: 2, 3: 4})), lambda: list(reversed(5)), lambda: reversed({1}), lambda: list(zip([1, 2], [3], strict=True)), lambda: list(zip([1], [3, 4], strict=True)), lambda: list(zip([1, 2], (3, 4), strict=True)), lambda: list(zip()), lambda: list(enumerate([5], start=3)), lambda: list(map(lambda a, b: a + b, [1, 2], [3])), lambda: list(filter(None, [0, 1, ""]))),
        *(lambda: next(iter([])), lambda: next(iter([]), 5), lambda: next(5), lambda: iter(5), lambda: list(iter(lambda: 1, 1)), lambda: list(range(5, 0, -2)), lambda: list(range(0)), lambda: range(1, 2, 0), lambda: range("a"), lambda: len(range(0, 10, 3)), lambda: range(3) == range(0, 3, 1), lambda: range(0) == range(5, 5), lambda: range(1.5), lambda: range(2**70)[2**69], lambda: len(5), lambda: len(Half(4)), lambda: len(None), lambda: len(iter([1])), lambda: range(10).index(5), lambda: range(10).count(3), lambda: range(2).index(7)),
        *(lambda: all([]), lambda: any([]), lambda: all([1, 0]), lambda: any(5), lambda: bool(Half(1)), lambda: not Half(5), lambda: [*range(3), *"ab"], lambda: [*5], lambda: (lambda a, *b: (a, b))(*[1, 2, 3]), lambda: (lambda **k: k)(**{"a": 1}), lambda: needs_one(1, a=2), lambda: (lambda a, b=2, *c, d, **e: (a, b, c, d, e))(1, d=4, f=5), lambda: 5(), lambda: None(), lambda: "a"(), lambda: [1]()),
    ]  # fmt: skip
    a, b = outcome(lambda: unpacked([1, 2])), outcome(lambda: unpacked([1]))
    return [
        *all_outcomes(expressions),
        a,
        b,
        outcome(lambda: unpacked(5)),
        outcome(lambda: unpacked("abc")),
        outcome(lambda: unpacked({1: 2, 3: 4})),
    ]


def needs_one(a):
    return a


def unpacked(given):
    one, two = given
    return two, one


def dicts(n):
    one = {1: "a", "b": 2, (1, 2): 3.5}
    expressions = [
        *(lambda: one.get(1), lambda: one.get(9), lambda: one.get(9, 7), lambda: one.get([1]), lambda: one[1.0], lambda: one[True], lambda: one[(1, 2)], lambda: list(one), lambda: list(one.items()), lambda: list(one.values()), lambda: one | {1: 2}, lambda: one | [1], lambda: {**one, "b": 5}, lambda: dict(one, c=3), lambda: dict([(1, 2), (3, 4)]), lambda: dict([1]), lambda: dict(["ab", "cd"]), lambda: dict([(1, 2, 3)]), lambda: dict(5), lambda: dict(a=1)),
        *(lambda: changed({1: 2}, lambda d: d.update({3: 4})), lambda: changed({1: 2}, lambda d: d.update([(1, 5)])), lambda: changed({1: 2}, lambda d: d.update(a=1)), lambda: changed({1: 2}, lambda d: d.update(5)), lambda: changed({1: 2}, lambda d: d.update([5])), lambda: changed({1: 2}, lambda d: d.update({3: 4}, b=5)), lambda: changed({1: 2}, lambda d: d.setdefault(1, 5)), lambda: changed({1: 2}, lambda d: d.setdefault(2, []).append(1)), lambda: changed({1: 2}, lambda d: d.setdefault(3)), lambda: changed({1: 2, 3: 4}, lambda d: d.popitem()), lambda: {}.popitem()),
        *(lambda: {1: 2}.pop(1), lambda: {1: 2}.pop(5), lambda: {1: 2}.pop(5, 6), lambda: {1: 2}.pop([]), lambda: dict.fromkeys([1, 2]), lambda: dict.fromkeys("ab", 0), lambda: {1: 2}.copy(), lambda: {1: 2} == {1: 2.0}, lambda: {1: 2} == {1: 3}, lambda: {1: 2} != {2: 1}, lambda: {1: 2} == [1], lambda: {1: 2, 3: 4} == {3: 4, 1: 2}, lambda: {[1]: 2}, lambda: {Half(1): 2}[Half(1)], lambda: {Half(1): 2, Half(2): 3}[Half(2)], lambda: {Half(1): 2}[Half(3)] == 5),
        *(lambda: one.keys() & {1, 5}, lambda: sorted({1: 2}.keys() | {3}), lambda: {1: 2}.keys() - {1}, lambda: {1: 2}.items() & {(1, 2)}, lambda: {1: 2}.keys() == {1}, lambda: {1: 2}.keys() <= {1, 2}, lambda: 1 in one.keys(), lambda: (1, "a") in one.items(), lambda: (1, "z") in one.items(), lambda: 5 in one.items(), lambda: "a" in one.values(), lambda: 9 in one.values(), lambda: len(one.keys()), lambda: {1: 2}.keys().isdisjoint([2]), lambda: {1: 2}.keys().isdisjoint([1]), lambda: repr({1: 2}.keys()), lambda: repr({1: 2}.items()), lambda: str({1: 2}.values()), lambda: {1: 2}.keys() ^ {1, 3}, lambda: [1] in one.keys(), lambda: (5,) in one.items()),
        *(lambda: changed(OrderedDict([(1, 2), (3, 4), (5, 6)]), lambda d: d.move_to_end(1)), lambda: changed(OrderedDict([(1, 2), (3, 4), (5, 6)]), lambda d: d.move_to_end(5, last=False)), lambda: changed(OrderedDict(), lambda d: d.move_to_end(1)), lambda: changed(OrderedDict([(1, 2), (3, 4)]), lambda d: d.popitem(last=False)), lambda: OrderedDict([(1, 2), (3, 4)]) == OrderedDict([(3, 4), (1, 2)]), lambda: OrderedDict([(1, 2)]) == {1: 2}, lambda: changed(OrderedDict([(1, 2), (3, 4)]), lambda d: d.move_to_end(3))),
        *(lambda: changed(defaultdict(list), lambda d: d[1].append(2)), lambda: changed(defaultdict(None, {1: 2}), lambda d: d[5]), lambda: defaultdict(int)[3], lambda: 3 in defaultdict(int), lambda: defaultdict(int).get(3)),
        *(lambda: Counter("hello").most_common(2), lambda: Counter("ab") + Counter("bc"), lambda: Counter("aab") - Counter("ab"), lambda: Counter("aab") & Counter("ab"), lambda: Counter("a") | Counter("bb"), lambda: Counter(a=-1) + Counter(), lambda: Counter("aab")["z"], lambda: sorted(Counter(a=2, b=-1, c=1).elements()), lambda: Counter("aab").total(), lambda: changed(Counter("ab"), lambda c: c.update("bc")), lambda: changed(Counter("ab"), lambda c: c.update({"a": 2.5})), lambda: changed(Counter("ab"), lambda c: c.subtract("bcc")), lambda: Counter(5), lambda: Counter("ab") == Counter("ba"), lambda: Counter("a") <= Counter("ab"), lambda: Counter(a=0) == Counter(), lambda: Counter("ab") + 5, lambda: Counter([1, 1]).most_common()),
        *(lambda: sorted({1, 2} | {3}), lambda: {1, 2} & {2, 3}, lambda: {1, 2} - {2}, lambda: sorted({1, 2} ^ {2, 3}), lambda: {1} | [2], lambda: {1, 2} <= {1, 2, 3}, lambda: {1, 2} > {1}, lambda: {1} == frozenset([1]), lambda: {1, 2}.issubset([1, 2, 3]), lambda: {1, 2}.issuperset((1,)), lambda: {1}.isdisjoint([2]), lambda: {1}.union([2], (3,)), lambda: {1, 2}.intersection([2, 5], {2}), lambda: {1, 2}.difference([1], [2]), lambda: {1}.symmetric_difference([1, 2]), lambda: {1}.union(5), lambda: {1, 2, 3}.intersection("ab"), lambda: frozenset([1]) | {2}, lambda: type({1} | frozenset()).__name__, lambda: type(frozenset() & {1}).__name__, lambda: {1, 2}.intersection(), lambda: {1}.union()),
        *(lambda: changed({1}, lambda s: s.add(2)), lambda: changed({1}, lambda s: s.add([2])), lambda: changed({1}, lambda s: s.discard(5)), lambda: changed({1}, lambda s: s.remove(5)), lambda: changed({1}, lambda s: s.update([2], (3,))), lambda: changed({1, 2}, lambda s: s.intersection_update([2])), lambda: changed({1, 2}, lambda s: s.difference_update([2])), lambda: changed({1, 2}, lambda s: s.symmetric_difference_update([2, 3])), lambda: changed({1}, lambda s: s.clear()), lambda: set("aab") == {"a", "b"}, lambda: set(5), lambda: {1}.copy(), lambda: frozenset([1, 2]) == {2, 1}, lambda: {frozenset([1]): 2}[frozenset([1])], lambda: set([[1]]), lambda: frozenset([1]).add(2), lambda: {1} < 5, lambda: 5 in {5.0}, lambda: {1, True, 1.0}, lambda: len({0, -0.0, False})),
        *(lambda: changed(deque([1, 2, 3]), lambda d: d.rotate(1)), lambda: changed(deque([1, 2, 3]), lambda d: d.rotate(-5)), lambda: changed(deque([1, 2], 2), lambda d: d.append(3)), lambda: changed(deque([1, 2], 2), lambda d: d.appendleft(0)), lambda: deque().pop(), lambda: deque().popleft(), lambda: changed(deque([1, 2, 1]), lambda d: d.remove(1)), lambda: deque([1, 2, 1]).count(1), lambda: deque([1, 2]).index(2), lambda: deque([1]).index(5), lambda: changed(deque([1, 2, 3]), lambda d: d.insert(1, 9)), lambda: changed(deque([1], 1), lambda d: d.insert(0, 1)), lambda: changed(deque([1]), lambda d: d.extendleft([2, 3])), lambda: deque([1]) + deque([2]), lambda: deque([1]) == [1], lambda: changed(deque([1, 2, 3]), lambda d: d.reverse()), lambda: deque([1, 2, 3], maxlen=2).maxlen, lambda: deque([1, 2])[-1], lambda: deque([1]) + [2]),
    ]  # fmt: skip
    return all_outcomes(expressions)


def copies(n):
    inner = [1, {2: [3]}]
    deep, flat = copy.deepcopy(inner), copy.copy(inner)
    inner[1][2].append(4)
    twice = copy.deepcopy([inner, inner, (1, 2), (inner,), {5}, (3, [4])])
    twice[0].append(n)
    pairs = copy.deepcopy({(1, 2): inner})
    return deep, flat, twice, twice[0] is twice[1], pairs, copy.copy({1: [2]}), copy.copy((1, [2])), copy.copy({3})


def jsons(n):
    values = [
        None,
        True,
        1,
        -2.5,
        1e30,
        'a"b\\\n\t\x01é\u2603\U0001f600/',
        [],
        {},
        [1, [2, {"a": None}]],
        {"b": 1, "a": {"c": [1]}},
        (1, 2),
        math.inf,
        -math.inf,
        math.nan,
    ]
    values += [
        {1: 2, 2.5: 3, None: 4, True: 5, False: 6},
        {(1, 2): 3},
        {1},
        Half(1),
        b"x",
        10**20,
        "",
        [[]],
        [{}],
        {"k": []},
    ]
    out = [outcome(lambda: json.dumps(each)) for each in values]
    out += [
        outcome(lambda: json.dumps(values[9], indent=2)),
        outcome(lambda: json.dumps(values[9], sort_keys=True)),
        outcome(lambda: json.dumps(values[8], indent="\t")),
    ]
    out += [
        outcome(lambda: json.dumps(values[5], ensure_ascii=False)),
        outcome(lambda: json.dumps([1, {"a": 2}], separators=(",", ":"))),
        outcome(lambda: json.dumps([], indent=1)),
        outcome(lambda: json.dumps({"a": {}}, indent=1)),
    ]
    wrong = [
        "",
        "[",
        "[1,",
        "[1,]",
        "[1 2]",
        "{",
        '{"a"',
        '{"a":',
        '{"a":1',
        '{"a":1,',
        '{"a":1,}',
        "{1:2}",
        '"a',
        '"\\x"',
        "nul",
        "tru",
        "-",
        "1.",
        "01",
        "1e",
        "[1]x",
        "'a'",
        '"a\nb"',
        "  ",
        '{"a" 1}',
    ]
    right = [
        "1",
        "-0",
        "-0.0",
        "1.5e3",
        "1E-2",
        '"\\u00e9\\ud83d\\ude00\\n\\/\\b\\f\\r\\t\\\\"',
        " [ 1 , 2 ] ",
        '{"a": [true, false, null], "a": 2}',
        "NaN",
        "-Infinity",
        "[[],{}]",
        '""',
        "123456789012345678901234567890",
        '{"x": {"y": "z"}}',
        "1e400",
    ]
    return (
        out
        + [outcome(lambda: json.loads(each)) for each in wrong]
        + [repr(outcome(lambda: json.loads(each))) for each in right]
    )


def moments(n):
    day, at = datetime.date(2024, 2, 29), datetime.datetime(2023, 12, 31, 23, 59, 58, 123456)
    shapes = [
        ("2024-02-30", "%Y-%m-%d"),
        ("29/02/2023", "%d/%m/%Y"),
        ("5 Jan 99", "%d %b %y"),
        ("December 1, 2020", "%B %d, %Y"),
        ("12:05 PM", "%I:%M %p"),
        ("23:61", "%H:%M"),
        ("1.25", "%S.%f"),
        ("x", "%Y"),
        ("2024", "%Y "),
        ("2024x", "%Y"),
        ("Fri 1 3 2024", "%a %d %m %Y"),
        ("%", "%%"),
        ("20240102030405", "%Y%m%d%H%M%S"),
        ("", ""),
    ]
    out = [outcome(lambda: datetime.datetime.strptime(text, shape)) for text, shape in shapes]
    out += [
        outcome(lambda: datetime.date.fromisoformat(text))
        for text in ("2024-02-29", "2023-02-29", "20240229", "2024-13-01", "x", "")
    ]
    out += [
        outcome(lambda: datetime.datetime.fromisoformat(text))
        for text in ("2024-02-29T12:30:15", "2024-02-29 12:30:15.500000", "2024-02-29")
    ]
    expressions = [
        *(lambda: day + datetime.timedelta(366), lambda: day - datetime.date(2023, 3, 1), lambda: day.replace(year=2023), lambda: day < at.date(), lambda: day < 5, lambda: day == 5, lambda: at - datetime.timedelta(microseconds=123457), lambda: at + 5, lambda: at - day, lambda: datetime.timedelta(1.5, 0.25) * 2.5, lambda: datetime.timedelta(7) / datetime.timedelta(2), lambda: datetime.timedelta(7) // 2, lambda: divmod(datetime.timedelta(7), datetime.timedelta(2)), lambda: -datetime.timedelta(seconds=1), lambda: abs(datetime.timedelta(-1, 5)), lambda: str(datetime.timedelta(-1, 5, 6)), lambda: datetime.timedelta(1) < datetime.timedelta(hours=25)),
        *(lambda: tuple(datetime.date(2024, 1, 1).isocalendar()), lambda: tuple(datetime.date(2021, 1, 3).isocalendar()), lambda: tuple(datetime.date(2020, 12, 31).isocalendar()), lambda: datetime.date(10000, 1, 1), lambda: datetime.date(2024, 0, 1), lambda: datetime.date("a", 1, 1), lambda: at.isoformat(), lambda: at.isoformat(" ", "hours"), lambda: at.strftime("%j %U %W %a %A %b %B %y %I %p %f"), lambda: f"{day:%d.%m.%Y}", lambda: str(at), lambda: repr(at), lambda: at.timetuple().tm_yday, lambda: datetime.time(1, 2) < datetime.time(1, 2, 3), lambda: datetime.datetime.combine(day, datetime.time(5)), lambda: datetime.timedelta(weeks=1, hours=-5, milliseconds=1500).total_seconds()),
    ]  # fmt: skip
    return out + all_outcomes(expressions)


def fractions(n):
    expressions = [
        *(lambda: 7 // Fraction(2, 3), lambda: -7 % Fraction(2, 3), lambda: divmod(7, Fraction(-2, 3)), lambda: 1 / Fraction(2, 3)),
        *(lambda: 7 * Fraction(2, 3), lambda: 2.5 // Fraction(2, 3), lambda: Fraction(7, 3) // Fraction(2, 5), lambda: 3 // Fraction(0)),
        *(lambda: 7 - Fraction(2, 3), lambda: 7 + Fraction(2, 3), lambda: 2 ** Fraction(2), lambda: 7 > Fraction(2, 3), lambda: "a" + Fraction(1)),
        *(lambda: Fraction("3/6"), lambda: Fraction(" -1.25 "), lambda: Fraction("1e-3"), lambda: Fraction("x"), lambda: Fraction("1/0"), lambda: Fraction(0.1), lambda: Fraction(1, 0), lambda: Fraction(math.inf), lambda: Fraction(math.nan), lambda: Fraction("1/2") + 1, lambda: Fraction(1, 2) + 0.5, lambda: Fraction(1, 2) ** 3, lambda: Fraction(1, 2) ** -3, lambda: Fraction(4, 9) ** 0.5, lambda: Fraction(7, 2) // 1, lambda: Fraction(-7, 2) % 2, lambda: divmod(Fraction(7, 2), Fraction(1, 3)), lambda: round(Fraction(5, 2)), lambda: round(Fraction(22, 7), 2)),
        *(lambda: Fraction(1, 3) < 0.5, lambda: Fraction(1, 3) == 1 / 3, lambda: Fraction(2, 1) == 2, lambda: Fraction(1, 3) < "a", lambda: Fraction(22, 7).limit_denominator(5), lambda: math.floor(Fraction(-7, 2)), lambda: math.ceil(Fraction(7, 2)), lambda: int(Fraction(-7, 2)), lambda: float(Fraction(1, 3)), lambda: str(Fraction(-3, 4)), lambda: Fraction(3, 4).numerator, lambda: Fraction(1.5, 2), lambda: Fraction(1, 2) / 0, lambda: 1 - Fraction(1, 2), lambda: 2 ** Fraction(3, 1), lambda: -Fraction(1, 2), lambda: abs(Fraction(-1, 2)), lambda: bool(Fraction(0)), lambda: Fraction(Fraction(1, 2), 3), lambda: sum([Fraction(1, 2), Fraction(1, 3)]), lambda: Fraction("1_0/2"), lambda: Fraction(3, 4) > math.inf, lambda: Fraction(3, 4) == math.nan),
    ]  # fmt: skip
    return all_outcomes(expressions)


def octets(n):
    one = b"a,b;\x00\xffAz"
    expressions = [
        *(lambda: bytes.fromhex("00 fF\t1a"), lambda: bytes.fromhex("0"), lambda: bytes.fromhex("zz"), lambda: bytes([1, 256]), lambda: bytes([-1]), lambda: bytes("é", "utf-8"), lambda: bytes("a"), lambda: bytes(-1), lambda: bytes(3), lambda: one.hex(), lambda: one.hex("-"), lambda: one.split(b","), lambda: one.upper(), lambda: one.find(b";"), lambda: one.find(98), lambda: one.index(b"q"), lambda: one.replace(b"a", b"bb"), lambda: one.startswith(b"a,"), lambda: one.count(b"a"), lambda: one + b"x", lambda: one + "x", lambda: one * 2, lambda: one < b"b", lambda: one == "a", lambda: b",".join([b"a", b"b"]),),
        *(lambda: (258).to_bytes(2, "big"), lambda: (258).to_bytes(4, "little"), lambda: (-2).to_bytes(2, "big", signed=True), lambda: (-2).to_bytes(2, "big"), lambda: (300).to_bytes(1, "big"), lambda: (2**70).to_bytes(9, "little"), lambda: int.from_bytes(b"\x01\x02", "big"), lambda: int.from_bytes(b"\xff\xfe", "little", signed=True), lambda: int.from_bytes([1, 2], "big"), lambda: int.from_bytes(b"", "big"), lambda: (5).to_bytes(1, "up"), lambda: (128).to_bytes(1, "big", signed=True), lambda: (0).to_bytes(0, "big")),
        *(lambda: changed(bytearray(b"abc"), lambda b: put(b, 0, 300)), lambda: changed(bytearray(b"abc"), lambda b: put(b, 0, 65)), lambda: changed(bytearray(b"abc"), lambda b: put(b, slice(0, 2), b"xyz")), lambda: changed(bytearray(b"abc"), lambda b: b.append(256)), lambda: changed(bytearray(b"abc"), lambda b: b.extend(b"de")), lambda: changed(bytearray(b"abc"), lambda b: drop(b, 1)), lambda: changed(bytearray(b"abc"), lambda b: b.pop(0)), lambda: changed(bytearray(b"abc"), lambda b: b.insert(1, 66)), lambda: changed(bytearray(b"abc"), lambda b: b.remove(98)), lambda: bytearray(b"a") == b"a", lambda: b" a ".strip(), lambda: b"xax".strip(b"x"), lambda: b"ab".isalpha(), lambda: b"12".isdigit(), lambda: b"a".ljust(3, b"-"), lambda: b"a".rjust(3), lambda: list(b"ab"), lambda: b"ab"[::-1], lambda: b"\xff".decode("latin-1"), lambda: b"abc".decode("ascii"),),
    ]  # fmt: skip
    return all_outcomes(expressions)


@functools.lru_cache(maxsize=None)
def remembered(a, b=0):
    return a if isinstance(a, str) else a + b


def caches(n):
    keys = [n, -n, 2**70, "text", 2.5, True, None, (1, 2), frozenset([3])]
    out = [outcome(lambda: remembered(each)) for each in [*keys, [1], *keys]]
    return (
        out,
        remembered(1, 2),
        remembered(1, b=2),
        remembered(b=2, a=1),
        remembered.cache_info(),
        remembered.cache_clear(),
    )


@functools.lru_cache(maxsize=2)
def latest(a):
    return [a]


def forgetting(n):
    return [latest(each) for each in (1, 2, 1, 3, 2, 1, n)], latest.cache_info()


CASES = [(each, (7,)) for each in (percents, specifications, formats, parsed_numbers, converted_numbers, shown, texts)]
CASES += [(each, (7,)) for each in (lists, dicts, copies, jsons, moments, fractions, octets, caches, forgetting)]
