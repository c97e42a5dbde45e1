"""`turingrad limits separation`: one net at every batch size."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.limit_options import Bits
from turingrad.cli.render.experiments import show_experiment
from turingrad.python.files import load_object


def separation_command(
    bits: Bits = 10,
    steps: Annotated[int | None, typer.Option(min=1, help="Steps [bits + 8; with --class 100].")] = None,
    rate: Annotated[float | None, typer.Option(help="--class: the learning rate [0.1].")] = None,
    sigma: Annotated[
        float | None,
        typer.Option(help="Noise on every weight [the largest proven at batches of 1; with --class 0.01]."),
    ] = None,
    draws: Annotated[int, typer.Option(min=1, help="Functions that are drawn.")] = 4,
    functions: Annotated[
        str | None,
        typer.Option("--class", help="FILE.py:NAME, functions of your own (draw, points, moments, bias)."),
    ] = None,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train one net at every batch size, and compare with the bounds."""
    own = None if functions is None else load_object(functions)
    sizes = {"bits": bits, "steps": steps, "rate": rate, "sigma": sigma, "draws": draws, "seed": seed}
    show_experiment("separation", report, json, quiet, functions=own, **sizes)
