"""What programs use of Python's library gives what CPython gives."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.python.programs import library_use
from turingrad.errors import TuringradError
from turingrad.python.programs import compile_function, libm

NEEDS_GLIBC = {"analytic", "variates"}


@pytest.mark.parametrize(
    ("function", "arguments"), library_use.CASES, ids=lambda value: getattr(value, "__name__", "with")
)
def test_the_library_gives_what_cpython_gives(function: Any, arguments: tuple[Any, ...]) -> None:
    if function.__name__ in NEEDS_GLIBC and len(libm.equal_functions()) < len(libm.CHECKED):
        pytest.skip("another C library: the functions are refused")
    compile_function(function, *arguments)  # which compares with CPython


def conditional_pattern(text: str) -> object:
    return re.match(r"(a)?b(?(1)c|d)", text)


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (conditional_pattern, "groupref_exists in a regular expression"),
    ],
)
def test_what_the_library_lacks_is_refused_with_a_cure(function: Any, what: str) -> None:
    with pytest.raises(TuringradError, match=what):
        compile_function(function, "a")
