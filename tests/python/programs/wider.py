"""Parts of Python and its library that ordinary programs use now and then."""

from __future__ import annotations

import base64
import binascii
import calendar
import collections
import contextlib
import enum
import functools
import hashlib
import io
import operator
import re
import statistics
import struct
import sys
import urllib.parse
import zlib
from itertools import groupby
from typing import Any

WORDS = "àÉωПриветМИРŁÓDŹ日本ÿŋČčΐ 😀\u2003x€"


def cases_of_letters() -> Any:
    found = ("ПРИВЕТ, мир! €".lower(), "çà va".title(), "Élan ВИТАЯ".swapcase(), "žluťoučký kůň".capitalize())
    tests = [(c.isalpha(), c.islower(), c.isupper(), c.isspace(), c.isalnum()) for c in WORDS]
    numbers = ("²½".isdigit(), "²".isdigit(), "½".isnumeric(), "a²".isalnum(), "日本".isalpha(), "Straße€".lower())
    return found, tests, numbers, WORDS.lower(), "Привет".casefold(), "naïve€"[:5].isidentifier(), "Ärger€".istitle()


def latin_letters() -> Any:
    signs = [chr(code) for code in range(160, 256)]
    tests = [(c.isalpha(), c.islower(), c.isupper(), c.isdigit(), c.isnumeric(), c.isdecimal()) for c in signs]
    cases = [(c.upper(), c.title(), c.casefold()) for c in signs if c not in "ßÿµ"]
    return (
        tests,
        cases,
        [c.lower() for c in signs],
        [c.isalnum() for c in signs],
        "Straße".lower(),
        "Übermaß".capitalize(),
    )


def patterns_of_letters() -> Any:
    text = "Привет, мир! naïve día2 мир_x €"
    kept = [re.compile(pattern).findall(text) for pattern in (r"\w+", r"\W+", r"[^\w\s]", r"[а-я]+", r"[^\W\d_]+")]
    plain = (re.findall(r"\w+", "Привет a", re.ASCII), re.findall(r"\W", "Пa", re.ASCII))
    return kept, plain, re.split(r"\W+", text), re.findall(r"\S+", "a\u2003b €"), re.findall(r"[а-я\s]+", "привет мир")


class Base:
    pass


class Middle(Base):
    pass


class Last(Middle):
    pass


class Colour(enum.Enum):
    RED = 1
    GREEN = 2
    LEAF = 2  # noqa: PIE796


class Permission(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()
    BOTH = READ | WRITE


class Place(str, enum.Enum):  # noqa: UP042
    HERE = "here"


def facts_of_classes() -> Any:
    def first_known(thing: Any) -> str:
        return next(each.__name__ for each in type(thing).__mro__ if each.__name__ in ("Base", "Middle"))

    bases = ([c.__name__ for c in Last.__mro__], Middle.__bases__ == (Base,), Last.__base__.__name__, Last.mro()[0])
    members = (list(Colour.__members__), Colour.__members__["LEAF"], len(Colour.__members__), list(Colour))
    flags = (list(Permission), len(Permission), Permission.BOTH in Permission, Permission["BOTH"])
    texts = (str(Place.HERE), repr(Place.HERE), Place.HERE + "!")
    return bases, [c.__name__ for c in Base.__subclasses__()], first_known(Last()), members, flags, texts


def types_passed_on() -> Any:
    kinds = [(kind.__name__, list(group)) for kind, group in groupby([1, 2, 2.5, "a"], type)]
    means = (
        statistics.harmonic_mean([1, 2.5]),
        statistics.geometric_mean([1, 2, 3.5]),
        statistics.quantiles([1, 2, 4]),
    )
    return kinds, list(map(type, [1, "a"])), means, f"{True:>6}", f"{False:03}", f"{True:d}", "%d" % True  # noqa: UP031


class Shown:
    unit = "cm"

    @functools.singledispatchmethod
    def show(self, value: Any) -> str:  # noqa: ARG002
        return "other"

    @show.register
    def _(self, value: int) -> str:
        return f"{value} {self.unit}"

    @show.register(str)
    def _text(self, value: str) -> str:
        return value

    def call(self, one: Any, *more: Any, **named: Any) -> Any:
        return one, more, named

    twice = functools.partialmethod(call, 2, by="two")


class Counted:
    made = 0
    texts = ()

    def __init__(self) -> None:
        type(self).made += 1
        self.__class__.texts += (self.made,)


class Apart(Counted):
    made = 10


class Below(Apart):
    pass


def counted_in_classes() -> Any:
    several = [Counted(), Apart(), Counted(), Apart()]
    type(several[3]).made *= 2
    several[0].__class__.made -= 5
    type(several.pop()).made += len(several)
    Below.made = Below().made + 100
    Counted.texts += ("all",)
    return [(each.made, each.texts) for each in (Counted, Apart, Below)], several[0].made, len(several)


def operators() -> Any:
    one = Shown()
    items = [1]
    values = (operator.call(len, items), operator.imul(2, 3), operator.ior({1}, {2}), operator.iconcat(items, [2]))
    names = ((7).__add__(3), "ab".__len__(), [1].__contains__(1), int.__add__(1, 2), (3).__lt__(4))
    queue = collections.deque([1, 2], 3)
    return one.show(1), one.show("a"), one.show(2.0), one.twice(3, c=4), values, names, queue * 2, 2 * queue


def errors_name_their_types() -> Any:
    class deque:  # noqa: N801
        pass

    found = []
    empty = (
        collections.deque(),
        collections.OrderedDict(),
        collections.defaultdict(int),
        functools.partial(len),
        deque(),
    )
    for each in empty:
        try:
            each + 1  # type: ignore[operator]
        except TypeError as error:
            found.append(str(error))
    return found


def outputs() -> Any:
    sys.setrecursionlimit(2000)
    kept = io.StringIO()
    with contextlib.redirect_stdout(kept):
        print("kept", 1, sep="-")

    def log(text: str, stream: Any = sys.stdout) -> None:
        stream.write(text + "\n")

    log("shown")
    print("lost", file=sys.stderr)
    return kept.getvalue(), Ellipsis is ..., [...][0] is ...


KEYS = {b"a": 1, b"bc": 2}


def addresses_and_bytes() -> Any:
    made = (
        urllib.parse.urlencode({"a": 1, "b": "x y"}),
        urllib.parse.quote("a b&é"),
        urllib.parse.unquote("a%20%C3%A9"),
    )
    found = (urllib.parse.parse_qs("a=1&b=2&a=3"), urllib.parse.urlsplit("http://h.org:80/p?q=1#f").port)
    lost = (b"a\xffb\xe2\x82c\xed\xa0".decode("utf-8", "replace"), b"\xffx".decode(errors="ignore"))
    plain = ("a\u20acé".encode("ascii", "ignore"), "é".encode("ascii", errors="replace"), bytes("é", "utf-8"))
    return made, found, lost, plain, KEYS[bytes([98, 99])], b"z" in KEYS


def months() -> Any:
    days = (calendar.monthrange(2024, 2), calendar.monthcalendar(2024, 2)[0], calendar.isleap(1900))
    return days, calendar.month_name[3], list(calendar.day_abbr), calendar.month(2024, 2)


def digests() -> Any:
    names = ("md5", "sha1", "sha224", "sha256")
    one = hashlib.sha256()
    one.update(b"a")
    two = one.copy()
    two.update("bc".encode())  # noqa: UP012
    try:
        hashlib.md5("abc")  # type: ignore[arg-type]
    except TypeError as error:
        text = str(error)
    found = [hashlib.new(name, b"abc" * 30).hexdigest() for name in names]
    return found, one.hexdigest() != two.hexdigest(), two.digest(), two.digest_size, two.name, text


def long_digests() -> Any:
    return hashlib.sha512(b"abc").hexdigest(), hashlib.sha384(b"").hexdigest()


def codes() -> Any:
    errors = []
    for text in ("abc", "a", "YQ"):
        try:
            base64.b64decode(text)
        except binascii.Error as error:
            errors.append(str(error))
    plain = (base64.b64encode(b"hello world"), base64.b64decode("aGVsbG8="), base64.b64decode(b"YWI="))
    more = (base64.urlsafe_b64encode(b"\xff\xfe"), base64.urlsafe_b64decode(b"__4="), base64.b32encode(b"hi"))
    hexes = (binascii.hexlify(b"hi"), binascii.unhexlify("6869"), b"abc".hex("-"), base64.b32decode(b"NBUQ===="))
    sums = (
        zlib.adler32(b"hello"),
        zlib.crc32(b"lo", zlib.crc32(b"hel")),
        binascii.crc32(b"a"),
        base64.b85encode(b"hel"),
    )
    return errors, plain, more, hexes, sums, binascii.a2b_base64("YQ==!"), binascii.b2a_base64(b"a" * 5)


HEADER = struct.Struct(">HH")


def packed() -> Any:
    errors = []
    for given in (("<H", 1, 2), ("<H", "a"), ("z", 1), ("<f", 1e40)):
        try:
            struct.pack(*given)
        except (struct.error, OverflowError) as error:
            errors.append(str(error))
    ints = (struct.pack("<IHb", 1, 2, -3), struct.pack("!4sB", b"ab", 7), struct.pack(">2h?x", 1, -2, True))
    sizes = (struct.calcsize("bIhq"), struct.pack("bI", 1, 2), HEADER.size, HEADER.unpack(HEADER.pack(3, 4)))
    values = (5e-324, -0.0, 0.1, float("inf"), 3.4028235e38, 1e-42)
    floats = [struct.pack(f"<{code}", value) for value in values for code in "df"]
    back = (struct.unpack(">f", struct.pack(">f", 0.1)), struct.unpack(">e", b"\x35\x55"), struct.pack(">e", 0.333))
    return errors, ints, sizes, floats, back, list(HEADER.iter_unpack(bytes(8))), struct.unpack("<IHb", bytes(7))


CASES = [
    *(cases_of_letters, latin_letters, patterns_of_letters, facts_of_classes, types_passed_on, operators),
    *(errors_name_their_types, outputs, addresses_and_bytes, months, digests, long_digests, codes, packed),
    counted_in_classes,
]


def final_sigma() -> str:
    return "ΟΔΟΣ".lower()


def made_class() -> Any:
    return type("Made", (), {})


def other_hash() -> str:
    return hashlib.new("blake2b", b"a").hexdigest()


def viewed() -> int:
    return memoryview(b"ab")[0]


def too_large() -> bytes:
    return struct.pack("<B", 256)


REFUSED = [
    (other_hash, "a hash of another kind; use md5, sha1"),
    (viewed, r"memoryview\(\); use a list"),
    (too_large, "a number that its code does not hold; check the number first"),
    (final_sigma, "a letter whose other case is not one letter; replace it first"),
    (made_class, r"type\(\) that makes a class; write a class statement"),
]
