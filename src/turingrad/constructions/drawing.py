"""Plots as SVG text. matplotlib is loaded when something is drawn."""

from __future__ import annotations

import io
from typing import Any


def canvas(width: float, height: float) -> tuple[Any, Any]:
    """An empty figure of so many inches, and its axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def svg(figure: Any) -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
