# ruff: noqa: C416, RUF015, UP031
"""What a run refuses: the exact words for each of many expressions, all in one program that gets a number."""

from __future__ import annotations

import cmath
import copy
import csv
import io
import json
import math
import random
import re
import statistics
import unicodedata
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from datetime import time as clock
from decimal import Decimal
from functools import cache
from queue import Queue
from typing import Any

import numpy as np
import pytest

from turingrad.python.programs import CompiledFunction, RefusedError, compile_function

NUMBER = 0x1B5A7  # of no expression: its word in the input is replaced
ARRAY = np.arange(6).reshape(2, 3)
FLAGS = np.array([True, False])


class Plain:
    pass


def text_of_error(call: Callable[[], Any]) -> str:
    try:
        return str(call())
    except TypeError as error:
        return str(error)


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: pow(Plain(), 2, 3), "pow() with three arguments of which one is an object; pass ints"),
    (lambda: hash("a"), "hash() of a text differs between runs of Python; hash a number or a tuple of numbers"),
    (lambda: str(Plain()), "the text of an object without __repr__ shows its address; define __repr__ or __str__"),
    (lambda: repr("\u0378"), "repr of an unusual character; print the text itself"),
    (
        lambda: text_of_error(lambda: [].pop(1, 2)),
        "the words of an error for wrong arguments of a built-in function; correct the call, or catch the error "
        "without its text",
    ),
    (lambda: b"a b".split(), "bytes.split() without a separator; decode the bytes first"),
    (lambda: b"a".replace(b"", b"x"), "bytes.replace of nothing; join the bytes"),
    (lambda: bytes([1 << 40]), "a byte that is no small int; use ints from 0 to 255"),
    (lambda: "a".encode("utf-7"), "this encoding; use utf-8, ascii or latin-1"),
    (lambda: str(defaultdict(int)), "repr of a defaultdict shows addresses; use dict(...) of it"),
    (lambda: copy.deepcopy(frozenset([1])), "copy.deepcopy of this object; build the copy yourself"),
    (lambda: complex("1"), "complex() of a text; pass two numbers"),
    (lambda: cmath.sqrt(-1) ** 0.5, "a complex number to a power that is no small int; use cmath.polar"),
    (lambda: Queue(1).get(), "get from an empty queue, which waits forever; use get_nowait or empty()"),
    (lambda: vars([]), "vars() of what is no object of a class of yours; name the attributes"),
    (lambda: io.StringIO("a").write("b"), "writing to a StringIO that was given a text; join the texts"),
    (lambda: csv.writer(io.StringIO(), doublequote=False), "doublequote=False of csv.writer; leave it out"),
    (lambda: clock.fromisoformat("7"), "time.fromisoformat of a text unlike 07:08:09; split the text yourself"),
    (
        lambda: datetime.fromisoformat("2024-02-29T1"),
        "datetime.fromisoformat of a text unlike 2024-02-29T07:08:09; use strptime",
    ),
    (lambda: datetime(2024, 1, 1).strftime("%Q"), "strftime with %Q; use another code"),
    (lambda: datetime.strptime("1", "%U"), "strptime with %U; split the text yourself"),
    (lambda: Decimal("nan"), "a Decimal that is infinite or no number; use finite numbers, or None"),
    (lambda: Decimal(2) ** Decimal("0.25"), "a Decimal to a power that is no int; use floats"),
    (lambda: Decimal("1e900000") * Decimal("1e1"), "a Decimal with an exponent beyond 900,000; scale the numbers"),
    (lambda: Decimal("1e-900000") / 10, "a Decimal with an exponent beyond 900,000; scale the numbers"),
    (
        lambda: ExitStack().enter_context(Plain()),  # type: ignore[type-var]
        "ExitStack.enter_context of what is no context manager; use callback()",
    ),
    (lambda: random.Random(), "Random() without a seed differs between runs; give a seed"),
    (
        lambda: random.Random([1]),
        "a seed that is not a number; use an int, or pass the text as an argument of the call",
    ),
    (lambda: json.loads(b"1"), "json.loads of bytes; decode them first"),
    (lambda: json.dumps(1, skipkeys=True), "json.dumps with cls or skipkeys; use default="),
    (lambda: [i for i in range(1 << 40, 1 << 41)][0], "a loop over a range that starts outside of 31 bits; use while"),
    (lambda: math.lgamma(-1.5), "math.lgamma of a negative number; use its reflection"),
    (lambda: math.gamma(-1.5), "math.gamma of a negative number; use its reflection"),
    (lambda: math.hypot(1e-300, 1e-300), "math.hypot or math.dist of numbers this small or large; scale them"),
    (lambda: (-8.0) ** 0.5, "a negative float to a power that is not whole is a complex number"),
    (lambda: math.sin(1e300), "math.sin or math.cos of an angle this large; take it modulo a turn first"),
    (
        lambda: re.sub("a", "\\07", "a"),
        "an octal escape in the replacement of a regular expression; write the character",
    ),
    (
        lambda: re.sub("a", r"\g<3>", "a"),
        "a reference to a group that the regular expression has not; check the number",
    ),
    (lambda: repr(re.compile("a")), "repr of a pattern; use its .pattern"),
    (lambda: statistics.mean([math.inf]), "statistics of infinity or nan; leave them out"),
    (lambda: statistics.mean([None]), "statistics of numbers other than ints and floats; convert them first"),
    (lambda: "%.3d" % 5, "a precision of %d; use an f-string"),
    (
        lambda: unicodedata.normalize("NFC", "\xe9"),
        "unicodedata.normalize() of a text beyond ASCII; pass the normalized text",
    ),
]
OF_ARRAYS: list[tuple[Callable[[], Any], str]] = [
    (lambda: str(ARRAY), "the text of a numpy array; print its .tolist()"),
    (lambda: ~(ARRAY / 2), "~ of an array of floats; compare it first"),
    (lambda: -FLAGS, "- of an array of bools; use ~"),
    (lambda: np.array(["a"]), "a numpy array of something other than floats, ints and bools; use a list"),
    (lambda: np.array([[1], [2, 3]]), "a numpy array of lists of different lengths; make them alike"),
    (lambda: (ARRAY + (1 << 62)) * 4, "an int of a numpy array grows beyond 64 bits; use Python's ints in lists"),
    (lambda: np.zeros(()), "a numpy array without an axis; use a number"),
    (lambda: np.full((2,), FLAGS), "numpy.full with an array; use a number"),
    (lambda: (ARRAY * 1.0) ** -1.0, "zero to a negative power in an array; leave it out"),
    (lambda: FLAGS - FLAGS, "this operator with arrays of bools; use .astype(int)"),
    (lambda: ARRAY & 1.5, "& | ^ of floats; compare them first"),
    (lambda: ARRAY[True], "a bool as an index of an array; use an int"),
    (lambda: ARRAY[[0, 1], [0, 1], None], "None beside lists in an index; index twice"),
    (lambda: ARRAY.sum(axis=2), "an axis that the array does not have; correct it"),
    (lambda: np.unique(np.array([math.nan])), "numpy.unique of nan; leave it out"),
    (lambda: np.bincount(ARRAY[0] - 1), "numpy.bincount of numbers below 0 or of floats; leave them out"),
    (lambda: np.sign(FLAGS), "numpy.sign of bools; use .astype(int)"),
    (lambda: ARRAY.reshape(4, 2), "reshape to a shape of another size, or to a number; correct the shape"),
    (lambda: np.concatenate([ARRAY, ARRAY.T]), "joining arrays whose other axes differ; make them alike"),
    (lambda: ARRAY @ ARRAY, "a product of arrays whose shapes do not fit; correct them"),
    (lambda: FLAGS @ FLAGS, "products of matrices of bools; use .astype(int)"),
    (lambda: np.linalg.norm(ARRAY[0], 3), "numpy.linalg.norm of this order; write it out with sums"),
]


def refuse(number: int) -> Any:
    return REFUSED[number][0]()


def refuse_of_arrays(number: int) -> Any:
    return OF_ARRAYS[number][0]()


@cache
def compiled(function: Callable[[int], Any]) -> CompiledFunction:
    return compile_function(function, NUMBER, verify=False)


def run(function: Callable[[int], Any], number: int) -> Any:
    """Run the one program with another number as its input."""
    program = compiled(function)
    before, now = ((each << 1).to_bytes(4, "little") for each in (NUMBER, number))
    assert program.given.count(before) == 1
    return CompiledFunction(program.image, program.given.replace(before, now), program.name).run()


CASES = [(refuse, i, text) for i, (_, text) in enumerate(REFUSED)]
CASES += [(refuse_of_arrays, i, text) for i, (_, text) in enumerate(OF_ARRAYS)]


@pytest.mark.slow
@pytest.mark.parametrize(("function", "number", "text"), CASES, ids=[text for *_, text in CASES])
def test_a_run_refuses_it_in_these_words(function: Callable[[int], Any], number: int, text: str) -> None:
    with pytest.raises(RefusedError) as refused:
        run(function, number)
    assert str(refused.value).partition("refused: ")[2] == text
