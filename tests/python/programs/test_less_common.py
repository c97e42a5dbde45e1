"""Constructs that few programs use are right, and what is outside of the language is refused with a way out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.python.programs import fast_paths
from tests.python.programs.less_common import CASES, Base, loops
from turingrad.errors import TuringradError
from turingrad.python.programs import compile_function
from turingrad.python.programs.measure import cost


@pytest.mark.parametrize(
    ("function", "arguments"), [*CASES, *fast_paths.CASES], ids=lambda value: getattr(value, "__name__", "")
)
def test_it_gives_what_cpython_gives(function: Any, arguments: tuple[Any, ...]) -> None:
    compile_function(function, *arguments)


@pytest.mark.slow
@pytest.mark.parametrize(("function", "arguments"), fast_paths.CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_fast_path_survives_a_collection_at_every_safepoint(function: Any, arguments: tuple[Any, ...]) -> None:
    compile_function(function, *arguments, STRESS=1)


class NoArguments:
    pass


def asynchronous() -> object:
    async def later() -> int:
        return 1

    return later


def kept_super() -> object:
    return Keeper().run()


class Keeper(Base):
    def run(self) -> object:
        return [super()]


def bare_raise() -> None:
    raise


def no_such_member() -> object:
    import math

    return math.nothing  # type: ignore[attr-defined]


def too_many_arguments() -> object:
    return NoArguments(1)  # type: ignore[call-arg]


REFUSED: list[tuple[Any, tuple[Any, ...], str]] = [
    (asynchronous, (), "async|AsyncFunctionDef"),
    (kept_super, (), "super"),
    (bare_raise, (), "bare raise"),
    (no_such_member, (), "nothing"),
    (too_many_arguments, (), "no arguments"),
]


@pytest.mark.parametrize(("function", "arguments", "reason"), REFUSED, ids=lambda value: getattr(value, "__name__", ""))
def test_it_is_refused_in_one_line(function: Any, arguments: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(TuringradError, match=reason) as refused:
        compile_function(function, *arguments)
    assert "\n" not in str(refused.value).strip() or "^" in str(refused.value)


def test_the_cost_of_a_program_is_counted() -> None:
    found = cost(loops, 5)
    assert found.name == "loops"
    assert found.bytecodes > 100
    assert found.ratio == found.instructions / found.bytecodes
    assert found.words > 100
