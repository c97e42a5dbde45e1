"""A learning curve as a table, JSON, a plot or a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from turingrad.cli.render.margin_plot import write
from turingrad.cli.render.reports import save
from turingrad.cli.render.series import Goes, collect_rows, numbers
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import finish, out, print_json, progress
from turingrad.errors import InputError
from turingrad.library import default_task, load_learner
from turingrad.machine.grid import GridMachine
from turingrad.search.user_tasks import find_task

MOST_SAMPLES = 4096
TEST = 200


def require_unused(**given: Any) -> None:
    """Refuse options that a learning curve would ignore."""
    ignored = [f"--{name}" for name, value in given.items() if value is not None]
    if ignored:
        raise InputError(f"--curve draws its problems and trains three models: it does not take {', '.join(ignored)}")


def show_learning_curve(
    learner: str, task: str | None, dim: int, sizes: str, seeds: Sequence[int], test: int | None, to: Goes
) -> None:
    """The error against the number of samples, of the learner's RCNN, a tuned MLP and a small transformer."""
    from turingrad.theory.learnability import curves

    counts = numbers(sizes, "the numbers of samples", MOST_SAMPLES)
    machine = load_learner(learner, form="grid", features=dim)
    if not isinstance(machine, GridMachine):
        raise InputError(f"a learning curve is of a learner that the RCNN runs, not of a {type(machine).__name__}")
    chosen = find_task(task or default_task(learner))
    with progress(to.quiet or to.json) as tell:
        points = curves.learning_curve(
            machine, chosen, dim, counts, seeds=seeds, test=TEST if test is None else test, progress=tell
        )
        rows, interrupted = collect_rows(map(asdict, points))
    if interrupted and not rows:
        raise KeyboardInterrupt
    mlp = f"widths {curves.WIDTHS} and rates {curves.RATES} by {curves.FOLDS}-fold cross-validation"
    fields = {"learner": learner, "task": chosen.name, "dim": dim, "seeds": len(seeds), "mlp": mlp, "rows": rows}
    if to.plot is not None:
        write(lambda axes: draw(axes, rows), to.plot)
    save(to.report, "experiment_pages.curve_report", fields)
    if to.json:
        print_json(fields)
    else:
        shown = [
            (
                row["model"],
                str(row["samples"]),
                f"{row['error']:.3f}",
                f"{row['low']:.3f} to {row['high']:.3f}",
                row["chosen"],
            )
            for row in rows
        ]
        columns = ("model", "samples", "error", "least to largest", "chosen most often")
        title = f"{learner} on {chosen.name}, {dim} features, {len(seeds)} problems for each point"
        out.print(table(columns, shown, left=("model", "chosen most often"), title=title, box=None))
        says = f"The RCNN is trained by SGD and runs the learner. The MLP: {mlp}. The transformer is not tuned."
        out.print(says, highlight=False)
    finish(interrupted)


def draw(axes: Any, rows: list[dict[str, Any]]) -> None:
    """One line per model, with the band over the seeds."""
    for model in dict.fromkeys(row["model"] for row in rows):
        own = [row for row in rows if row["model"] == model]
        samples = [row["samples"] for row in own]
        axes.plot(samples, [row["error"] for row in own], "-o", markersize=3, label=model)
        axes.fill_between(samples, [row["low"] for row in own], [row["high"] for row in own], alpha=0.15)
    axes.set(xscale="log", xlabel="training samples", ylabel="test error", ylim=(-0.02, 0.62))
