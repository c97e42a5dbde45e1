"""Train plain nets on tasks that they do not learn by gradient descent, and compare them with nets that do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from turingrad.cli import options
from turingrad.cli.render.experiments import show_experiment
from turingrad.python.files import load_object

Train = Annotated[int, typer.Option(min=1, help="Training samples.")]
Test = Annotated[int, typer.Option(min=1, help="Test samples.")]
Epochs = Annotated[int, typer.Option(min=1, help="Epochs of the plain net.")]
Layers = Annotated[int, typer.Option(min=1, help="Hidden layers of the plain net.")]
Width = Annotated[int, typer.Option(min=1, help="Hidden units of the plain net, in each layer.")]
Rate = Annotated[float, typer.Option(help="Step size of the plain net.")]
Batch = Annotated[int, typer.Option(min=1, help="Batch size of the plain net.")]
NetSteps = Annotated[int, typer.Option(min=1, help="SGD steps of the plain net.")]
Bits = Annotated[int, typer.Option(min=2, help="Bits of an input.")]


def run_experiment(name: str, report: Path | None, json: bool, quiet: bool, **sizes: Any) -> None:
    from turingrad.theory import limits  # torch takes seconds to load

    show_experiment(lambda tell: getattr(limits, name)(progress=tell, **sizes), report, json, quiet)


def arithmetic_command(
    base: Annotated[int | None, typer.Option(min=2, help="One base only: 2, 3, 5 or 7. [default: 2, 3 and 5]")] = None,
    addends: Annotated[
        int | None,
        typer.Option(min=1, help="Numbers that are added. [default: 8, 5 and 5 in bases 2, 3 and 5; else the base]"),
    ] = None,
    digits: Annotated[
        int | None,
        typer.Option(min=1, help="Digits of each number. [default: 4, 4 and 5 in bases 2, 3 and 5; else the base]"),
    ] = None,
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
    """Tell right sums from wrong ones, with unknown symbols for digits."""
    from turingrad.theory.limits import ReluNet  # torch takes seconds to load

    net = ReluNet(layers, width, rate, batch, epochs)
    sizes = {"addends": addends, "digits": digits, "train": train, "test": test, "seed": seed}
    run_experiment("arithmetic", report, json, quiet, net=net, **sizes, **({} if base is None else {"bases": (base,)}))


def connectivity_command(
    vertices: Annotated[int, typer.Option(min=6, help="Vertices of a graph.")] = 28,
    degree: Annotated[int, typer.Option(min=1, help="Degree of every vertex.")] = 3,
    cycle: Annotated[int, typer.Option(min=1, help="Vertices in all, in one cycle or in two.")] = 12,
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
    """Tell one connected regular graph from two, and one cycle from two."""
    from turingrad.theory.limits import ReluNet  # torch takes seconds to load

    net = ReluNet(layers, width, rate, batch, epochs)
    sizes = {"vertices": vertices, "degree": degree, "cycle": cycle, "train": train, "test": test, "seed": seed}
    run_experiment("connectivity", report, json, quiet, net=net, **sizes)


def initialisation_command(
    bits: Bits = 24,
    draws: Annotated[
        int,
        typer.Option(min=1, help="How often to train on the parity of all bits, and how many random parities to draw."),
    ] = 1,
    width: Width = 512,
    rate: Rate = 0.05,
    batch: Batch = 64,
    steps: NetSteps = 4000,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train plain nets on parities, from Rademacher and from Gaussian initial weights."""
    from turingrad.theory.limits import TwoLayers  # torch takes seconds to load

    net = TwoLayers(width, rate, batch, steps)
    run_experiment("initialisation", report, json, quiet, net=net, bits=bits, draws=draws, seed=seed)


def metaalgorithm_command(
    bits: Bits = 3,
    train: Train = 24,
    draws: Annotated[int, typer.Option(min=1, help="Problems to draw from each task.")] = 3,
    gates: Annotated[int, typer.Option(min=1, help="Include grid machines of up to this many gates.")] = 25_000,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train Abbe and Sandon's metaalgorithm (Corollary 1) over the library's machines."""
    sizes = {"bits": bits, "train": train, "draws": draws, "gates": gates, "seed": seed}
    run_experiment("metaalgorithms", report, json, quiet, **sizes)


def monomials_command(
    bits: Bits = 24,
    degree: Annotated[
        int | None, typer.Option(min=1, help="One degree only. [default: low, middle and high degrees]")
    ] = None,
    width: Width = 512,
    rate: Rate = 0.05,
    batch: Batch = 64,
    steps: NetSteps = 4000,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train plain nets on monomials (products of bits) of several degrees."""
    from turingrad.theory.limits import TwoLayers  # torch takes seconds to load

    net = TwoLayers(width, rate, batch, steps)
    degrees = None if degree is None else (degree,)
    run_experiment("monomials", report, json, quiet, net=net, bits=bits, degrees=degrees, seed=seed)


def noise_command(
    bits: Bits = 4,
    steps: Annotated[int, typer.Option(min=1, help="Training steps.")] = 12,
    draws: Annotated[int, typer.Option(min=1, help="Draws of random noise.")] = 10,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure how much noise on its weights an emulation net tolerates."""
    run_experiment("noise", report, json, quiet, bits=bits, steps=steps, draws=draws, seed=seed)


def parity_images_command(
    grid: Annotated[int, typer.Option(min=1, help="Squares per side.")] = 13,
    pixel: Annotated[int, typer.Option(min=1, help="Pixels per side of a square.")] = 1,
    beside: Annotated[
        int, typer.Option(min=0, help="Squares per side for the emulation net; 0 leaves that net out.")
    ] = 13,
    every: Annotated[
        bool,
        typer.Option(
            "--every", help="Learn the parity of all squares, as in Abbe and Sandon's Figure 5, not a random one."
        ),
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
    """Learn parities of squares in an image, with a plain net and an emulation net."""
    from turingrad.theory.limits import ReluNet  # torch takes seconds to load

    net = ReluNet(layers, width, rate, batch, epochs)
    sizes = {"grid": grid, "pixel": pixel, "beside": beside, "train": train, "test": test, "seed": seed}
    run_experiment("parity_images", report, json, quiet, net=net, every=every, **sizes)


def separation_command(
    bits: Bits = 10,
    steps: Annotated[
        int | None, typer.Option(min=1, help="Training steps. [default: --bits + 8; with --class: 100]")
    ] = None,
    rate: Annotated[float | None, typer.Option(help="--class: the learning rate. [default: 0.1]")] = None,
    sigma: Annotated[
        float | None,
        typer.Option(
            help="Standard deviation of the noise on every weight. [default: the largest that is proven to be "
            "tolerated at batches of 1; with --class: 0.01]"
        ),
    ] = None,
    draws: Annotated[int, typer.Option(min=1, help="Functions to draw.")] = 4,
    functions: Annotated[
        str | None,
        typer.Option(
            "--class", help="FILE.py:NAME: functions of your own, a class with name, draw, points, moments and bias."
        ),
    ] = None,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train one net at several batch sizes, and compare its accuracy with the bounds."""
    own = None if functions is None else load_object(functions)
    sizes = {"bits": bits, "steps": steps, "rate": rate, "sigma": sigma, "draws": draws, "seed": seed}
    run_experiment("separation", report, json, quiet, functions=own, **sizes)
