"""Dates and decimals are CPython's; what the run time does not have of them is refused by name."""

from __future__ import annotations

import decimal
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

import pytest

from tests.python.programs import dates_and_decimals
from turingrad.python.programs import RefusedError, compile_function


def case(function: Any, arguments: tuple[Any, ...]) -> Any:
    marks = [pytest.mark.slow] if function in dates_and_decimals.SLOW else []
    return pytest.param(function, arguments, id=function.__name__, marks=marks)


@pytest.mark.parametrize(("function", "arguments"), [case(*each) for each in dates_and_decimals.CASES])
def test_dates_and_decimals_are_cpythons(function: Any, arguments: tuple[Any, ...]) -> None:
    precision = decimal.getcontext().prec
    compile_function(function, *arguments)  # which compares with CPython
    assert decimal.getcontext().prec == precision


def today() -> date:
    return date.today()


def in_a_zone() -> datetime:
    return datetime(2024, 1, 1, tzinfo=UTC)


def infinite(text: str) -> Decimal:
    return Decimal(text)


def root(x: Decimal) -> Decimal:
    return x ** Decimal("0.5")


def code(at: time) -> str:
    return at.strftime("%s")


@pytest.mark.parametrize(
    ("function", "arguments", "what"),
    [
        (today, (), r"datetime\.date\.today; pass"),
        (in_a_zone, (), "time zone|timezone"),
        (infinite, ("inf",), "infinite"),
        (root, (Decimal(2),), "use sqrt"),
        (root, (Decimal("inf"),), "infinite"),
        (code, (time(1),), "strftime with %s"),
    ],
)
@pytest.mark.slow
def test_the_rest_is_refused_by_name(function: Any, arguments: tuple[Any, ...], what: str) -> None:
    with pytest.raises(RefusedError, match=what):
        compile_function(function, *arguments)
