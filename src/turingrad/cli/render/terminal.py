"""What commands print: results to standard output, progress and errors to standard error."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from textwrap import wrap
from typing import Any
from unicodedata import category

import typer

from turingrad._support.jit import notify_compilation
from turingrad._support.text import shorten
from turingrad.machine.run import Progress
from turingrad.machine.run import quiet as ignore_progress

WIDTH = 80  # columns that tables and wrapped lines fit in
INTERRUPTED = 130  # the exit code after Ctrl-C, as shells have it


STYLES = {"": "", "bold": "\x1b[1m", "dim": "\x1b[2m"}
END_OF_STYLE = "\x1b[0m"
AS_IT_IS = {"markup": False, "highlight": False}


class PlainConsole:
    """A console that no text can command: control characters of names and messages are shown as escapes.

    A line as it is, is written at once: rich, which draws tables and bars, takes longer to load than a short run.
    """

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = False) -> None:
        self.stderr, self.soft_wrap = stderr, soft_wrap

    @cached_property
    def rich(self) -> Any:
        from turingrad.cli.render.console import RichConsole

        return RichConsole(stderr=self.stderr, soft_wrap=self.soft_wrap, emoji=False)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.rich, name)

    @property
    def stream(self) -> Any:
        return sys.stderr if self.stderr else sys.stdout

    @property
    def is_terminal(self) -> bool:
        forced = os.environ.get("FORCE_COLOR") or os.environ.get("TTY_COMPATIBLE")
        return bool(self.rich.is_terminal) if forced else bool(getattr(self.stream, "isatty", bool)())

    def print(self, *objects: Any, style: str = "", **options: Any) -> None:
        simple = options == AS_IT_IS and style in STYLES and all(isinstance(each, str) for each in objects)
        if not (simple and self.soft_wrap and "rich" not in self.__dict__):
            self.rich.print(*objects, style=style or None, **options)
            return
        text = " ".join(map(plain, objects))
        if style and self.is_terminal and os.environ.get("TERM", "dumb") not in ("dumb", "unknown"):
            text = f"{STYLES[style]}{text}{END_OF_STYLE}"
        self.stream.write(text + "\n")


def say(text: str, style: str = "") -> None:
    """A line on standard output as it is: nothing in it is markup."""
    out.print(text, style=style, markup=False, highlight=False)


def plain(text: str) -> str:
    """The text with control characters, surrogates and changes of direction written as escapes."""
    if text.isprintable():
        return text
    return "".join(c if c in "\n\t" or category(c)[0] != "C" else repr(c)[1:-1] for c in text)


out = PlainConsole(soft_wrap=True)
errors = PlainConsole(stderr=True)

BLOCKS = " ▁▂▃▄▅▆▇█"
QUIET_SECONDS = 1.0  # a bar appears only for work that takes longer than this
LINE_SECONDS = (5.0, 60.0)  # without a terminal: seconds to the first line of progress; the most between two lines


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
    say(title, "bold")
    width = max(len(name) for name in fields)
    for name, value in fields.items():
        print_wrapped(f"  {name.replace('_', ' '):<{width}}  {format_value(value)}", width + 4)


def format_value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1e6 else f"{value:,.0f}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, dict) and value and all(isinstance(each, bool) for each in value.values()):
        return ", ".join(name for name, holds in value.items() if holds) or "none"
    return "-" if value is None else shorten(str(value))


def print_wrapped(text: str, indent: int, style: str = "") -> None:
    """A line in 80 columns: what is longer goes on below, indented."""
    lines = (
        [text]
        if len(text) <= WIDTH
        else wrap(text, WIDTH, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    )
    say("\n".join(lines), style)


class ProgressLines:
    """Progress as single lines, for logs and pipes: the first after some seconds, then at growing intervals."""

    def __init__(self) -> None:
        self.started = time.perf_counter()
        self.due, self.longest = LINE_SECONDS

    def tell(self, label: str, done: int, total: int | None = None) -> None:
        elapsed = time.perf_counter() - self.started
        if elapsed < self.due:
            return
        self.due = elapsed + min(max(elapsed, LINE_SECONDS[0]), self.longest)
        count = f"{done:,}" if total is None else f"{done:,} of {total:,}"
        errors.print(f"{label}: {count} after {elapsed:,.0f} s", markup=False, highlight=False)
        errors.stream.flush()


@contextmanager
def progress(quiet: bool = False) -> Iterator[Progress]:
    """A callable (label, done, total) that draws a bar on standard error once the work takes more than a second;
    without a terminal it prints a line now and then."""
    if quiet or not errors.is_terminal:
        yield ignore_progress if quiet else ProgressLines().tell
        return
    started = time.perf_counter()
    bar: Any = None

    def tell(label: str, done: int, total: int | None = None) -> None:
        nonlocal bar
        if bar is None and time.perf_counter() - started <= QUIET_SECONDS:
            return
        if bar is None:
            from turingrad.cli.render.console import Bar

            bar = Bar(errors.rich)
        bar.tell(label, done, total)

    try:
        with notify_compilation(say_compiling):
            yield tell
    finally:
        if bar is not None:
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
