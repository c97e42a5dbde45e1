"""`turingrad limits metaalgorithm`: one net for all of the library's machines."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.limit_options import Bits, Train
from turingrad.cli.render.experiments import show_experiment


def metaalgorithm_command(
    bits: Bits = 3,
    train: Train = 24,
    draws: Annotated[int, typer.Option(min=1, help="Problems of each task.")] = 3,
    gates: Annotated[int, typer.Option(min=1, help="Include grid machines of up to this many gates.")] = 25_000,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train the metaalgorithm over the library's machines."""
    sizes = {"bits": bits, "train": train, "draws": draws, "gates": gates, "seed": seed}
    show_experiment("metaalgorithms", report, json, quiet, **sizes)
