"""Cross-predictability: closed forms against enumeration and Monte Carlo, and (47)."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.errors import InputError, LimitError
from turingrad.theory.limits.cross_predictability import cp_of_batch, cross_predictability
from turingrad.theory.limits.function_classes import (
    Conjunctions,
    FunctionClass,
    Juntas,
    Listed,
    Parities,
    Sampled,
    monomials,
)


def cube(n: int) -> np.ndarray:
    return np.array(list(itertools.product((1, -1), repeat=n)))


def listed_parities(n: int, size: int | None = None) -> Listed:
    sets = [s for k in range(n + 1) for s in itertools.combinations(range(n), k) if size in (None, k)]
    return Listed(np.array([cube(n)[:, list(s)].prod(axis=1) for s in sets]))


def listed_juntas(n: int, k: int) -> Listed:
    """Every set with every truth table."""
    powers = 1 << np.arange(k)
    tables = [np.array(table) for table in itertools.product((1, -1), repeat=1 << k)]
    sets = list(itertools.combinations(range(n), k))
    return Listed(np.array([table[(cube(n)[:, list(s)] < 0) @ powers] for s in sets for table in tables]))


def listed_conjunctions(n: int, k: int) -> Listed:
    rows = [
        np.where(np.all(cube(n)[:, list(s)] == signs, axis=1), 1, -1)
        for s in itertools.combinations(range(n), k)
        for signs in itertools.product((1, -1), repeat=k)
    ]
    return Listed(np.array(rows))


@pytest.mark.parametrize(
    ("known", "enumerated"),
    [
        (Parities(5), listed_parities(5)),
        (Parities(6, 3), listed_parities(6, 3)),
        (Juntas(4, 2), listed_juntas(4, 2)),
        (Juntas(3, 3), listed_juntas(3, 3)),
        (Conjunctions(5, 2), listed_conjunctions(5, 2)),
        (Conjunctions(4, 3), listed_conjunctions(4, 3)),
    ],
    ids=lambda functions: functions.name,
)
def test_the_closed_form_is_the_enumeration(known: FunctionClass, enumerated: Listed) -> None:
    assert known.moments() == enumerated.moments()


def test_parities_and_monomials_have_the_predictabilities_of_the_paper() -> None:
    assert cross_predictability(Parities(40)).exact == Fraction(1, 2**40)
    assert cross_predictability(monomials(40, 7)).exact == Fraction(1, comb(40, 7))
    assert cross_predictability(Parities(20_000)).log2 == -20_000


@pytest.mark.parametrize("m", [1, 3, 20])
@pytest.mark.parametrize(
    "functions", [Parities(3), Juntas(6, 2), Conjunctions(5, 2), listed_parities(2)], ids=lambda f: f.name
)
def test_the_formula_for_a_batch_agrees_with_monte_carlo(functions: FunctionClass, m: int) -> None:
    exact = cross_predictability(functions, m)
    drawn = cross_predictability(functions, m, sampled=True, pairs=3000, seed=m)
    assert exact.exact is not None
    assert abs(drawn.value - exact.value) <= 5 * drawn.error + 1e-12


@pytest.mark.slow
def test_the_estimate_of_cp_inf_has_no_bias_from_the_number_of_points() -> None:
    """The square of a mean over 2 points would have the mean 1/2 + CP_inf/2 here."""
    drawn = cross_predictability(Parities(3), sampled=True, pairs=20_000, points=2)
    assert abs(drawn.value - 1 / 8) <= 5 * drawn.error
    assert drawn.error < 0.02


@settings(max_examples=30)
@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=4), st.integers(1, 3))
def test_cp_of_a_batch_equals_the_mean_over_all_batches(rows: list[list[int]], m: int) -> None:
    """(47) by enumeration, with the second moment that it leaves out for values other than ±1."""
    table = np.array(rows)
    total = Fraction(0)
    batches = list(itertools.product(range(3), repeat=m))
    for F, G in itertools.product(table, table):
        for batch in batches:
            mean = Fraction(int((F[list(batch)] * G[list(batch)]).sum()), m)
            total += mean**2
    assert cross_predictability(Listed(table), m).exact == total / (len(table) ** 2 * len(batches))


def test_the_printed_47_fails_for_values_other_than_signs() -> None:
    functions = Listed(np.array([[2, -1, -1], [-1, 2, -1]]), scale=2)
    first, second = functions.moments()
    assert second != 1
    assert cp_of_batch(first, 4) != cross_predictability(functions, 4).exact


def test_a_sampled_class_comes_with_an_error_bar() -> None:
    parities = Parities(2)
    found = cross_predictability(Sampled("two bits", parities.draw, parities.points), pairs=2000, points=50)
    assert found.exact is None
    assert 0 < found.error < 0.02
    assert abs(found.value - 0.25) <= 5 * found.error
    assert "±" in str(found)


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: Parities(0), InputError),
        (lambda: Parities(4, 5), InputError),
        (lambda: Juntas(40, 30), LimitError),
        (lambda: Listed(np.zeros((0, 3), np.int64)), InputError),
        (lambda: Listed(np.ones((2, 2))), InputError),
        (lambda: cross_predictability(Parities(3), 0), InputError),
        (lambda: cross_predictability(Parities(3), sampled=True, pairs=1), InputError),
        (lambda: cross_predictability(Parities(3), sampled=True, pairs=10**9, points=10**9), LimitError),
    ],
)
def test_what_makes_no_sense_is_refused(make: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        make()  # type: ignore[operator]
