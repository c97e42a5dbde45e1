"""`turingrad limits`: what gradient descent cannot learn, beside networks on which it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from turingrad.cli import options
from turingrad.cli.render.reports import command_line, save
from turingrad.cli.render.terminal import out, print_json, progress, shown, text_curve
from turingrad.errors import InputError
from turingrad.machine.run import Progress
from turingrad.writing import require_writable

if TYPE_CHECKING:
    from turingrad.theory.limits import Experiment, Part

EXPERIMENTS = ("separation", "parity-images", "connectivity", "arithmetic")
OWN_OPTIONS = {
    "bits": "separation",
    "steps": "separation",
    "sigma": "separation",
    "draws": "separation",
    "grid": "parity-images",
    "pixel": "parity-images",
    "beside": "parity-images",
    "every": "parity-images",
    "vertices": "connectivity",
    "degree": "connectivity",
    "cycle": "connectivity",
    "base": "arithmetic",
    "addends": "arithmetic",
}
"""Options that only one experiment has."""


def register(app: typer.Typer) -> None:
    app.command("limits")(limits)


def limits(
    experiment: Annotated[str, typer.Argument(help="separation, parity-images, connectivity or arithmetic.")],
    train: Annotated[int, typer.Option(min=1, help="Training samples.")] = 1000,
    test: Annotated[int, typer.Option(min=1, help="Test samples.")] = 1000,
    epochs: Annotated[int, typer.Option(min=1, help="Epochs of the ReLU net.")] = 80,
    layers: Annotated[int, typer.Option(min=1, help="Its hidden layers.")] = 3,
    width: Annotated[int, typer.Option(min=1, help="Their width.")] = 128,
    rate: Annotated[float, typer.Option(help="Its step size.")] = 0.1,
    batch: Annotated[int, typer.Option(min=1, help="Its batch size.")] = 32,
    bits: Annotated[int | None, typer.Option(min=2, help="separation: bits of the random parities [20].")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="separation: steps of the noisy descent [10].")] = None,
    sigma: Annotated[float | None, typer.Option(help="separation: its noise on every weight [0.1].")] = None,
    draws: Annotated[int | None, typer.Option(min=1, help="separation: parities that are drawn [4].")] = None,
    grid: Annotated[int | None, typer.Option(min=1, help="parity-images: squares a side [13].")] = None,
    pixel: Annotated[int | None, typer.Option(min=1, help="parity-images: pixels a side of a square [1].")] = None,
    beside: Annotated[
        int | None, typer.Option(min=0, help="parity-images: squares a side with the emulation net beside [13].")
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--every", help="parity-images: the parity of all squares, as in Figure 5, not a random one."),
    ] = False,
    vertices: Annotated[int | None, typer.Option(min=6, help="connectivity: vertices of a graph [28].")] = None,
    degree: Annotated[int | None, typer.Option(min=2, help="connectivity: the degree of its vertices [3].")] = None,
    cycle: Annotated[int | None, typer.Option(min=1, help="connectivity: vertices of one cycle or two [12].")] = None,
    base: Annotated[int | None, typer.Option(min=2, help="arithmetic: base, numbers and digits [5].")] = None,
    addends: Annotated[int | None, typer.Option(min=2, help="arithmetic: binary numbers and digits [6].")] = None,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train a plain ReLU net on what it cannot learn, and an emulation net, by SGD as well, that does learn it."""
    if experiment not in EXPERIMENTS:
        raise InputError(f"no experiment {experiment!r}; there are {', '.join(EXPERIMENTS)}")
    require_writable(report)
    own = options.given(
        bits=bits, steps=steps, sigma=sigma, draws=draws, grid=grid, pixel=pixel, beside=beside, every=every or None,
        vertices=vertices, degree=degree, cycle=cycle, base=base, addends=addends,
    )  # fmt: skip
    for option in own:
        if OWN_OPTIONS[option] != experiment:
            raise InputError(f"--{option} is an option of {OWN_OPTIONS[option]}, not of {experiment}")
    net = {"layers": layers, "width": width, "rate": rate, "batch": batch, "epochs": epochs}
    with progress(quiet or json) as tell:
        found = run(experiment, net, own | {"train": train, "test": test, "seed": seed}, tell)
    if report is not None:
        from turingrad.view.experiment_pages import limits_report

        pictures = [part.pictures for part in found.parts]
        save(report, lambda: limits_report(found.as_json(), pictures, command=command_line()))
    if json:
        print_json(found.as_json())
        return
    for part in found.parts:
        print_part(part)


def run(experiment: str, net: dict[str, float], sizes: dict[str, object], tell: Progress) -> Experiment:
    from turingrad.theory import limits as theory

    if experiment == "separation":  # it has nets and samples of its own
        own = {name: value for name, value in sizes.items() if name not in ("train", "test")}
        return theory.separation(progress=tell, **own)  # type: ignore[arg-type]
    functions = {
        "parity-images": theory.parity_images,
        "connectivity": theory.connectivity,
        "arithmetic": theory.arithmetic,
    }
    result: Experiment = functions[experiment](net=theory.ReluNet(**net), progress=tell, **sizes)  # type: ignore[arg-type, operator]
    return result


def print_part(part: Part) -> None:
    out.print(part.title, style="bold", markup=False, highlight=False)
    out.print(part.about, markup=False, highlight=False)
    for name, value in part.figures.items():
        between = "\n" if "\n" in str(value) else " "
        out.print(f"  {name}:{between}{shown(value)}", markup=False, highlight=False)
    table = Table(box=None)
    table.add_column("trained by SGD", no_wrap=True)
    for column in ("weights", "samples", "training\nerror", "test\nerror"):
        table.add_column(column, justify="right")
    table.add_column("")
    for each in part.trained:
        errors = (f"{each.train_error:.3f}", f"{each.test_error:.3f}")
        counts = (f"{count:,}" for count in (each.weights, each.samples))
        table.add_row(each.network, *counts, *errors, "chance" if each.at_chance else "")
    out.print(table)
    for each in part.trained:
        for name, values in each.curves.items():
            out.print(text_curve(values, f"{each.network}, {name}"), markup=False, highlight=False)
    out.print()
