"""Self-contained HTML pages with figures and SVG plots: nothing is loaded from elsewhere."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from turingrad.writing import write_whole

STYLE = "body{font:15px system-ui;margin:2em auto;max-width:60em}td,th{padding:.2em .8em;text-align:left}"


def page(title: str, body: str) -> str:
    head = f"<meta charset='utf-8'><title>{escape(title)}</title><style>{STYLE}</style>"
    return f"<!doctype html><html lang='en'><head>{head}</head><body><h1>{escape(title)}</h1>{body}</body></html>"


def field_table(fields: Mapping[str, Any]) -> str:
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in fields.items())
    return f"<table>{rows}</table>"


def curve_svg(values: Sequence[float], label: str) -> str:
    """A curve over the gradient steps as an SVG picture."""
    return curves_svg({label: values}, "gradient step")


def curves_svg(curves: Mapping[str, Sequence[float]], x_label: str) -> str:
    """Curves by name over the numbers from 1 as one SVG picture."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3), layout="constrained")
    axes = figure.add_subplot()
    for name, values in curves.items():
        axes.plot(range(1, len(values) + 1), values, linewidth=1, label=name)
    axes.set_xlabel(x_label)
    if len(curves) == 1:
        axes.set_ylabel(next(iter(curves)))
    else:
        axes.legend()
    text = io.StringIO()
    FigureCanvasSVG(figure).print_svg(text)  # type: ignore[no-untyped-call]
    return text.getvalue()[text.getvalue().index("<svg") :]


def write_learn_page(path: Path, fields: Mapping[str, Any], losses: Sequence[float] | None) -> None:
    plot = curve_svg(losses, "loss") if losses is not None else ""
    write_whole(path, page(f"{fields['learner']} with {fields['with']}", field_table(fields) + plot))
