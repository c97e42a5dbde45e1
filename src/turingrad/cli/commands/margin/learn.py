"""`turingrad margin learn`: nets trained on the margin loss."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.inputs import output_place
from turingrad.cli.margin_options import Epsilon, OptionalSubject, Plot, WhichOutput
from turingrad.cli.render.fields import machine_name
from turingrad.cli.render.findings import Destination, numbers, show_findings
from turingrad.constructions.resolve import resolve_machine
from turingrad.formats import MAX_BYTES
from turingrad.machine.circuit import Circuit
from turingrad.theory.margins.findings import definition_findings, learned_findings


def learn_command(
    file: OptionalSubject = None,
    output: WhichOutput = None,
    samples: Annotated[str, typer.Option(help="The numbers of samples.")] = "8,16,32,64",
    gamma: Annotated[float, typer.Option(min=1e-6, max=10.0, help="gamma of the loss (2.2).")] = 0.1,
    length: Annotated[int, typer.Option(min=1, max=12, help="Machines: the length of the strings.")] = 4,
    epsilon: Epsilon = 0.1,
    seed: options.Seed = 0,
    plot: Plot = None,
    report: options.Report = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train nets on Wei, Chen and Ma's margin loss, and compare them with compiled nets.

    Without a file: Definition 2.1 over random circuits.
    """
    to, counts = Destination(plot, report, json, quiet), numbers(samples, "the numbers of samples", 4096)
    if file is None:
        show_findings(lambda tell: definition_findings(counts, gamma, epsilon, seed, tell), to)
        return
    machine = resolve_machine(file, format=format, max_bytes=max_bytes)
    name, place = machine_name(machine, file), output_place(machine, output) if isinstance(machine, Circuit) else 0
    show_findings(lambda tell: learned_findings(machine, name, place, length, counts, gamma, seed, tell), to)
