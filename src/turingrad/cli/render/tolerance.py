"""What a run by gradient descent bears, as a table, JSON, a plot or a report."""

from __future__ import annotations

from typing import Any

from turingrad._support.files import write_whole
from turingrad.cli.inputs import parse_input
from turingrad.cli.render.reports import save
from turingrad.cli.render.series import Goes
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import out, print_json, progress
from turingrad.errors import InputError
from turingrad.machine.tape import TapeMachine


def show_tolerance(machine: Any, name: str, text: str | None, steps: int, to: Goes) -> None:
    """What a run by gradient descent bears: one kind of disturbance at a time, by size."""
    from turingrad.theory.descent import robustness
    from turingrad.theory.descent.figures import tolerance_figure

    if not isinstance(machine, TapeMachine):
        raise InputError(f"descent runs tape machines, not a {type(machine).__name__}")
    run = robustness.run_undisturbed(machine, parse_input(None, machine, text), steps)
    with progress(to.quiet or to.json) as tell:
        found = robustness.measure(run=run, progress=tell)
    rows = {}
    for kind, tolerated in found.items():
        right, breaks = robustness.tolerance(tolerated, robustness.SIZES, run.steps)
        rows[kind] = {"every step right up to": right, "breaks at": breaks, "steps": tolerated}
    if to.plot is not None:
        write_whole(to.plot, tolerance_figure(found, name=name))
    fields = {"machine": name, "on": "descent", "steps": run.steps, "sizes": robustness.SIZES, "tolerance": rows}
    save(to.report, "experiment_pages.tolerance_report", fields)
    if to.json:
        print_json(fields)
        return
    shown = []
    for kind, row in rows.items():
        wrong = row["breaks at"]
        shown.append((kind, f"{row['every step right up to']:g}", "-" if wrong is None else f"{wrong:g}"))
    columns = ("disturbance", "every step right up to", "a step wrong at")
    title = f"{name} by gradient descent, {run.steps} steps, disturbed"
    out.print(table(columns, shown, left=("disturbance",), title=title, box=None))
    out.print(
        "Sizes are powers of two; noise is over gamma. A measurement on this run, not a theorem.", highlight=False
    )
