"""6.3: sums in permuted digits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.errors import InputError, LimitError
from turingrad.theory.limits.cross_predictability import cross_predictability
from turingrad.theory.limits.sums import Sums, format_expression


def right_by_integers(row: np.ndarray, sums: Sums, order: np.ndarray) -> bool:
    numbers = row[:-2].reshape(sums.addends, sums.digits)
    values = [int("".join(np.base_repr(order[s], 36) for s in number), sums.base) for number in numbers]
    return sum(values) // sums.base ** int(row[-2]) % sums.base == order[row[-1]]


shapes = st.builds(Sums, st.integers(2, 7), st.integers(1, 7), st.integers(1, 4), st.booleans())


@settings(max_examples=40)
@given(shapes, st.integers(0, 2**32 - 1))
def test_right_is_what_integer_addition_says(sums: Sums, seed: int) -> None:
    rng = np.random.default_rng(seed)
    order = rng.permutation(sums.base)
    rows = sums.points(rng, 12)
    assert sums.right(rows, order).tolist() == [right_by_integers(row, sums, order) for row in rows]


def test_expressions_do_not_depend_on_the_order_of_the_digits_and_one_in_base_is_right() -> None:
    first, y = Sums.paper(5).draw_labelled(np.random.default_rng(0), 4000, np.array([4, 2, 0, 1, 3]))
    second, _ = Sums.paper(5).draw_labelled(np.random.default_rng(0), 4000, np.arange(5))
    assert (first == second).all()
    assert abs((y > 0).mean() - 1 / 5) < 0.02


def test_the_expression_of_the_paper() -> None:
    """120 + 112 + 121 = ??0? in base 3: 15 + 14 + 16 = 45 = 1200."""
    sums = Sums.paper(3)
    row = np.array([1, 2, 0, 1, 1, 2, 1, 2, 1, 1, 0])
    assert format_expression(row, sums) == " 120\n+112\n+121\n=??0?"
    assert sums.right(row[None], np.arange(3)).tolist() == [True]
    assert sums.right(row[None], np.array([1, 0, 2])).tolist() == [right_by_integers(row, sums, np.array([1, 0, 2]))]


@pytest.mark.parametrize("sums", [Sums.paper(2), Sums(3, 2, 2), Sums(3, 3, 1, units=True)])
def test_the_functions_have_mean_zero_and_variance_one(sums: Sums) -> None:
    listed = sums.list_functions()
    assert (listed.values.sum(axis=1) == 0).all()
    assert ((listed.values**2).mean(axis=1) == sums.base - 1).all()


@pytest.mark.parametrize("sums", [Sums.paper(2), Sums(3, 2, 2)])
def test_the_listed_class_agrees_with_the_sampled_one(sums: Sums) -> None:
    exact = cross_predictability(sums.list_functions()).value
    drawn = cross_predictability(sums.functions(), pairs=1500, points=300)
    assert abs(drawn.value - exact) <= 5 * drawn.error


def test_predictability_falls_with_the_base() -> None:
    two, three = (cross_predictability(Sums.paper(n).list_functions()).value for n in (2, 3))
    four = cross_predictability(Sums.paper(4).functions(), pairs=400, points=500)
    assert two > three > four.value + 3 * four.error


def test_one_hot_columns_are_unit_vectors_and_tell_rows_apart() -> None:
    sums = Sums(3, 2, 2)
    rows = sums.points(np.random.default_rng(0), 50)
    shown = sums.one_hot(rows)
    assert shown.shape == (50, 4 * 3 + 2 + 3)
    assert (shown.sum(axis=1) == 6).all()
    assert len(np.unique(shown, axis=0)) == len(np.unique(rows, axis=0))


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: Sums(1, 2, 2), InputError),
        (lambda: Sums(2, 0, 2), InputError),
        (lambda: Sums(2, 10**4, 10**4), LimitError),
        (lambda: Sums.paper(4).list_functions(), LimitError),
        (lambda: Sums.paper(5).points(np.random.default_rng(0), 10**9), LimitError),
    ],
)
def test_sizes_out_of_range_are_refused(make: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        make()  # type: ignore[operator]
