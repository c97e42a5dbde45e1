"""`turingrad margin contrast`: three constructions under one attack."""

from __future__ import annotations

from turingrad.cli import options
from turingrad.cli.margin_options import Budget, Epsilon, Input, OptionalSubject, Plot
from turingrad.cli.render.findings import Destination, show_findings
from turingrad.constructions.resolve import resolve_machine
from turingrad.formats import MAX_BYTES
from turingrad.theory.margins.contrast_findings import contrast_findings


def contrast_command(
    file: OptionalSubject = "palindrome",
    input: Input = None,
    budget: Budget = 300,
    epsilon: Epsilon = 0.1,
    plot: Plot = None,
    report: options.Report = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Compare the margins of three constructions of one machine.

    Machines other than palindrome need inputs: --input WORD,WORD,...
    """
    to, words = Destination(plot, report, json, quiet), None if input is None else input.split(",")
    machine = resolve_machine(file, format=format, max_bytes=max_bytes)
    show_findings(lambda tell: contrast_findings(machine, words, budget, epsilon, tell), to)
