"""Certificates: the grid of a number, bounds of linear layers, and the verdict for each dtype."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.errors import CertificateError, InputError
from turingrad.exact import (
    DTYPES,
    NO_GRID,
    Bound,
    Certificate,
    Sum,
    bound_of,
    grid_exponent,
    merge_bounds,
    multiples,
    precision,
)

dyadic = st.builds(lambda n, e: n * 2.0**e, st.integers(-(2**20), 2**20), st.integers(-30, 30))


@given(st.lists(dyadic, min_size=1, max_size=8))
def test_the_grid_divides_every_value_and_twice_the_grid_does_not(values: list[float]) -> None:
    nonzero = [v for v in values if v]
    exponent = grid_exponent(values)
    for v in nonzero:
        assert (Fraction(v) / Fraction(2) ** exponent).denominator == 1
    if nonzero:
        twice = Fraction(2) ** (exponent + 1)
        assert any((Fraction(v) / twice).denominator != 1 for v in nonzero)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["float16", "bfloat16", "float32"]))
def test_a_certified_layer_is_exact_in_any_summation_order(seed: int, dtype: str) -> None:
    rng = np.random.default_rng(seed)
    inputs = int(rng.integers(1, 6))
    weight = rng.integers(-8, 9, size=(3, inputs)) * 2.0 ** int(rng.integers(-6, 6))
    bias = rng.integers(-8, 9, size=3) * 2.0 ** int(rng.integers(-6, 6))
    bound = Sum("layer", weight, bias, (-3.0, 3.0)).bound()
    x = rng.integers(-3, 4, size=inputs).astype(np.float64)
    if not bound.exact_in(dtype):
        return
    form = precision(dtype).torch
    order = rng.permutation(inputs)
    total = torch.tensor(bias).to(form)
    for j in order:  # one rounding an operation
        total = total + torch.tensor(weight[:, j]).to(form) * torch.tensor(x[j]).to(form)
    assert torch.equal(total.double(), torch.tensor(weight @ x + bias))


def test_a_layer_past_the_precision_is_refused_and_really_rounds() -> None:
    bound = Sum("sum", [[1.0, 1.0]], None, (0.0, [2.0**11, 1.0])).bound()
    assert not bound.exact_in("float16")
    assert torch.tensor(2.0**11, dtype=torch.float16) + torch.tensor(1.0, dtype=torch.float16) == 2.0**11


@pytest.mark.parametrize(
    ("magnitude", "grid", "ratio", "exact"),
    [
        (2.0**24, 0, 2.0**24, {"float32", "float64"}),
        (2.0**24 + 1, 0, 2.0**24 + 1, {"float64"}),
        (1.0, 0, 1.0, {"float16", "bfloat16", "float32", "float64"}),
        (70000.0, 10, 70.0, {"bfloat16", "float32", "float64"}),
        (2.0**-20, -20, 1.0, {"bfloat16", "float32", "float64"}),
    ],
)
def test_the_verdict_for_each_dtype(magnitude: float, grid: int, ratio: float, exact: set[str]) -> None:
    verdict = Certificate.of([Bound("unit", magnitude, grid, ratio)]).dtypes()
    assert {name for name, ok in verdict.items() if ok} == exact


def test_requiring_an_uncertified_dtype_names_the_bound_and_what_would_do() -> None:
    certificate = Certificate.of([Bound("layer 3", 2.0**30, 0, 2.0**30)])
    certificate.require("float64")
    with pytest.raises(CertificateError, match=r"float32: layer 3.*exact in float64"):
        certificate.require(torch.float32)


def test_a_coordinate_that_is_always_zero_adds_nothing() -> None:
    assert Sum("w", [[1.0, 2.0**-40]], None, (0.0, [1.0, 0.0])).bound().ratio == 1.0


def test_weights_that_are_not_finite_are_refused() -> None:
    with pytest.raises(CertificateError, match="not finite"):
        Sum("w", [[float("inf")]], None, (0.0, 1.0)).bound()


def test_an_unknown_dtype_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="no dtype 'int7'; known: float16"):
        precision("int7")


def test_units_that_are_always_zero_have_no_bound_to_speak_of() -> None:
    assert bound_of("nothing", [0.0, 0.0], [NO_GRID, NO_GRID]) == Bound("nothing", 0.0, 0, 0.0)
    assert bound_of("one", [0.0, 6.0], [NO_GRID, 1]) == Bound("one", 6.0, 1, 3.0)
    assert bound_of("two", [5.0, 6.0], [-1, 1]) == Bound("two", 6.0, -1, 10.0)


def test_a_sum_knows_its_totals_grids_and_values() -> None:
    found = Sum("layer", [[2.0, -0.5], [0.0, 3.0]], [1.0, 0.0], ([-1.0, 0.0], [1.0, 4.0]), [0, 1])
    assert found.totals().tolist() == [2.0 + 2.0 + 1.0, 12.0]
    assert found.grids().tolist() == [0, 1]
    assert [part.tolist() for part in found.outputs()] == [[-3.0, 0.0], [3.0, 12.0]]
    assert found.largest().tolist() == [3.0, 12.0]
    assert found.bound() == Bound("layer", 12.0, 0, 6.0)


def test_bounds_of_one_name_are_merged_to_their_extremes() -> None:
    one, other = Bound("a", 4.0, 0, 4.0), Bound("a", 2.0, -2, 8.0)
    assert list(merge_bounds([one, Bound("b", 1.0, 0, 1.0), other])) == [
        Bound("a", 4.0, -2, 8.0),
        Bound("b", 1.0, 0, 1.0),
    ]


def test_multiples_take_the_coarsest_grid_that_divides_all() -> None:
    assert multiples("steps", 12.0, [4.0, 6.0]) == Bound("steps", 12.0, 1, 6.0)


def test_the_report_names_the_worst_bound_and_each_dtype() -> None:
    page = Certificate.of([Bound("small", 1.0, 0, 1.0), Bound("large <b>", 2.0**30, 0, 2.0**30)])._repr_html_()
    assert "large &lt;b&gt;: partial sums up to 1.07374e+09" in page
    assert page.count("<td>exact</td>") == 1
    assert page.count("<td>-</td>") == 3
    assert "no arithmetic" in Certificate(())._repr_html_()


@pytest.mark.parametrize(("low", "high", "grid"), [(-1, 0, -1), (0, 1, -1), (-1, 1, -1), (1, 1, -1), (0, 0, NO_GRID)])
def test_only_an_input_that_is_always_0_leaves_the_grid_alone(low: float, high: float, grid: int) -> None:
    assert Sum("half", [[0.5]], None, (low, high)).grids().tolist() == [grid]


def test_a_sum_s_least_and_largest_value_are_taken() -> None:
    low, high = Sum("mixed", [[2.0, -3.0]], [1.0], ([-1, 0], [4, 5])).outputs()
    assert (low.tolist(), high.tolist()) == ([1 - 2 - 15], [1 + 8])
    assert Sum("mixed", [[2.0, -3.0]], [1.0], ([-1, 0], [4, 5])).largest().tolist() == [16]
    assert Sum("mixed", [[2.0, -3.0]], [1.0], ([-1, 0], [4, 5])).totals().tolist() == [2 * 4 + 3 * 5 + 1]


@pytest.mark.parametrize("name", DTYPES)
def test_the_numbers_of_a_format_are_torch_s(name: str) -> None:
    """Every integer up to 2^bits is held, the next is not; between 2^smallest and `largest` nothing underflows."""
    form = precision(name)
    last = 1 << form.bits
    for integer, held in ((last - 1, True), (last, True), (last + 1, False)):
        assert (int(torch.tensor(integer, dtype=torch.int64).to(form.torch).double()) == integer) is held
    assert torch.isfinite(torch.tensor(form.largest, dtype=torch.float64).to(form.torch))
    assert torch.isinf(torch.tensor(2 * form.largest, dtype=torch.float64).to(form.torch))
    assert 2.0**form.smallest == torch.finfo(form.torch).smallest_normal
    assert (form.name, precision(form.torch)) == (name, form)


@pytest.mark.parametrize(("totals", "grids"), [([1.0], [0, 0]), ([1.0, 1.0], [0])])
def test_totals_and_grids_are_of_the_same_units(totals: list[float], grids: list[int]) -> None:
    with pytest.raises(InputError, match=r"a: totals of shape .* do not fit"):
        bound_of("a", totals, grids)


@pytest.mark.parametrize("grid", [float("nan"), float("inf")])
def test_a_grid_that_is_no_whole_number_is_refused_by_name(grid: float) -> None:
    with pytest.raises(InputError, match="a: cannot convert"):
        bound_of("a", [1.0], [grid])
