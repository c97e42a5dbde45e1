"""`turingrad limits initialisation`: which start learns which parity."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.limit_options import Batch, Bits, NetSteps, Rate, Width
from turingrad.cli.render.experiments import show_experiment


def initialisation_command(
    bits: Bits = 24,
    draws: Annotated[int, typer.Option(min=1, help="Parities of each sort.")] = 1,
    width: Width = 512,
    rate: Rate = 0.05,
    batch: Batch = 64,
    steps: NetSteps = 4000,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train plain nets on parities from two random starts."""
    from turingrad.theory.limits import TwoLayers  # torch takes seconds to load

    net = TwoLayers(width, rate, batch, steps)
    show_experiment("initialisation", report, json, quiet, net=net, bits=bits, draws=draws, seed=seed)
