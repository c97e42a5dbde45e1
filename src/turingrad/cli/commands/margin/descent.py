"""`turingrad margin descent`: how far a run by gradient descent may be disturbed."""

from __future__ import annotations

from turingrad.cli import options
from turingrad.cli.inputs import parse_input
from turingrad.cli.margin_options import Input, Plot, Steps
from turingrad.cli.render.fields import machine_name
from turingrad.cli.render.findings import Destination, show_findings
from turingrad.constructions.resolve import resolve_machine
from turingrad.formats import MAX_BYTES
from turingrad.theory.descent.robustness import tolerance_findings


def descent_command(
    file: options.Subject,
    input: Input = None,
    steps: Steps = 20,
    plot: Plot = None,
    report: options.Report = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Disturb a gradient-descent run until a step goes wrong.

    The disturbances are noise, wrong rates, momentum, Adam and a perturbed start.
    """
    to = Destination(plot, report, json, quiet)
    machine = resolve_machine(file, format=format, max_bytes=max_bytes)
    given, name = parse_input(None, machine, input), machine_name(machine, file)
    show_findings(lambda tell: tolerance_findings(machine, name, given, steps, tell), to)
