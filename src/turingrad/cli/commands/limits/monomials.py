"""`turingrad limits monomials`: which degrees plain SGD learns."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.limit_options import Batch, Bits, NetSteps, Rate, Width
from turingrad.cli.render.experiments import show_experiment


def monomials_command(
    bits: Bits = 24,
    degree: Annotated[int | None, typer.Option(min=1, help="One degree only [both ends and the middle].")] = None,
    width: Width = 512,
    rate: Rate = 0.05,
    batch: Batch = 64,
    steps: NetSteps = 4000,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train plain nets on one monomial of each degree."""
    from turingrad.theory.limits import TwoLayers  # torch takes seconds to load

    net = TwoLayers(width, rate, batch, steps)
    degrees = None if degree is None else (degree,)
    show_experiment("monomials", report, json, quiet, net=net, bits=bits, degrees=degrees, seed=seed)
