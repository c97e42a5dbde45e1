"""Many programs in few images, compared with CPython: what `tests.mutants.sample` runs against a changed compiler.

Each test takes seconds and reaches most of the compiler and of the run time, so that a fault rarely passes them all.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.python.programs import fuzz, library_use
from tests.python.programs.array_expressions import GROUPS, arguments
from tests.python.programs.fuzz.__main__ import compare_file
from tests.python.programs.test_at_once import CHOSEN, run_all
from turingrad.python.programs import compile_function

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::SyntaxWarning")]
FILES = [(11, "batch", 150), (12, "input", 150), (13, "stress", 60), (101, "small", 45), (15, "trim", 1)]

APART = {"objects"}  # refused in one program with frozen dataclasses


@pytest.mark.parametrize(("seed", "mode", "count"), FILES)
def test_random_programs_agree(seed: int, mode: str, count: int) -> None:
    found, lines = compare_file(seed, fuzz.Shape(mode, count))
    assert found["same"] == count, lines


def test_uses_of_the_library_agree_at_once() -> None:
    cases = [case for case in library_use.CASES if case[0].__name__ not in APART]
    CHOSEN[:] = copy.deepcopy(cases)
    compile_function(run_all)


@pytest.mark.parametrize("group", GROUPS, ids=lambda each: each.__name__)
def test_expressions_of_arrays_agree(group: Callable[..., Any]) -> None:
    compile_function(group, *arguments(0))
