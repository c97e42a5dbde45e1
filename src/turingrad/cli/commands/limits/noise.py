"""`turingrad limits noise`: the noise that an emulation net tolerates."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.limit_options import Bits
from turingrad.cli.render.experiments import show_experiment


def noise_command(
    bits: Bits = 4,
    steps: Annotated[int, typer.Option(min=1, help="Training steps.")] = 12,
    draws: Annotated[int, typer.Option(min=1, help="Draws of random noise.")] = 10,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure how much noise an emulation net tolerates."""
    show_experiment("noise", report, json, quiet, bits=bits, steps=steps, draws=draws, seed=seed)
