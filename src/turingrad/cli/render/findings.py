"""Findings as tables, JSON, a plot or a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turingrad._support.files import require_writable, whole_file
from turingrad.cli.render.reports import save
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import finish, out, print_json, print_wrapped, progress
from turingrad.errors import InputError
from turingrad.machine.run import Progress
from turingrad.theory.findings import Chart, Findings, Line

PICTURES = ("", ".svg", ".png", ".pdf")


@dataclass(frozen=True)
class Destination:
    """Where findings go: a picture, a page, JSON or tables; `quiet` is without a bar of progress."""

    plot: Path | None
    report: Path | None
    json: bool
    quiet: bool

    def __post_init__(self) -> None:
        require_picture(self.plot)
        require_writable(self.report)


def require_picture(path: Path | None) -> None:
    """Refuse a picture that cannot be written, before the work that it shows."""
    require_writable(path)
    if path is not None and path.suffix.lower() not in PICTURES:
        raise InputError(f"cannot write {path}: pictures are written as .svg, .png or .pdf")


def numbers(text: str, what: str, most: int) -> list[int]:
    """The numbers of a list such as 1,2,4; each is between 1 and `most`."""
    try:
        found = [int(part) for part in text.split(",")]
    except ValueError:
        raise InputError(f"{what} must be a list such as 1,2,4, not {text!r}") from None
    if not all(1 <= number <= most for number in found):
        raise InputError(f"{what} must be between 1 and {most}, not {text!r}")
    return found


def show_findings(find: Callable[[Progress], Findings], to: Destination) -> None:
    """Run an experiment and show what it found."""
    with progress(to.quiet or to.json) as tell:
        found = find(tell)
    if to.plot is not None and found.charts:
        plot_charts(found.charts, to.plot)
    save(to.report, "experiment_pages.findings_report", found)
    if to.json:
        print_json(dict(found.fields))
    else:
        print_tables(found)
    finish(found.interrupted)


def print_tables(found: Findings) -> None:
    for each in found.tables:
        heads = list(each.columns.values())
        out.print(table(heads, each.cells(), left=each.text_columns(), title=each.title, box=None))
        if each.note:
            print_wrapped(each.note, 0)


def plot_charts(charts: Sequence[Chart], path: Path) -> None:
    """Charts side by side; the format is the file's extension, SVG by default."""
    from turingrad.constructions.drawing import canvas

    figure, _ = canvas(7 if len(charts) == 1 else 6 * len(charts), 4.6)
    figure.clear()
    for axes, chart in zip(figure.subplots(1, len(charts), squeeze=False)[0], charts, strict=True):
        for line in chart.lines:
            draw_line(axes, line)
        axes.set(xlabel=chart.x, ylabel=chart.y)
        axes.set(**{f"{axis}scale": "log" for axis, log in (("x", chart.log_x), ("y", chart.log_y)) if log})
        axes.legend(fontsize="small")
    with whole_file(path) as file:
        figure.savefig(file, format=path.suffix.removeprefix(".") or "svg")


def draw_line(axes: Any, line: Line) -> None:
    known = [(x, y) for x, y in zip(line.x, line.y, strict=True) if y is not None]
    if known:
        axes.plot(*zip(*known, strict=True), line.style, marker="o", markersize=3, label=line.name)
    if line.band is not None:
        axes.fill_between(line.x, *line.band, alpha=0.15)
