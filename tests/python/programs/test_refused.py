"""What the compiler refuses: the exact words, with the line of the construct and what to write instead."""

from __future__ import annotations

import asyncio
import io
import operator
import queue
import re
import sys
from typing import Any

import pytest

from turingrad.errors import TuringradError
from turingrad.python.programs import RefusedError, compile_function

KEPT = io.StringIO("x")
BROKEN = ValueError("made before")


class Alike:
    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alike)

    def __hash__(self) -> int:
        return 1


BY_OBJECT = {Alike(1): 2}
OF_OBJECTS = {Alike(1)}


def computed_delete(name: str) -> None:
    delattr(KEPT, name)


def too_few() -> Any:
    return setattr(KEPT, "a")  # type: ignore[call-arg]


def async_loop() -> Any:
    async def inner() -> None:
        await asyncio.sleep(0)

    return inner


def written() -> None:
    sys.stdout.writelines(["a"])


def printed_with(options: dict[str, Any]) -> None:
    print(1, **options)


def unknown_member() -> Any:
    return operator.nothing  # type: ignore[attr-defined]


def assigned_member() -> None:
    sys.maxsize = 3  # type: ignore[misc]


def class_in_two() -> Any:
    class One:
        x = 1

    if One.x:

        class One:  # type: ignore[no-redef]
            x = 2

    return One.x


def class_that_raises() -> Any:
    class One:
        x = [][0]  # type: ignore[misc]

    return One.x


def matched(value: Any, kind: Any) -> int:
    match value:
        case kind.thing():
            return 1
    return 2


def wrong_pattern() -> Any:
    return re.match("(", "a")


def unknown_text() -> Any:
    return "a".encode("utf-7")


def memory_view() -> Any:
    return memoryview(b"a")


def evaluated() -> Any:
    return eval("1")


def named_globals() -> Any:
    return globals()


def kept_stream() -> Any:
    return KEPT


def kept_error() -> Any:
    return BROKEN


def kept_by_object() -> Any:
    return BY_OBJECT


def kept_of_objects() -> Any:
    return OF_OBJECTS


RAISED, UNBALANCED = "IndexError: list index out of range", "missing ), unterminated subpattern at position 0"


def kept_queue() -> Any:
    return [queue.Queue()]


BEFORE = "exists before the program starts"
CASES: list[tuple[Any, tuple[Any, ...], int, str]] = [
    (computed_delete, ("x",), 1, "delattr() with a computed name; name the attribute"),
    (too_few, (), 1, "setattr is not in the compiled language; write it out in Python"),
    (async_loop, (), 1, "the statement AsyncFunctionDef is not in the compiled language; write it another way"),
    (written, (), 1, "sys.stdout.writelines; use print"),
    (printed_with, ({},), 1, "print(..., **=...); print to the standard output"),
    (unknown_member, (), 1, "module operator has no nothing; check the name"),
    (assigned_member, (), 1, "sys.maxsize is assigned; keep the value in a variable of your own"),
    (class_in_two, (), 1, "two classes One inside a function; rename one"),
    (
        class_that_raises,
        (),
        1,
        f"the class One inside a function: it raises {RAISED}; define it at the top of the file",
    ),
    (matched, (1, 2), 2, "a class pattern whose class is not known; use isinstance"),
    (wrong_pattern, (), 1, f"the regular expression '(': {UNBALANCED}; correct it"),
    (unknown_text, (), 1, "this encoding; use utf-8, ascii or latin-1"),
    (memory_view, (), 1, "memoryview(); use a list"),
    (evaluated, (), 1, "eval() is not in the compiled language; write the expression out"),
    (named_globals, (), 1, "globals() is not in the compiled language; use a dict of your own"),
    (kept_stream, (), 1, f"an object StringIO {BEFORE}; make it in the program"),
    (kept_error, (), 1, f"an exception object ValueError {BEFORE}; raise it in the program"),
    (kept_by_object, (), 1, f"a dict with keys of class Alike {BEFORE}; build it in the program"),
    (kept_of_objects, (), 1, f"a set of Alike objects {BEFORE}; build it in the program"),
    (kept_queue, (), 0, "the result holds an object of class Queue; return lists, dicts, numbers or texts"),
]


@pytest.mark.parametrize(
    ("function", "arguments", "line", "text"), CASES, ids=lambda each: getattr(each, "__name__", "")
)
def test_it_is_refused_in_these_words(function: Any, arguments: tuple[Any, ...], line: int, text: str) -> None:
    place = f"{__file__}:{function.__code__.co_firstlineno + line}: " if line else ""
    with pytest.raises(TuringradError) as refused:
        compile_function(function, *arguments)
    refused_as = "refused: " if isinstance(refused.value, RefusedError) else ""
    assert str(refused.value) == place + refused_as + text
