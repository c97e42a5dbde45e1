"""`turingrad limits arithmetic`: sums in unknown digits."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.limit_options import Batch, Epochs, Layers, Rate, Test, Train, Width
from turingrad.cli.render.experiments import show_experiment


def arithmetic_command(
    base: Annotated[int | None, typer.Option(min=2, help="One prime base only [2, 3 and 5].")] = None,
    addends: Annotated[int | None, typer.Option(min=1, help="Numbers that are added [8, 5, 5; else the base].")] = None,
    digits: Annotated[int | None, typer.Option(min=1, help="Their digits [4, 4, 5; else the base].")] = None,
    train: Train = 1000,
    test: Test = 1000,
    epochs: Epochs = 80,
    layers: Layers = 3,
    width: Width = 128,
    rate: Rate = 0.1,
    batch: Batch = 32,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Check sums in unknown digits."""
    from turingrad.theory.limits import ReluNet  # torch takes seconds to load

    net = ReluNet(layers, width, rate, batch, epochs)
    sizes = {"addends": addends, "digits": digits, "train": train, "test": test, "seed": seed}
    show_experiment("arithmetic", report, json, quiet, net=net, **sizes, **({} if base is None else {"bases": (base,)}))
