"""Cost against size: the fit, and the signs of exponents. Nothing here depends on seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import Turingrad
from turingrad.cli import scaling
from turingrad.cli.render.margin_plot import scaling_plot
from turingrad.constructions.construction import Row


def test_the_exponent_of_a_power_is_found() -> None:
    sizes = [10, 100, 1000]
    for exponent in (-1.0, 0.0, 1.0, 2.5):
        assert scaling.exponent_of(sizes, [3.0 * size**exponent for size in sizes]) == pytest.approx(exponent)


# Costs that differ by a factor of at least thirty: no noise turns the sign.
@pytest.mark.parametrize(("axis", "sizes"), [("cells", (64, 65_536)), ("gates", (4, 128)), ("steps", (100, 16_000))])
def test_larger_is_dearer(axis: str, sizes: tuple[int, ...]) -> None:
    (curve,) = [curve for curve in scaling.CURVES if curve.axis == axis]
    fitted = scaling.measured(curve, sizes, repeat=1)
    assert fitted.sizes[0] < fitted.sizes[-1]
    assert fitted.exponent > 0


def test_every_kind_of_size_has_a_curve() -> None:
    axes = [curve.axis for curve in scaling.CURVES]
    assert axes == ["steps", "states", "cells", "edges", "gates", "vertices", "samples"]


def test_curves_are_drawn_with_their_exponents(tmp_path: Path) -> None:
    scaling_plot([scaling.Fitted("edges", (1, 10), (1.0, 20.0), 1.301)], tmp_path / "curves.svg")
    text = (tmp_path / "curves.svg").read_text(encoding="utf-8")
    assert "edges: 1.30" in text
    assert "linear" in text


def test_what_limits_a_figure_stands_beside_an_unmet_bar_only() -> None:
    assert Row("x", 1.0, "s", bar=2.0, note="n", limit="why").remark == "n; why"
    assert Row("x", 3.0, "s", bar=2.0, note="n", limit="why").remark == "n"


def test_only_scaling_has_a_plot(turingrad: Turingrad, tmp_path: Path) -> None:
    outcome = turingrad("bench", "reference", "--plot", str(tmp_path / "x.svg"))
    assert outcome.code == 2
    assert "--plot belongs to the benchmark 'scaling'" in outcome.err
