"""`turingrad margin contrast`: three constructions under one attack."""

from __future__ import annotations

from turingrad.cli import options
from turingrad.cli.margin_options import Budget, Epsilon, Input, OptionalSubject, Plot, destination
from turingrad.cli.render.contrast import show_contrast
from turingrad.constructions.resolve import resolve_machine
from turingrad.formats import MAX_BYTES


def contrast_command(
    file: OptionalSubject = "palindrome",
    input: Input = None,
    budget: Budget = 300,
    epsilon: Epsilon = 0.1,
    plot: Plot = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Margins against T of three constructions of one machine, and samples against T by three counts.

    Machines other than palindrome need inputs: --input WORD,WORD,...
    """
    to = destination(plot, None, json, quiet)
    machine = resolve_machine(file, format=format, max_bytes=max_bytes)
    show_contrast(machine, None if input is None else input.split(","), budget, epsilon, to)
