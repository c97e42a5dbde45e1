"""Cost against size: the fit, and the signs of exponents. Nothing here depends on seconds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from tests.command_line import Turingrad
from tests.constructions.rcnn.machines import parity_small
from turingrad import tasks
from turingrad.cli import scaling
from turingrad.cli.commands.bench import plot_scaling
from turingrad.constructions.construction import Row
from turingrad.constructions.rcnn import RCNN
from turingrad.constructions.rcnn.executors.learning import sgd_steps


def test_the_exponent_of_a_power_is_found() -> None:
    sizes = [10, 100, 1000]
    for exponent in (-1.0, 0.0, 1.0, 2.5):
        assert scaling.exponent_of(sizes, [3.0 * size**exponent for size in sizes]) == pytest.approx(exponent)


def curve_of(axis: str) -> scaling.Curve:
    (curve,) = [curve for curve in scaling.CURVES if curve.axis == axis]
    return curve


# CPU times that differ by a factor of eighteen and more: no noise turns the sign.
@pytest.mark.parametrize(
    ("axis", "sizes"),
    [("cells", (64, 65_536)), ("gates", (4, 128)), ("steps", (100, 16_000)), ("states", (5, 400)), ("edges", (2, 16))],
)
def test_larger_is_dearer(axis: str, sizes: tuple[int, ...]) -> None:
    curve = curve_of(axis)
    fitted = scaling.measure_scaling(curve, sizes, repeat=1)
    assert fitted.sizes[0] < fitted.sizes[-1]
    assert fitted.exponent > 0


class Numbers(TorchDispatchMode):
    """Counts the numbers that torch's operations give."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def __torch_dispatch__(self, operation, kinds, given=(), options=None):
        result = operation(*given, **(options or {}))
        self.count += sum(part.numel() for part in tree_leaves(result) if isinstance(part, torch.Tensor))
        return result


def test_a_step_of_descent_by_autograd_computes_numbers_in_proportion_to_its_vertices() -> None:
    """Counted, since what a call of torch costs hides the growth up to thousands of vertices."""
    sizes, counts = (128, 512, 2_048), []
    for size in sizes:
        _, work = curve_of("vertices").at(size)
        with Numbers() as numbers:
            work()
        counts.append(numbers.count)
    assert 0 < scaling.exponent_of(sizes, counts) <= curve_of("vertices").most


def test_training_an_rcnn_computes_cells_by_the_cube_of_the_samples() -> None:
    """m + 1 steps of m + 2 layers and fewer, each of m + 1 rows: layers times trained cells."""
    sizes, counts = (2, 4, 8), []
    for size in sizes:
        X, y = tasks.get("parity").sample(np.random.default_rng(0), 2, size)
        network = RCNN(parity_small(), size, 2)
        taken = sgd_steps(network, X, y, training="event")
        counts.append(sum(step.layers * network.W.numel() for step in taken))
    assert 1 < scaling.exponent_of(sizes, counts) <= curve_of("samples").most


def test_every_kind_of_size_has_a_curve() -> None:
    axes = [curve.axis for curve in scaling.CURVES]
    assert axes == ["steps", "states", "cells", "edges", "gates", "vertices", "samples"]


def test_curves_are_drawn_with_their_exponents(tmp_path: Path) -> None:
    plot_scaling([scaling.Fitted("edges", (1, 10), (1.0, 20.0), 1.301)], tmp_path / "curves.svg")
    text = (tmp_path / "curves.svg").read_text(encoding="utf-8")
    assert "edges: 1.30" in text
    assert "linear" in text


def test_what_limits_a_figure_stands_beside_an_unmet_bar_only() -> None:
    assert Row("x", 1.0, "s", bar=2.0, note="n", limit="why").remark == "n; why"
    assert Row("x", 3.0, "s", bar=2.0, note="n", limit="why").remark == "n"


def test_only_scaling_has_a_plot(turingrad: Turingrad, tmp_path: Path) -> None:
    outcome = turingrad("bench", "reference", "--plot", str(tmp_path / "x.svg"))
    assert outcome.code == 2
    assert "--plot is for the benchmark `scaling`" in outcome.err
