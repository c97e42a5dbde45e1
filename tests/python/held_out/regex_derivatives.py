"""Match regular expressions with Brzozowski derivatives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Empty:
    pass


@dataclass(frozen=True)
class Epsilon:
    pass


@dataclass(frozen=True)
class Char:
    c: str


@dataclass(frozen=True)
class Seq:
    a: object
    b: object


@dataclass(frozen=True)
class Alt:
    a: object
    b: object


@dataclass(frozen=True)
class Star:
    a: object


def seq(a, b):
    if Empty() in (a, b):
        return Empty()
    if a == Epsilon():
        return b
    if b == Epsilon():
        return a
    return Seq(a, b)


def alt(a, b):
    if a == b or b == Empty():
        return a
    return b if a == Empty() else Alt(a, b)


def nullable(r) -> bool:
    match r:
        case Epsilon() | Star():
            return True
        case Seq(a, b):
            return nullable(a) and nullable(b)
        case Alt(a, b):
            return nullable(a) or nullable(b)
        case _:
            return False


@lru_cache(maxsize=500)
def derive(r, ch: str):
    match r:
        case Char(c):
            return Epsilon() if c in (ch, ".") else Empty()
        case Seq(a, b):
            left = seq(derive(a, ch), b)
            return alt(left, derive(b, ch)) if nullable(a) else left
        case Alt(a, b):
            return alt(derive(a, ch), derive(b, ch))
        case Star(a):
            return seq(derive(a, ch), r)
    return Empty()


def parse(text: str):
    def alternatives(i):
        left, i = sequence(i)
        while i < len(text) and text[i] == "|":
            right, i = sequence(i + 1)
            left = alt(left, right)
        return left, i

    def sequence(i):
        result = Epsilon()
        while i < len(text) and text[i] not in "|)":
            item, i = repeated(i)
            result = seq(result, item)
        return result, i

    def repeated(i):
        if text[i] == "(":
            item, i = alternatives(i + 1)
            i += 1
        else:
            item, i = Char(text[i]), i + 1
        while i < len(text) and text[i] in "*?+":
            if text[i] == "*":
                item = Star(item)
            elif text[i] == "?":
                item = alt(item, Epsilon())
            else:
                item = seq(item, Star(item))
            i += 1
        return item, i

    return alternatives(0)[0]


def main(pattern: str, words: list[str]) -> list[bool]:
    r = parse(pattern)
    answers = []
    for word in words:
        state = r
        for ch in word:
            state = derive(state, ch)
            if state == Empty():
                break
        answers.append(nullable(state))
    return answers


CASES = [
    ("a*b", ["b", "aaab", "aba", ""]),
    ("(ab|c)*", ["", "abcab", "ac", "ccc"]),
    ("", ["", "x"]),
    ("h.llo+", ["hello", "hallooo", "hll", "hell"]),
    ("colou?r", ["color", "colour", "colouur"]),
    ("(a|b)*abb", ["abb", "aababb", "ab", "babba"]),
    ("((x+)+)+", ["x" * 12, "xxy"]),
]
