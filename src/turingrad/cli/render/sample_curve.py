"""Learned nets beside compiled ones, and Definition 2.1, as tables, JSON, plots or pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from typing import Any

from turingrad.cli.inputs import output_place
from turingrad.cli.render.reports import save
from turingrad.cli.render.series import Goes, collect_rows, numbers
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import finish, out, print_json, progress
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.run import Progress
from turingrad.machine.tape import TapeMachine

LEARNED = {
    "network": "network",
    "samples": "n",
    "train_error": "train",
    "population_error": "error",
    "norm1": "1-norm",
    "certified": "margin >=",
    "attacked": "margin <=",
    "loss_from": "(2.2) >=",
    "loss_to": "(2.2) <=",
    "bracketed": "inputs",
}
DEFINITION = {
    "samples": "n",
    "within": "within eps",
    "error": "mean error",
    "largest": "largest",
    "not_fitted": "not fitted",
}
LEARNED_NOTE = (
    "Margins: the smallest over every distinct sample, of compiled networks over every input, certified from below and "
    "attacked from above; 0 where the net is wrong. "
    "The learned net is what Adam found, not the minimiser of (2.2)."
)
DEFINITION_NOTE = (
    "Random circuits of 8 gates on 5 bits, nets of width 16 and depth 2 trained with the margin loss: the share of "
    "trials whose error on all inputs is at most epsilon. A measurement of what training finds."
)


def show_sample_curve(
    machine: Any, name: str, output: str | None, length: int, samples: str, gamma: float, seed: int, to: Goes
) -> None:
    """The sample curve of a family trained on a machine's or circuit's answers, after the compiled network's rows."""
    if not isinstance(machine, Circuit | TapeMachine):
        raise InputError(f"nets are trained on circuits and tape machines, not on a {type(machine).__name__}")
    wanted = numbers(samples, "the numbers of samples", 4096)
    with progress(to.quiet or to.json) as tell:
        rows, interrupted = collect_rows(sample_curve_rows(machine, output, length, wanted, gamma, seed, tell))
    show(f"{name}, gamma = {gamma:g}", LEARNED_NOTE, rows, LEARNED, to, interrupted)


def sample_curve_rows(
    machine: Circuit | TapeMachine,
    output: str | None,
    length: int,
    samples: Sequence[int],
    gamma: float,
    seed: int,
    tell: Progress,
) -> Iterator[dict[str, Any]]:
    from turingrad.theory.margins.compiled_rows import circuit_row, machine_row
    from turingrad.theory.margins.relu_family import ReLUFamily
    from turingrad.theory.margins.risk import Training, sample_curve
    from turingrad.theory.margins.tasks import circuit_task, machine_task
    from turingrad.theory.margins.transformer_family import TransformerFamily

    if isinstance(machine, Circuit):
        place = output_place(machine, output)
        task, how = circuit_task(machine, place), Training(gamma=gamma, seed=seed)
        family: Any = ReLUFamily(len(machine.inputs), 16, 2)
        compiled = (circuit_row(task, machine, place, corrections, how, tell) for corrections in (True, False))
    else:
        task = machine_task(machine, length)
        how = Training(gamma=gamma, seed=seed, alpha=400.0, starts=2, budget=40)
        family = TransformerFamily(len(task.alphabet), length)
        compiled = (machine_row(task, machine, corrections, how, tell) for corrections in (True, False))
    yield from map(asdict, chain(compiled, sample_curve(task, family, samples, how, tell)))


def show_definition(samples: str, gamma: float, epsilon: float, seed: int, to: Goes) -> None:
    """Definition 2.1 over random circuits."""
    from turingrad.theory.margins.risk import Training
    from turingrad.theory.margins.sm_approximation import approximation

    wanted, how = numbers(samples, "the numbers of samples", 4096), Training(gamma=gamma, steps=200, seed=seed)
    with progress(to.quiet or to.json) as tell:
        found = (asdict(row) for row in approximation(samples=wanted, epsilon=epsilon, how=how, progress=tell))
        rows, interrupted = collect_rows(found)
    title = f"Definition 2.1 over random circuits, epsilon = {epsilon:g}"
    show(title, DEFINITION_NOTE, rows, DEFINITION, to, interrupted)


def show(
    title: str, note: str, rows: list[dict[str, Any]], columns: Mapping[str, str], to: Goes, interrupted: bool
) -> None:
    if to.plot is not None and rows:
        from turingrad.cli.render.margin_plot import write_curve

        write_curve(rows, to.plot)
    save(to.report, "experiment_pages.risk_report", title, note, rows, columns)
    if to.json:
        print_json({"title": title, "rows": rows, **({"interrupted": True} if interrupted else {})})
    else:
        shown = ([brief(row[key]) for key in columns] for row in rows)
        out.print(table(list(columns.values()), shown, left=("network",), title=title, box=None))
        out.print(note, highlight=False)
    finish(interrupted)


def brief(value: Any) -> str:
    if value is None or (value == 0 and isinstance(value, int)):
        return "-"
    return f"{value:.3g}" if isinstance(value, float) else str(value)
