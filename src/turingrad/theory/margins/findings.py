"""The experiments on margins as findings: chains, three constructions side by side, and nets that were trained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain
from math import isclose
from typing import Any

from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.kinds import describe_machine
from turingrad.machine.run import Progress
from turingrad.machine.tape import TapeMachine
from turingrad.theory.findings import Chart, Findings, Line, Table, collect_rows
from turingrad.theory.margins.chain import chain_rows

CHAIN_COLUMNS = {
    "depth": "depth",
    "toy_exact": "toy",
    "toy_rounded_bound": "toy r >=",
    "toy_rounded_attack": "toy r <=",
    "plain_bound": "gates >=",
    "plain_exact": "gates",
    "plain_attack": "gates <=",
    "rounded_bound": "gates r >=",
    "rounded_exact": "gates r",
    "rounded_attack": "gates r <=",
}
CHAIN_LINES = {
    "toy_exact": ("toy, exact", "quiet", "C0-"),
    "toy_rounded_attack": ("toy rounded, attack", "quiet", "C1--"),
    "toy_rounded_bound": ("toy rounded, Claim 3.5", "quiet", "C1-"),
    "plain_attack": ("compiled, attack", "machine", "C2--"),
    "plain_bound": ("compiled, certified", "machine", "C2-"),
    "rounded_attack": ("compiled with corrections, attack", "net", "C3--"),
    "rounded_bound": ("compiled with corrections, certified", "net", "C3-"),
}
CHAIN_NOTE = (
    ">= is proven, <= is the smallest change found, r is with rounding after each factor or gate. The toy is the "
    "paper's product of weights (Claim 3.5), the gates are a compiled chain."
)
LEARNED = {
    "network": "network",
    "samples": "n",
    "train_error": "train",
    "population_error": "error",
    "norm1": "norm",
    "certified": "rho >=",
    "attacked": "rho <=",
    "loss_from": "loss >=",
    "loss_to": "loss <=",
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
    "n: samples; train: error on them; error: on all inputs; norm: the 1-norm of the parameters. rho: the smallest "
    "all-layer margin over every distinct sample, of compiled networks over every input, certified from below and "
    "attacked from above; 0 if the net is wrong. loss: bounds of (2.2) over so many inputs. The learned net is what "
    "Adam found, not the minimiser of (2.2)."
)
DEFINITION_NOTE = (
    "Random circuits of 8 gates on 5 bits, nets of width 16 and depth 2 trained with the margin loss: the share of "
    "trials whose error on all inputs is at most epsilon. A measurement of what training finds."
)
ERRORS = {"population_error": "error on all inputs", "train_error": "training error"}
ERRORS |= {"error": "mean error", "largest": "largest error"}


def chain_findings(depths: Sequence[int], budget: int, progress: Progress) -> Findings:
    """Margins of Claim 3.5's chain by depth."""
    found, interrupted = collect_rows(chain_rows(depths, budget, progress))
    return describe_chain([asdict(row) for row in found]).mark_interrupted(interrupted)


def describe_chain(rows: Sequence[dict[str, Any]]) -> Findings:
    depths = [row["depth"] for row in rows]
    lines = [
        Line(name, depths, [row[key] or None for row in rows], kind, style)
        for key, (name, kind, style) in CHAIN_LINES.items()
    ]
    title = "All-layer margin of a chain at x = 1"
    says = "The norm below which no change of all weights changes the answer. Rounding keeps it from falling."
    chart = Chart("Margin by depth", says, lines, "depth", "all-layer margin", log_x=True, log_y=True)
    table = Table(title, CHAIN_COLUMNS, rows, CHAIN_NOTE, ".3f")
    asked = "Does the margin of a chain of gates fall with its depth?"
    return Findings(title, asked, chain_answer(rows), [table], [chart], {"rows": list(rows)})


def chain_answer(rows: Sequence[dict[str, Any]]) -> str:
    """How the proven margin goes with the depth, without rounding and with it."""
    if not rows:
        return "No chain was measured."
    rows = sorted(rows, key=lambda row: int(row["depth"]))
    first, last = rows[0], rows[-1]
    plain, rounded = last["plain_bound"], last["rounded_bound"]
    if len(rows) == 1:
        return f"At depth {last['depth']} a margin of {rounded:.3g} is proven with rounding, {plain:.3g} without."
    said = f"Without rounding the proven margin goes from {first['plain_bound']:.3g} at depth {first['depth']} "
    said += f"to {plain:.3g} at depth {last['depth']}; with rounding it "
    others = [row["depth"] for row in rows if not isclose(row["rounded_bound"], rounded)]
    least = min(row["depth"] for row in rows if row["depth"] > max(others, default=0))
    return said + (
        f"stays {rounded:.3g} from depth {least} on." if least < last["depth"] else f"is {rounded:.3g} there."
    )


def learned_findings(
    machine: Any, name: str, output: int, length: int, samples: Sequence[int], gamma: float, seed: int, tell: Progress
) -> Findings:
    """The sample curve of a family trained on a machine's or circuit's answers, after the compiled networks' rows."""
    if not isinstance(machine, Circuit | TapeMachine):
        raise InputError(f"nets are trained on circuits and tape machines, not on {describe_machine(machine)}")
    rows, interrupted = collect_rows(sample_curve_rows(machine, output, length, samples, gamma, seed, tell))
    return describe_training(f"{name}, gamma = {gamma:g}", LEARNED, LEARNED_NOTE, rows).mark_interrupted(interrupted)


def sample_curve_rows(
    machine: Circuit | TapeMachine,
    output: int,
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
        task, how = circuit_task(machine, output), Training(gamma=gamma, seed=seed)
        family: Any = ReLUFamily(len(machine.inputs), 16, 2)
        compiled = (circuit_row(task, machine, output, corrections, how, tell) for corrections in (True, False))
    else:
        task = machine_task(machine, length)
        how = Training(gamma=gamma, seed=seed, alpha=400.0, starts=2, budget=40)
        family = TransformerFamily(len(task.alphabet), length)
        compiled = (machine_row(task, machine, corrections, how, tell) for corrections in (True, False))
    yield from map(asdict, chain(compiled, sample_curve(task, family, samples, how, tell)))


def definition_findings(
    samples: Sequence[int], gamma: float, epsilon: float, seed: int, progress: Progress
) -> Findings:
    """Definition 2.1 over random circuits."""
    from turingrad.theory.margins.risk import Training
    from turingrad.theory.margins.sm_approximation import approximation

    how = Training(gamma=gamma, steps=200, seed=seed)
    found = (asdict(row) for row in approximation(samples=samples, epsilon=epsilon, how=how, progress=progress))
    rows, interrupted = collect_rows(found)
    title = f"Definition 2.1 over random circuits, epsilon = {epsilon:g}"
    return describe_training(title, DEFINITION, DEFINITION_NOTE, rows).mark_interrupted(interrupted)


def describe_training(title: str, columns: dict[str, str], note: str, rows: Sequence[dict[str, Any]]) -> Findings:
    """Trained nets by samples; compiled nets, which saw none, come first."""
    learned = [row for row in rows if row["samples"]]
    counts = [row["samples"] for row in learned]
    kinds = zip((key for key in ERRORS if learned and key in learned[0]), ("net", "quiet"), strict=False)
    lines = [Line(ERRORS[key], counts, [row[key] for row in learned], kind) for key, kind in kinds]
    chart = Chart("Error by samples", "On all inputs, and on the samples.", lines, "samples", "error", log_x=True)
    answer = "No network was trained."
    if learned:
        error = float(learned[-1].get("population_error", learned[-1].get("error", 0.0)))
        answer = f"With {counts[-1]} samples the error over the population is {100 * error:.3g} %."
    asked = "How many samples does training need, and what margins do the learned weights have?"
    table = Table(title, columns, [{**row, "samples": row["samples"] or None} for row in rows], note)
    return Findings(title, asked, answer, [table], [chart] if learned else [], {"title": title, "rows": list(rows)})
