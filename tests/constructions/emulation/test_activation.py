"""The activation functions: flat where nothing may move, powers where the memory lives, smooth and monotone between."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from turingrad.constructions.emulation.activation import Activation, Shape
from turingrad.constructions.emulation.executors.kernel import shows, slope_of
from turingrad.constructions.emulation.numeric import apply
from turingrad.constructions.emulation.plots import SHAPES, plot_activation
from turingrad.errors import InputError

NAMES = tuple(SHAPES)


def value_and_slope(activation: Activation, points) -> tuple[np.ndarray, np.ndarray]:
    x = torch.tensor(np.asarray(points), dtype=torch.float64, requires_grad=True)
    y = activation(x)
    (slope,) = torch.autograd.grad(y.sum(), x)
    return y.detach().numpy(), slope.numpy()


def points_of(shape: Shape) -> np.ndarray:
    marks = list(shape.as_floats()[1:])
    between = [
        a + (b - a) * t for a, b in zip([0.0, *marks], [*marks, 3.0], strict=True) for t in (0.1, 0.37, 0.5, 0.9)
    ]
    positive = np.array([*marks, *between])
    return np.concatenate([-positive, positive])


@pytest.mark.parametrize("name", NAMES)
def test_flat_parts_have_derivative_exactly_zero(name: str) -> None:
    activation = Activation(SHAPES[name])
    y, slope = value_and_slope(activation, [-3, -1.5, 1.5, 2.0, 100.0])
    assert y.tolist() == [-2, -2, 2, 2, 2]
    assert not slope.any()
    e0 = float(activation.shape.e0)
    if e0:
        y, slope = value_and_slope(activation, [-e0, -e0 / 2, 0.0, e0 / 3, e0])
        assert not y.any()
        assert not slope.any()


@pytest.mark.parametrize("name", NAMES)
def test_functions_are_odd_and_nondecreasing(name: str) -> None:
    activation = Activation(SHAPES[name])
    x = np.linspace(0, 2, 20001)
    y, slope = value_and_slope(activation, x)
    assert (np.diff(y) >= 0).all()
    assert (slope >= 0).all()
    assert np.array_equal(value_and_slope(activation, -x)[0], -y)


@pytest.mark.parametrize("name", NAMES)
def test_ramps_join_smoothly(name: str) -> None:
    """No jump in the slope at a joint: what lies left and right of it differs by little."""
    shape = SHAPES[name]
    for joint in set(shape.as_floats()[1:]) - {0.0}:
        left, right = joint * (1 - 1e-7), joint * (1 + 1e-7)
        _, slope = value_and_slope(Activation(shape), [left, right])
        assert abs(slope[0] - slope[1]) < 1e-3


@pytest.mark.parametrize("name", NAMES)
def test_torch_numba_and_mpmath_agree(name: str) -> None:
    activation = Activation(SHAPES[name])
    shape = activation.shape
    parameters = np.array(shape.as_floats())
    points = points_of(shape)
    y, slope = value_and_slope(activation, points)
    assert np.allclose([shows(parameters, x) for x in points], y, rtol=1e-12, atol=0)
    assert np.allclose([slope_of(parameters, x) for x in points], slope, rtol=1e-9, atol=0)
    exact = [apply(shape, float(x)) for x in points]
    assert np.allclose([float(v) for v, _ in exact], y, rtol=1e-12, atol=0)
    assert np.allclose([float(v) for _, v in exact], slope, rtol=1e-9, atol=0)


def test_erratum_3_the_slope_at_the_knee_is_the_powers() -> None:
    """The output sits on |x| = 1, the edge of the cubic region; Lemma 2's 12 needs the slope 3 there, on both sides."""
    _, slope = value_and_slope(Activation(SHAPES["cubic"]), [1.0, -1.0])
    assert slope.tolist() == [3.0, 3.0]
    assert slope_of(np.array(SHAPES["cubic"].as_floats()), 1.0) == 3.0


@pytest.mark.parametrize("name", NAMES)
def test_each_function_has_a_plot(name: str) -> None:
    svg = plot_activation(Activation(SHAPES[name], name))
    assert "<svg" in svg
    assert svg.count("<path") > 10


@pytest.mark.parametrize("numbers", [(1, 0.5, 0.2), (1, 0.1, 0.1), (1, -0.1, 0.1), (1, 0.1, 2.0), (0.5, 0.1, 0.2)])
def test_impossible_shapes_are_refused(numbers) -> None:
    with pytest.raises(InputError, match="activation"):
        Shape(*numbers)
