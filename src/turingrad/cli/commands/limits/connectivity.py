"""`turingrad limits connectivity`: is a graph connected?"""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.limit_options import Batch, Epochs, Layers, Rate, Test, Train, Width
from turingrad.cli.render.experiments import show_experiment


def connectivity_command(
    vertices: Annotated[int, typer.Option(min=6, help="Vertices of a graph.")] = 28,
    degree: Annotated[int, typer.Option(min=1, help="Their degree.")] = 3,
    cycle: Annotated[int, typer.Option(min=1, help="Vertices of one cycle, or of two.")] = 12,
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
    """Tell one regular graph from two, and one cycle from two."""
    from turingrad.theory.limits import ReluNet  # torch takes seconds to load

    net = ReluNet(layers, width, rate, batch, epochs)
    sizes = {"vertices": vertices, "degree": degree, "cycle": cycle, "train": train, "test": test, "seed": seed}
    show_experiment("connectivity", report, json, quiet, net=net, **sizes)
