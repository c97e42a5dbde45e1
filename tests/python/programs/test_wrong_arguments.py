"""Differences that random programs found stay mended."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.python.programs import changing_dicts, wrong_arguments
from turingrad.python.programs import PythonProgramError, compile_function


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "arguments"),
    [*wrong_arguments.CASES, *changing_dicts.CASES],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_one_of_them_gives_what_cpython_gives(function: Any, arguments: tuple[Any, ...]) -> None:
    compile_function(function, *arguments)


def exponentials(values: list[float]) -> list[float]:
    return [math.exp(x) for x in values]


def test_exp_of_large_negative_numbers_is_a_small_number_or_zero() -> None:
    values = [-512.0, -512.5, -600.25, -707.9, -708.4, -709.0, -740.0, -744.4, -745.1, -745.2, -746.0, -1e300]
    found = compile_function(exponentials, values).run().value
    assert found == [math.exp(x) for x in values]
    assert found[-2:] == [0.0, 0.0]
    assert 0.0 < found[7] < 1e-320


def test_an_error_that_shows_the_order_of_a_set_is_refused_as_that() -> None:
    with pytest.raises(PythonProgramError, match="depends on the order of a set"):
        compile_function(subtract_neighbours)


@pytest.mark.parametrize("hashed", [("a", 1), (1, (2.5, "b")), frozenset({"a"})], ids=str)
def test_a_result_that_shows_the_hash_of_a_text_is_refused_as_that(hashed: object) -> None:
    with pytest.raises(PythonProgramError, match="or on the hash of a text"):
        compile_function(hash_of, hashed)


def hash_of(value: object) -> int:
    return hash(value)


def subtract_neighbours() -> object:
    items = list({"one", "two", "three", "four", "five"})
    return items[0] - ord(items[1])  # type: ignore[operator]
