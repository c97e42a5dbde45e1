"""What commands print: results to standard output, progress and errors to standard error."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

from turingrad.machine.run import Progress

out = Console(soft_wrap=True)
errors = Console(stderr=True)

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
    return "-" if value is None else str(value)


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
