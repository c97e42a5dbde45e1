"""The page of `turingrad limits`: figures, curves as SVG plots, and images of the data."""

from __future__ import annotations

from html import escape
from pathlib import Path

import numpy as np
import numpy.typing as npt

from turingrad.cli.render.pages import curves_svg, field_table, page
from turingrad.theory.limits import Experiment, Part, Trained
from turingrad.writing import write_whole


def write_limits_page(path: Path, experiment: Experiment) -> None:
    body = f"<p>seed {experiment.seed}</p>" + "".join(map(part_html, experiment.parts))
    write_whole(path, page(f"limits: {experiment.name}", body))


def part_html(part: Part) -> str:
    images = " ".join(map(image_svg, part.pictures))
    trained = "".join(map(trained_html, part.trained))
    return f"<h2>{escape(part.title)}</h2><p>{escape(part.about)}</p>{images}{figures_table(part)}{trained}"


def figures_table(part: Part) -> str:
    """Expressions keep their lines."""
    shown = field_table(part.figures) if part.figures else ""
    return shown.replace("<td>", "<td style='white-space:pre;font-family:monospace'>")


def trained_html(trained: Trained) -> str:
    fields = {name.replace("_", " "): value for name, value in trained.as_json().items() if name != "curves"}
    errors = {name: values for name, values in trained.curves.items() if "error" in name}
    losses = {name: values for name, values in trained.curves.items() if "loss" in name}
    x_label = "epoch" if errors else "SGD step"
    plots = "".join(curves_svg(curves, x_label) for curves in (losses, errors) if curves)
    return f"<h3>{escape(trained.network)}</h3>{field_table(fields)}{plots}"


def image_svg(image: npt.NDArray[np.float64], cell: int = 12) -> str:
    """An image, white 1 and black 0, with a frame."""
    height, width = image.shape
    black = "".join(
        f"<rect x='{column}' y='{row}' width='1' height='1'/>" for row, column in np.argwhere(image == 0).tolist()
    )
    scale = max(1, cell * 13 // max(height, width))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{scale * width}' height='{scale * height}' "
        f"viewBox='0 0 {width} {height}' style='border:1px solid #888;margin:.5em' shape-rendering='crispEdges'>"
        f"{black}</svg>"
    )
