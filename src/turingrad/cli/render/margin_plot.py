"""The curves of the chain experiment, and samples by width, as pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from turingrad._support.files import whole_file
from turingrad.constructions.drawing import canvas
from turingrad.theory.margins.baselines import Comparison
from turingrad.theory.margins.chain import ChainRow

CURVES = {
    "toy_exact": ("toy, exact", "C0", "-"),
    "toy_rounded_attack": ("toy rounded, attack", "C1", "--"),
    "toy_rounded_bound": ("toy rounded, Claim 3.5", "C1", "-"),
    "plain_attack": ("compiled, attack", "C2", "--"),
    "plain_bound": ("compiled, certified", "C2", "-"),
    "rounded_attack": ("compiled with corrections, attack", "C3", "--"),
    "rounded_bound": ("compiled with corrections, certified", "C3", "-"),
}


def write_plot(rows: Sequence[ChainRow], path: Path) -> None:
    """Margin against depth, both logarithmic; the format is the file's extension, SVG by default."""

    def draw(axes: Any) -> None:
        for attribute, (label, colour, style) in CURVES.items():
            points = [(row.depth, getattr(row, attribute)) for row in rows]
            known = [(depth, value) for depth, value in points if value]
            axes.plot(*zip(*known, strict=True), style, color=colour, marker="o", markersize=3, label=label)
        axes.set(xscale="log", yscale="log", xlabel="depth", ylabel="all-layer margin")
        axes.xaxis.set_major_formatter("{x:.0f}")

    write(draw, path)


def write_crossover(rows: Sequence[Comparison], path: Path) -> None:
    """Samples against width, both logarithmic: Lemma 2.3 and the VC dimension."""

    def draw(axes: Any) -> None:
        widths = [row.width for row in rows]
        axes.plot(widths, [row.margin for row in rows], "-o", markersize=3, label="Lemma 2.3, by margins")
        axes.plot(widths, [row.vc for row in rows], "--o", markersize=3, label="VC dimension, by parameters")
        axes.set(xscale="log", yscale="log", xlabel="width w", ylabel="samples, order")

    write(draw, path)


def write_curve(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Errors by samples: the learned nets' population and training errors, or Definition 2.1's mean and largest."""
    known = {"population_error": "error on all inputs", "train_error": "training error"}
    known |= {"error": "mean error", "largest": "largest error"}
    learned = [row for row in rows if row["samples"]]

    def draw(axes: Any) -> None:
        for key, label in known.items():
            if learned and key in learned[0]:
                axes.plot([row["samples"] for row in learned], [row[key] for row in learned], "-o", label=label)
        axes.set(xscale="log", xlabel="samples", ylabel="error")

    write(draw, path)


def scaling_plot(curves: Sequence[Any], path: Path) -> None:
    """Cost against size, both as multiples of the smallest, with the fitted exponents."""

    def draw(axes: Any) -> None:
        for curve in curves:
            sizes = [size / curve.sizes[0] for size in curve.sizes]
            costs = [cost / curve.seconds[0] for cost in curve.seconds]
            axes.plot(sizes, costs, "-o", label=f"{curve.axis}: {curve.exponent:.2f}")
        longest = max(curve.sizes[-1] / curve.sizes[0] for curve in curves)
        axes.plot([1, longest], [1, longest], "--", color="grey", label="linear")
        axes.set(xscale="log", yscale="log", xlabel="size, of the smallest", ylabel="cost, of the smallest")

    write(draw, path)


def write(draw: Callable[[Any], None], path: Path) -> None:
    figure, axes = canvas(7, 4.5)
    draw(axes)
    axes.legend(fontsize="small")
    with whole_file(path) as file:
        figure.savefig(file, format=path.suffix.removeprefix(".") or "svg")
