"""What commands print: results to standard output, progress and errors to standard error."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

from turingrad.machine.run import Progress

out = Console(soft_wrap=True)
errors = Console(stderr=True)

BLOCKS = " ▁▂▃▄▅▆▇█"
QUIET_SECONDS = 1.0  # a bar appears only for work that takes longer than this


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False))


def print_fields(title: str, fields: dict[str, Any]) -> None:
    """A result as aligned `name  value` lines."""
    out.print(title, style="bold", markup=False, highlight=False)
    width = max(len(name) for name in fields)
    for name, value in fields.items():
        out.print(f"  {name.replace('_', ' '):<{width}}  {shown(value)}", markup=False, highlight=False)


def shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1e6 else f"{value:,.0f}"
    if isinstance(value, int):
        return f"{value:,}"
    return "-" if value is None else shortened(str(value))


def shortened(text: str, most: int = 200, end: int = 40) -> str:
    """Long tapes by their two ends and their length; `--json` has them whole."""
    if len(text) <= most:
        return text
    return f"{text[:end]} … {text[-end:]} ({len(text):,} symbols; --json prints them all)"


@contextmanager
def progress(quiet: bool = False) -> Iterator[Progress]:
    """A callable (label, done, total) that draws a bar on standard error once the work takes more than a second."""
    bar = Bars(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=errors,
        transient=True,
        disable=quiet,
    )
    started = time.perf_counter()
    tasks: dict[str, Any] = {}
    live = False

    def tell(label: str, done: int, total: int | None = None) -> None:
        nonlocal live
        if not live and time.perf_counter() - started > QUIET_SECONDS:
            live = True
            bar.start()
        if label not in tasks:
            tasks[label] = bar.add_task(label, total=total)
        bar.update(tasks[label], completed=done, total=total)

    try:
        yield tell
    finally:
        if live:
            bar.stop()


def text_curve(values: Sequence[float], title: str, width: int = 80) -> str:
    """A curve as one line of blocks, each the largest of its share of the values, with its range."""
    points = list(values)
    if not points:
        return f"{title}: no values"
    low, high = min(points), max(points)
    share = max(1, -(-len(points) // width))
    peaks = [max(points[i : i + share]) for i in range(0, len(points), share)]
    scale = (len(BLOCKS) - 1) / (high - low) if high > low else 0.0
    line = "".join(BLOCKS[round((peak - low) * scale)] for peak in peaks)
    return f"{title}: {len(points)} values from {low:.6g} to {high:.6g}\n{line}"
