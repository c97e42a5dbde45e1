"""Parts of Python and its library that ordinary programs use now and then are CPython's, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.python.programs import wider
from turingrad.python.programs import RefusedError, compile_function
from turingrad.python.programs.letters import letter_runs, traits_of


@pytest.mark.parametrize("function", wider.CASES, ids=lambda value: value.__name__)
def test_what_it_does_is_cpythons(function: Any) -> None:
    compile_function(function)  # which compares with CPython


@pytest.mark.parametrize(("function", "what"), wider.REFUSED)
def test_what_is_not_compiled_is_refused_with_a_cure(function: Any, what: str) -> None:
    with pytest.raises(RefusedError, match=what):
        compile_function(function)


def test_the_runs_of_letters_are_what_python_says_of_each_letter() -> None:
    runs = letter_runs()
    found = {}
    for at in range(0, len(runs), 8):
        first, last, *traits = runs[at : at + 8]
        found |= {code: tuple(traits[3 * (code - first & 1) :][:3]) for code in range(first, last + 1)}
    for first, last in ((128, 0x590), (0x1E00, 0x2190)):
        assert all(found.get(code, (0, 0, 0)) == traits_of(code) for code in range(first, last))
