"""Ordinary Python that is easily got wrong: every circuit is what its function is, or is refused in one line."""

from __future__ import annotations

import copy
from random import Random
from textwrap import indent
from typing import Any

import pytest

import turingrad as tg
from tests.generators_python import function_of
from tests.python.odd_functions import BODIES, LOOPS, PRELUDE, REFUSED
from turingrad.errors import TuringradError
from turingrad.python.oracle import outputs_of

MAY_BE_REFUSED = {"return xs if t else [p]"}
RANGES = {"p": tg.Int(-8, 7), "q": tg.Int(-8, 7), "t": bool, "xs": [tg.Int(-4, 3)] * 3}


def function(name: str) -> Any:
    text = f"{PRELUDE}\nfrom turingrad import clamp\n\ndef program(p, q, t, xs):\n{indent(BODIES[name], ' ' * 4)}\n"
    return function_of(text)


def test_there_are_a_hundred_functions() -> None:
    assert len(BODIES) >= 100
    assert len(LOOPS) > 10


@pytest.mark.parametrize("name", BODIES)
def test_a_function_is_its_circuit_or_is_refused(name: str) -> None:
    try:
        made = tg.circuit(function(name), **RANGES)
    except TuringradError as refused:
        message = str(refused)
    else:
        message = ""
    if name in REFUSED or message:
        assert message, "it was not refused"
        assert name in REFUSED or name in MAY_BE_REFUSED, message
        assert "mistake of the compiler" not in message
        return
    rng, plain = Random(7), function(name)
    rows = [
        [rng.randint(-8, 7), rng.randint(-8, 7), bool(rng.randrange(2)), [rng.randint(-4, 3) for _ in range(3)]]
        for _ in range(80)
    ]
    kept, expected = [], []
    for row in rows:
        try:
            expected.append(plain(*copy.deepcopy(row)))
        except AssertionError:
            continue
        kept.append(row)
    names = [argument for argument, _ in made.arguments]
    vectors = [made.encode([dict(zip(RANGES, row, strict=True))[argument] for argument in names]) for row in kept]
    found = [made.decode(bits) for bits in outputs_of(made, vectors)]
    assert found == expected
    assert [type(value) is list for value in found] == [type(value) is list for value in expected]
