"""`turingrad limits parity-images`: parities of squares in an image."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.limit_options import Batch, Epochs, Layers, Rate, Test, Train, Width
from turingrad.cli.render.experiments import show_experiment


def parity_images_command(
    grid: Annotated[int, typer.Option(min=1, help="Squares per side.")] = 13,
    pixel: Annotated[int, typer.Option(min=1, help="Pixels per side of a square.")] = 1,
    beside: Annotated[int, typer.Option(min=0, help="Squares per side for the emulation net; 0 leaves it out.")] = 13,
    every: Annotated[
        bool,
        typer.Option("--every", help="The parity of all squares, as in Abbe and Sandon's Figure 5, not a random one."),
    ] = False,
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
    """Learn parities of squares in an image, by a plain net and an emulation net."""
    from turingrad.theory.limits import ReluNet  # torch takes seconds to load

    net = ReluNet(layers, width, rate, batch, epochs)
    sizes = {"grid": grid, "pixel": pixel, "beside": beside, "train": train, "test": test, "seed": seed}
    show_experiment("parity_images", report, json, quiet, net=net, every=every, **sizes)
