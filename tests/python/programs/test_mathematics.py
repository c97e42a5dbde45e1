"""exp, log, log2, pow, dist and hypot: bit for bit what `math` gives on this machine, or refused."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from tests.python.programs import mathematics
from turingrad.python.programs import compile_function, libm

needs_tables = pytest.mark.skipif(
    len(libm.equal_functions()) < 4, reason="another C library: the functions are refused"
)
POINTS = 6
SLOW_POINTS = 600


def draw(seed: int, count: int) -> tuple[list[float], list[float]]:
    rng = random.Random(seed)
    values = [
        rng.choice((rng.uniform(-3, 3), rng.uniform(-740, 700), rng.uniform(0.93, 1.07), 10 ** rng.uniform(-9, 2)))
        for _ in range(count)
    ]
    exponents = [rng.choice((0.5, -0.5, 2.0, 3.0, rng.uniform(-3, 3))) if x > 0 else 3.0 for x in values]
    return values, exponents


def check(seed: int, count: int) -> None:
    """compile_function compares with CPython."""
    values, exponents = draw(seed, count)
    rng = random.Random(seed)
    points = [[rng.uniform(-5, 5) for _ in range(3)] for _ in range(2 * count)]
    compile_function(mathematics.logarithms, values)
    compile_function(mathematics.powers, values, exponents)
    compile_function(mathematics.distances, points[:count], points[count:])


@needs_tables
def test_functions_of_the_c_library_are_equal_bit_for_bit() -> None:
    check(1, POINTS)


@needs_tables
@pytest.mark.slow
def test_functions_of_the_c_library_are_equal_at_many_points() -> None:
    check(2, SLOW_POINTS)


@needs_tables
def test_powers_of_the_c_library_are_not_products() -> None:
    """A square within 0.03 units of a tie: the C library rounds some of them to the other side."""
    rng = random.Random(4)
    odd = next(x for x in iter(lambda: rng.uniform(-10, 10), None) if x**2 != x * x)
    assert compile_function(mathematics.squared_gaps, [odd, 1.5]).run().value == [False, True]


@needs_tables
@pytest.mark.parametrize("function", [mathematics.edges_of_logarithms, mathematics.edges_of_powers])
def test_edges_and_errors_are_those_of_math(function: Any) -> None:
    compile_function(function)


def test_other_tables_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One wrong bit of a table, or no table: the function is not offered."""
    found = dict(libm.tables())
    if not found:
        pytest.skip("another C library")
    tails = found["EXP_TAILS"]
    for wrong in ({**found, "EXP_TAILS": tuple(x + 1e-16 for x in tails)}, {"EXP_TAILS": tails}):
        monkeypatch.setattr(libm, "tables", lambda wrong=wrong: wrong)
        assert "exp_of" not in libm.equal_functions.__wrapped__()


def test_tables_are_found_in_both_layouts_and_nowhere_else() -> None:
    assert libm.exp_table(b"\0" * 64) == {}
    assert libm.log_tables(b"\0" * 64) == {}
    assert libm.HELPERS["float_fma"](1 + 2**-30, 1 - 2**-30, -1.0) == -(2.0**-60)
    assert math.isclose(libm.EXP_INVERSE, 128 / math.log(2))
