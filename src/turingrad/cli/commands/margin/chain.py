"""`turingrad margin chain`: margins by depth."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.margin_options import Budget, Plot, destination
from turingrad.cli.render.chain import show_chain


def chain_command(
    depths: Annotated[str, typer.Option(help="The depths.")] = "1,2,4,8,16,32",
    budget: Budget = 300,
    plot: Plot = None,
    report: options.Report = None,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Claim 3.5's chain of gates: its margin against its depth, with rounding and without."""
    show_chain(depths, budget or 300, destination(plot, report, json, quiet))
