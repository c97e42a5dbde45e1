"""`turingrad margin chain`: margins by depth."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.margin_options import Budget, Plot
from turingrad.cli.render.findings import Destination, numbers, show_findings
from turingrad.theory.margins.findings import chain_findings


def chain_command(
    depths: Annotated[str, typer.Option(help="The depths.")] = "1,2,4,8,16,32",
    budget: Budget = 300,
    plot: Plot = None,
    report: options.Report = None,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure the margin of Claim 3.5's chain of gates by depth."""
    to, wanted = Destination(plot, report, json, quiet), numbers(depths, "the depths of --depths", 256)
    show_findings(lambda tell: chain_findings(wanted, budget or 300, tell), to)
