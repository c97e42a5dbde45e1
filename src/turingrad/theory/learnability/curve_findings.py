"""A learning curve as findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from turingrad._support.text import amount
from turingrad.machine.grid import GridMachine
from turingrad.machine.run import Progress
from turingrad.tasks import Task
from turingrad.theory.findings import Chart, Findings, Line, Table, collect_rows
from turingrad.theory.learnability import curves

COLUMNS = {
    "model": "model",
    "samples": "samples",
    "error": "error",
    "low": "least",
    "high": "largest",
    "chosen": "chosen most often",
}
TUNED = f"widths {curves.WIDTHS} and rates {curves.RATES} by {curves.FOLDS}-fold cross-validation"
KINDS = ("net", "machine", "quiet")


def curve_findings(
    machine: GridMachine, name: str, task: Task, dim: int, counts: Sequence[int], seeds: Sequence[int], test: int,
    progress: Progress | None = None,
) -> Findings:  # fmt: skip
    """The error against the number of samples, of the learner's RCNN, a tuned MLP and a small transformer."""
    points = curves.learning_curve(machine, task, dim, counts, seeds=seeds, test=test, progress=progress)
    rows, interrupted = collect_rows(asdict(point) | {"chosen": point.chosen or "-"} for point in points)
    if interrupted and not rows:
        raise KeyboardInterrupt
    title = f"{name} on {task.name}: learning curve, {dim} features, {amount(len(seeds), 'problem')} for each point"
    models = list(dict.fromkeys(row["model"] for row in rows))
    lines = []
    for number, model in enumerate(models):
        own = [row for row in rows if row["model"] == model]
        errors, low, high = ([row[key] for row in own] for key in ("error", "low", "high"))
        lines.append(Line(model, [row["samples"] for row in own], errors, KINDS[number], f"C{number}-", (low, high)))
    last = [row for row in rows if row["samples"] == rows[-1]["samples"]]
    answer = f"With {amount(rows[-1]['samples'], 'sample')}: "
    answer += ", ".join(f"{row['model']} {row['error']:.3f}" for row in last) + "."
    note = f"The RCNN is trained by SGD and runs the learner. The MLP: {TUNED}. The transformer is not tuned."
    says = "The mean over the problems; a plot draws the least and the largest error, too."
    return Findings(
        title,
        f"How many samples does each model take to learn {task.name} of {amount(dim, 'feature')}?",
        answer,
        [Table(title, COLUMNS, rows, note, ".3f")],
        [Chart("Test error", says, lines, "training samples", "test error", log_x=True)],
        {"learner": name, "task": task.name, "dim": dim, "seeds": len(seeds), "mlp": TUNED, "rows": rows},
    ).mark_interrupted(interrupted)
