"""What commands print: results to standard output, progress and errors to standard error."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from textwrap import wrap
from typing import Any
from unicodedata import category

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

from turingrad.jit import when_compiling
from turingrad.machine.run import Progress

WIDTH = 80  # columns that tables and wrapped lines fit in
INTERRUPTED = 130  # the exit code after Ctrl-C, as shells have it


class PlainConsole(Console):
    """A console that no text can command: control characters of names and messages are shown as escapes."""

    def print(self, *objects: Any, **options: Any) -> None:
        super().print(*(plain(each) if isinstance(each, str) else each for each in objects), **options)

    def on_broken_pipe(self) -> None:
        """For the application to end without a failure; rich would exit with 1."""
        raise BrokenPipeError


def plain(text: str) -> str:
    """The text with control characters, surrogates and changes of direction written as escapes."""
    if text.isprintable():
        return text
    return "".join(c if c in "\n\t" or category(c)[0] != "C" else repr(c)[1:-1] for c in text)


out = PlainConsole(soft_wrap=True)
errors = PlainConsole(stderr=True)

BLOCKS = " ▁▂▃▄▅▆▇█"
QUIET_SECONDS = 1.0  # a bar appears only for work that takes longer than this


def print_json(value: Any) -> None:
    """One JSON value: no NaN, and letters as escapes where the terminal might not take them."""
    text = json.dumps(without_nan(value), ensure_ascii=False, allow_nan=False)
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    if encoding != "utf8" or not text.isprintable():
        text = json.dumps(without_nan(value), allow_nan=False)
    typer.echo(text)


def without_nan(value: Any) -> Any:
    """The value with None for numbers that JSON does not have."""
    if isinstance(value, dict):
        return {str(key): without_nan(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [without_nan(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


class ReportedInterruptError(Exception):
    """Ctrl-C, after its true partial result was printed."""


def finish(interrupted: bool) -> None:
    """After the result of a run that Ctrl-C ended: the exit code says so."""
    if interrupted:
        errors.print("interrupted")
        raise ReportedInterruptError


def print_fields(title: str, fields: dict[str, Any]) -> None:
    """A result as aligned `name  value` lines."""
    out.print(title, style="bold", markup=False, highlight=False)
    width = max(len(name) for name in fields)
    for name, value in fields.items():
        print_wrapped(f"  {name.replace('_', ' '):<{width}}  {shown(value)}", width + 4)


def shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1e6 else f"{value:,.0f}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, dict) and value and all(isinstance(each, bool) for each in value.values()):
        return ", ".join(name for name, holds in value.items() if holds) or "none"
    return "-" if value is None else shortened(str(value))


def print_wrapped(text: str, indent: int, style: str = "") -> None:
    """A line in 80 columns: what is longer goes on below, indented."""
    lines = (
        [text]
        if len(text) <= WIDTH
        else wrap(text, WIDTH, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    )
    out.print("\n".join(lines), markup=False, highlight=False, style=style)


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
        with when_compiling(say_compiling) if errors.is_terminal and not quiet else nullcontext():
            yield tell
    finally:
        if live:
            bar.stop()


def say_compiling() -> None:
    """On a terminal, where the first call waits: numba keeps what it compiles, so that the second does not."""
    errors.print("compiling kernels (once)", markup=False, highlight=False)


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
