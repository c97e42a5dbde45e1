"""Regular expressions that a program makes at run time match what CPython's match, and fail as these do."""

from __future__ import annotations

import re
from typing import Any

import pytest

from turingrad.python.programs import RefusedError, compile_function

PATTERNS = [
    *(r"a|b|cd", r"(a|ab)(c|bcd)(d*)", r"[^a-c]+", r"\bfoo\b", r"(?i)Foo|BAR", r"(?P<x>\d+)-(?P<y>\w+)", r"(?<=a)b"),
    *(r"(?<!a)b", r"a(?=b)", r"a(?!b)", r"x{2,3}?y", r"(ab){2}", r"(?:ab)*c", r"(a*)*b", r"^\s*(#.*)?$", r"[]a]+"),
    *(r"[\w.+-]+@[\w-]+\.\w+", r"[a\-z]+", r"[\d\s]+", r"[^\W\d]+", r"(\w)\1", r"(?P<q>['\"]).*?(?P=q)"),
    *(r"\$\d+\.\d{2}", r".+?,", r"(a)|(b)", r"\t|\n", r"a{,2}b", r"{x}", r"a{x}", r"\x41\u0042", r"(?s).+", r""),
    *(r"(?m)^\w+$", r"(?x) a  b # comment", r"[+\-*/]", r"(?:a|b|)c", r"(?i:A)b", r"a??b", r"(?:(a)|b)*", r"\Aab\Z"),
    *(r"a\B", r"[A-Za-z_]\w*|\d+|\S", r"(?=(\w))\w", "é+", "[à-ý]+", "(?i)É", r"\-\ \#", r"(?#c)a", r"(x)?y\b"),
    *(r"[^\]]+", r"[a-]", r"(?a)\w+", r"(?<=[ab]{2})c", r"(?<=a|b)c"),
]
TEXTS = [
    *("abcd abcbcd", "foo Foo BAR food", "12-ab 3-c", "ab b aab", "xxxy xxy y", "ababc c", "aab\nab", "# hi", "a b"),
    *("me.x@y-z.org, you@b.co", "]a]-z", "a 1 2b", "'it' \"s\" aab bb", "$12.50,$3", "{x} a{x} AB", "\tq\n"),
    *("+-*/ a_1 22 !", "éàÉ", "a-b #"),
]
WRONG = [
    *("(", "(a", "a)", "[a", "*a", "a**", "+", "a{2,1}", "\\", "\\q", "(?P<n", "(?P<1>a)", "(?P=z)", "[z-a]", "\\1"),
    *("(?<=a*)b", "x|*", "a|(b", "?", "(?P<>a)", "(?#", "a(?i)b", "(\\1)", "[a-", "[\\"),
]


def found_by(pattern: re.Pattern[str], text: str) -> tuple[Any, ...]:
    whole = pattern.fullmatch(text)
    return (
        [each.span() + each.groups() for each in pattern.finditer(text)],
        whole and (whole.groupdict(), whole.lastgroup, whole.lastindex),
        pattern.split(text),
        pattern.sub("<>", text),
    )


def table(patterns: list[str], texts: list[str]) -> list[Any]:
    made = [re.compile(each) for each in patterns]
    return [(each.groups, each.pattern, each.flags, [found_by(each, text) for text in texts]) for each in made]


def with_flags(patterns: list[str], texts: list[str]) -> list[Any]:
    found = []
    for flags in (re.IGNORECASE, re.MULTILINE | re.DOTALL, re.VERBOSE, re.ASCII):
        for each in patterns:
            found.append([re.findall(each, text, flags) for text in texts])
    return found


def failures(patterns: list[str]) -> list[Any]:
    found: list[Any] = []
    for each in patterns:
        try:
            found.append(re.compile(each).pattern)
        except re.error as error:
            found.append((str(error), error.msg, error.pos))
    return found


def tokens(rules: dict[str, str], text: str) -> list[tuple[str | None, str]]:
    master = "|".join(f"(?P<{name}>{pattern})" for name, pattern in rules.items())
    return [(each.lastgroup, each.group()) for each in re.finditer(master, text)]


def one_pattern(pattern: str) -> bool:
    return re.match(pattern, "aaa") is not None


@pytest.mark.slow
def test_all_patterns_match_as_cpython_does() -> None:
    compile_function(table, PATTERNS, TEXTS)  # which compares with CPython


@pytest.mark.slow
def test_patterns_match_with_flags_as_cpython_does() -> None:
    plain = [each for each in PATTERNS if not any(part in each for part in ("(?", "#", "\\1"))]
    compile_function(with_flags, plain, TEXTS[:6])


def test_a_tokenizer_joins_its_rules_to_one_pattern() -> None:
    rules = {"number": r"\d+(?:\.\d*)?", "name": r"[A-Za-z_]\w*", "sign": r"[-+*/()=]", "blank": r"\s+?"}
    compile_function(tokens, rules, "x_1 = 3.5*(y + 2)")


def test_some_patterns_match_as_cpython_does() -> None:
    chosen = [r"(?i)(?<=a)b|[^\W\d]{2,3}?x", r"(?P<q>['\"])\d*(?P=q)", r"(?mx)^ \w+ $ # all", r"(?<!a)[b-d\]]\Z(?#c)"]
    compile_function(table, chosen, ["AB ax12", "'12' abx", "b]"])


@pytest.mark.slow
def test_a_wrong_pattern_fails_as_in_cpython() -> None:
    compile_function(failures, WRONG)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pattern", "what"),
    [
        ("(?>a)", "this kind of group"),
        ("a*+b", "possessive"),
        ("(a)(?i:\\1)", "ignores case"),
        ("\\012", "octal"),
        ("[\\1]", "octal"),
        ("\\123", "octal"),
        ("(?:ab){300}", "more than 200"),
        ("(a)(?<=\\1)", "in a look-behind"),
    ],
)
def test_what_the_run_time_does_not_read_is_refused(pattern: str, what: str) -> None:
    with pytest.raises(RefusedError, match=what):
        compile_function(one_pattern, pattern)
