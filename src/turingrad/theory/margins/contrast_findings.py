"""Three constructions of one machine under one attack, as findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from turingrad.errors import InputError
from turingrad.machine.kinds import describe_machine
from turingrad.machine.run import Progress
from turingrad.machine.tape import TapeMachine
from turingrad.theory.findings import Chart, Findings, Line, Table, collect_rows
from turingrad.theory.margins.contrast import LONG_RUNS, WORDS, contrast_rows, sample_rows

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
    "every layer, fractions cannot be. Samples, for runs of T steps: how many suffice, in order of magnitude, by Lemma "
    "2.3, by the VC dimension and by spectral norms (as a power of ten); VC >= is how many the VC dimension requires."
)
CURVES = {
    "transformer_certified": ("(a) Wei, Chen, Ma, certified", "net", "C0-"),
    "transformer": ("(a) attacked", "net", "C0--"),
    "perez_rounded": ("(b) fractional positions, rounded, attacked", "machine", "C1--"),
    "perez": ("(b) as in its paper, attacked", "machine", "C1:"),
    "stacks_rounded": ("(c) fractional stacks, rounded, attacked", "quiet", "C2--"),
    "stacks": ("(c) as in its paper, attacked", "quiet", "C2:"),
}
COUNTS = {"margin": "Lemma 2.3", "vc": "VC dimension, of order", "vc_at_least": "VC, at least"}
LARGEST = 300  # a power of ten that a float holds


def contrast_findings(
    machine: Any, words: Sequence[str] | None, budget: int, epsilon: float, progress: Progress
) -> Findings:
    """Margins by T of the three constructions, and samples by T by three counts."""
    if not isinstance(machine, TapeMachine) or machine.tapes != 1:
        given = f"one with {machine.tapes}" if isinstance(machine, TapeMachine) else describe_machine(machine)
        raise InputError(f"the contrast takes machines with one tape, not {given}")
    if words is None and machine.name != "palindrome":
        raise InputError("the contrast of a machine other than palindrome needs its inputs: --input WORD,WORD,...")
    found = contrast_rows(machine, WORDS if words is None else words, budget=budget, progress=progress)
    rows, interrupted = collect_rows(map(asdict, found))
    samples = [asdict(row) for row in sample_rows(machine, LONG_RUNS, epsilon)]
    tables = [
        Table(f"All-layer margins, {machine.name}", MARGINS, rows, digits=".2g"),
        Table(f"Samples, {machine.name}", SAMPLES, samples, NOTE, ".2g"),
    ]
    answer = "No run was measured."
    if rows:
        last = rows[-1]
        broken = {"b": last["perez"], "c": last["stacks"]}
        found_by = [f"({name}) at {value:.2g}" for name, value in broken.items() if value is not None]
        answer = f"At T = {last['steps']} a margin of {last['transformer_certified']:.2g} is certified for (a); "
        answer += (
            f"the attack breaks {' and '.join(found_by)}." if found_by else "the attack breaks neither (b) nor (c)."
        )
    asked = "How does the margin fall with the length of the run, in three constructions?"
    title = f"Three constructions of {machine.name}"
    fields = {"margins": rows, "samples": samples}
    return Findings(title, asked, answer, tables, charts(rows, samples), fields).mark_interrupted(interrupted)


def charts(rows: Sequence[dict[str, Any]], samples: Sequence[dict[str, Any]]) -> list[Chart]:
    """Margins by T, samples by T."""
    steps = [row["steps"] for row in rows]
    margins = [
        Line(name, steps, [row[key] or None for row in rows], kind, style)
        for key, (name, kind, style) in CURVES.items()
    ]
    lengths = [row["steps"] for row in samples]
    counts = [Line(name, lengths, [row[key] for row in samples]) for key, name in COUNTS.items()]
    logs = [row["log10_spectral"] for row in samples]
    says = "The depth grows with the logarithm of T."
    if min(logs) < LARGEST:
        counts.append(Line("spectral norms", lengths, [10**log if log < LARGEST else None for log in logs]))
    else:
        says += f" By spectral norms: above 10^{min(logs):,.0f}, off the chart."
    found = Chart("Samples", says, counts, "T", "samples, order", log_x=True, log_y=True)
    return [Chart("Margins", "", margins, "T", "all-layer margin", log_x=True, log_y=True), found] if rows else [found]
