"""Experiments of `turingrad limits` on the terminal, as JSON or as a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from turingrad._support.files import require_writable
from turingrad.cli.render.reports import save
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import (
    finish,
    format_value,
    out,
    print_json,
    print_wrapped,
    progress,
    say,
    text_curve,
)
from turingrad.machine.run import Progress

if TYPE_CHECKING:
    from turingrad.theory.limits import Experiment, Part


def show_experiment(find: Callable[[Progress], Experiment], report: Path | None, json: bool, quiet: bool) -> None:
    """Show what an experiment of `turingrad.theory.limits` finds, with progress while it runs."""
    require_writable(report)
    with progress(quiet or json) as tell:
        found = find(tell)
    save(report, "limit_pages.limits_report", found.as_json(), [part.pictures for part in found.parts])
    if json:
        print_json(found.as_json())
    else:
        for part in found.parts:
            print_part(part)
    finish(found.interrupted)


def print_part(part: Part) -> None:
    say(part.title, "bold")
    print_wrapped(part.about, 0)
    for name, value in part.figures.items():
        between = "\n" if "\n" in str(value) else " "
        say(f"  {name}:{between}{format_value(value)}")
    if part.rows:
        words = [name for name, value in part.rows[0].items() if isinstance(value, str)]
        rows = ([format_value(value) for value in row.values()] for row in part.rows)
        out.print(table(list(part.rows[0]), rows, left=words, box=None))
    if part.trained:
        print_training(part)
    out.print()


def print_training(part: Part) -> None:
    columns = ("trained by SGD", "weights", "samples", "training\nerror", "test\nerror", "")
    rows = []
    for each in part.trained:
        errors = (f"{each.train_error:.3f}", f"{each.test_error:.3f}")
        counts = (f"{count:,}" for count in (each.weights, each.samples))
        rows.append((each.network, *counts, *errors, "chance" if each.at_chance else ""))
    out.print(table(columns, rows, left=("trained by SGD", ""), box=None))
    for each in part.trained:
        for name, values in each.curves.items():
            say(text_curve(values, f"{each.network}, {name}"))
