"""The contrast of three constructions as tables, JSON or a plot."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from turingrad._support.files import whole_file
from turingrad.cli.render.series import Goes, collect_rows
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import finish, out, print_json, progress
from turingrad.errors import InputError
from turingrad.machine.tape import TapeMachine

MARGINS = {
    "input": "input",
    "steps": "T",
    "transformer_certified": "(a) >=",
    "transformer": "(a) <=",
    "transformer_plain": "(a) plain <=",
    "perez": "(b) <=",
    "perez_rounded": "(b) rounded <=",
    "stacks": "(c) <=",
    "stacks_rounded": "(c) rounded <=",
}
SAMPLES = {
    "steps": "T",
    "depth": "depth",
    "certified": "(a) margin >=",
    "margin": "Lemma 2.3",
    "vc": "VC, order",
    "vc_at_least": "VC >=",
    "log10_spectral": "spectral, log10",
}
NOTE = (
    "(a) Wei, Chen, Ma; (b) after Perez et al., positions of resolution 1/poly(T); (c) after Siegelmann and Sontag, "
    "the tape in two fractions. >= is certified, <= was found by the attack; binary coordinates are rounded after "
    "every layer, fractions cannot be."
)


def show_contrast(machine: Any, words: list[str] | None, budget: int, epsilon: float, to: Goes) -> None:
    """Margins by T of the three constructions, and samples by T by three counts."""
    from turingrad.theory.margins.contrast import LONG_RUNS, WORDS, contrast_rows, sample_rows

    if not isinstance(machine, TapeMachine) or machine.tapes != 1:
        raise InputError("--contrast is about machines with one tape")
    if words is None and machine.name != "palindrome":
        raise InputError("--contrast of another machine than palindrome needs its inputs: --input WORD,WORD,...")
    with progress(to.quiet or to.json) as tell:
        found = contrast_rows(machine, WORDS if words is None else words, budget=budget, progress=tell)
        rows, interrupted = collect_rows(found)
    samples = list(sample_rows(machine, LONG_RUNS, epsilon))
    if to.plot is not None and rows:
        write_contrast([asdict(row) for row in rows], [asdict(row) for row in samples], to.plot)
    if to.json:
        ended = {"interrupted": True} if interrupted else {}
        print_json({"margins": [asdict(row) for row in rows], "samples": [asdict(row) for row in samples], **ended})
    else:
        for title, columns, lines in (("All-layer margins", MARGINS, rows), ("Samples", SAMPLES, samples)):
            shown = ([brief(asdict(line)[key]) for key in columns] for line in lines)
            out.print(table(list(columns.values()), shown, title=f"{title}, {machine.name}", box=None))
        out.print(NOTE, highlight=False)
    finish(interrupted)


def brief(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.2g}" if isinstance(value, float) else str(value) or "(empty)"


CURVES = {
    "transformer_certified": ("(a) Wei, Chen, Ma, certified", "C0", "-"),
    "transformer": ("(a) attacked", "C0", "--"),
    "perez_rounded": ("(b) fractional positions, rounded, attacked", "C1", "--"),
    "perez": ("(b) as in its paper, attacked", "C1", ":"),
    "stacks_rounded": ("(c) fractional stacks, rounded, attacked", "C2", "--"),
    "stacks": ("(c) as in its paper, attacked", "C2", ":"),
}


def write_contrast(rows: list[dict[str, Any]], samples: list[dict[str, Any]], path: Path) -> None:
    """Margins by T on the left, samples by T on the right, all axes logarithmic."""
    from turingrad.constructions.drawing import canvas

    figure, _ = canvas(12, 4.8)
    figure.clear()
    axes, right = figure.subplots(1, 2)
    for key, (label, colour, style) in CURVES.items():
        points = [(row["steps"], row[key]) for row in rows if row[key]]
        if points:
            axes.plot(*zip(*points, strict=True), style, color=colour, marker="o", markersize=3, label=label)
    axes.set(xscale="log", yscale="log", xlabel="T", ylabel="all-layer margin")
    steps = [row["steps"] for row in samples]
    for key, label in (("margin", "Lemma 2.3"), ("vc", "VC dimension, of order"), ("vc_at_least", "VC, at least")):
        right.plot(steps, [row[key] for row in samples], "-o", markersize=3, label=label)
    shown = [(row["steps"], 10 ** row["log10_spectral"]) for row in samples if row["log10_spectral"] < 300]
    if shown:
        right.plot(*zip(*shown, strict=True), "-o", markersize=3, label="spectral norms")
    else:
        least = min(row["log10_spectral"] for row in samples)
        right.plot([], [], label=f"spectral norms: above 10^{least:,.0f}, off the page")
    right.set(xscale="log", yscale="log", xlabel="T (the depth grows with its logarithm)", ylabel="samples, order")
    for each in (axes, right):
        each.legend(fontsize="small")
    with whole_file(path) as file:
        figure.savefig(file, format=path.suffix.removeprefix(".") or "svg")
