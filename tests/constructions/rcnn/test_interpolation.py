"""Lemma 5 and Lemma 6 on random functions: values, Jacobians, sizes and weight sets."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.constructions.rcnn import interpolate, weight_sets
from turingrad.constructions.rcnn.claims.lemmas import weight_union
from turingrad.errors import InputError, LimitError


@st.composite
def functions(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Different points on a grid of eighths, with values and Jacobians from small sets."""
    d_in, d_out = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    point = st.tuples(*[st.integers(-16, 16)] * d_in)
    points = np.array(draw(st.lists(point, min_size=1, max_size=5, unique=True))) / 8
    eighths = st.integers(-24, 24).map(lambda v: v / 8)
    n = len(points)
    values = draw(st.lists(eighths, min_size=n * d_out, max_size=n * d_out))
    slopes = draw(st.lists(eighths, min_size=n * d_out * d_in, max_size=n * d_out * d_in))
    return points, np.reshape(values, (n, d_out)), np.reshape(slopes, (n, d_out, d_in))


def jacobian(network: torch.nn.Module, points: np.ndarray) -> np.ndarray:
    rows = [torch.autograd.functional.jacobian(lambda x: network(x[None])[0], torch.from_numpy(x)) for x in points]
    return torch.stack(rows).numpy()


@settings(max_examples=40)
@given(functions())
def test_both_forms_have_the_values_and_jacobians_exactly(case: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    points, values, slopes = case
    made = interpolate(points, values, slopes)
    for network in (made.three_layers(), made.five_layers()):
        assert np.array_equal(network(torch.from_numpy(points)).numpy(), values)
        assert np.array_equal(jacobian(network, points), slopes)


@settings(max_examples=30)
@given(functions())
def test_sizes_are_those_of_equation_3(case: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    points, values, slopes = case
    (n, d_in), d_out = points.shape, values.shape[1]
    made = interpolate(points, values, slopes)
    assert made.sizes == (10 * d_in * n, 6 * d_in * d_out * n)
    assert made.maps["W1'"].shape[0] == 2 * d_in * n
    assert made.maps["W2'"].shape[0] == 2 * d_in * d_out * n


@settings(max_examples=30)
@given(functions())
def test_weights_lie_in_sets_that_do_not_know_the_function(case: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    points, values, slopes = case
    sets = weight_sets(points, values, slopes)
    for name, matrix in interpolate(points, values, slopes).maps.items():
        assert set(np.unique(matrix).tolist()) - {0.0} <= sets[name]
    coordinates, outputs, g = len(np.unique(points)), len(np.unique(values)), len(np.unique(slopes))
    assert len(sets["W1"]) <= 4 * coordinates + 2
    assert len(sets["W1'"]) <= 12 * coordinates
    assert len(sets["W1+"]) <= 4
    assert len(sets["W2'"]) <= 4 * g * outputs
    assert sets["W2+"] == {1.0}


def test_the_printed_delta_would_be_zero() -> None:
    """Lemma 5's minimum runs over all pairs x, x', so also over equal coordinates; it must skip them."""
    points = np.array([[0.0, 1.0], [0.0, 2.0]])
    printed = min(abs(x[i] - other[i]) for x in points for other in points for i in range(2)) / 10
    assert printed == 0
    made = interpolate(points, [[1.0], [2.0]], np.zeros((2, 1, 2)))
    assert 0 < made.delta <= 0.1


@pytest.mark.parametrize(
    ("points", "values", "slopes", "message"),
    [
        ([[0.0], [0.0]], [[1.0], [2.0]], np.zeros((2, 1, 1)), "given twice"),
        ([[0.0]], [[1.0]], np.zeros((1, 2, 1)), "jacobians have the shape"),
        ([[np.inf]], [[1.0]], np.zeros((1, 1, 1)), "must be finite"),
        ([0.0], [[1.0]], np.zeros((1, 1, 1)), "one row per point"),
    ],
)
def test_malformed_functions_are_refused(points: object, values: object, slopes: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        interpolate(points, values, slopes)


@pytest.mark.parametrize("count", [3, 8, 20])
def test_corollary_3_bounds_the_union_of_all_weights(count: int) -> None:
    points = np.random.default_rng(count).permutation(4 * count)[: 2 * count].reshape(count, 2) / 8.0
    union = weight_union(points)
    assert len(union) <= 24 * len(np.unique(points)) + 5
    rng = np.random.default_rng(1)
    values = rng.choice(np.unique(points), (count, 1))
    made = interpolate(points, values, rng.integers(0, 2, (count, 1, 2)))
    assert {float(entry) for matrix in made.maps.values() for entry in matrix.ravel()} <= union


def test_too_many_points_are_refused_before_any_array_is_made() -> None:
    points = np.arange(4000.0).reshape(2000, 2)
    with pytest.raises(LimitError, match="matrix entries"):
        interpolate(points, np.zeros((2000, 1)), np.zeros((2000, 1, 2)))
