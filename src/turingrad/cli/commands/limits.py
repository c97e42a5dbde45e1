"""`turingrad limits`: what noisy gradient descent cannot learn and plain nets did not, beside networks that do."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

from turingrad._support.files import require_writable
from turingrad._support.text import name_alternatives
from turingrad.cli import options
from turingrad.cli.render.reports import save
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import (
    finish,
    format_value,
    out,
    print_json,
    print_wrapped,
    progress,
    say,
    text_curve,
)
from turingrad.errors import InputError
from turingrad.machine.run import Progress
from turingrad.python.files import load_object

if TYPE_CHECKING:
    from turingrad.theory.limits import Experiment, Part

RELU_NET = ("train", "test", "epochs", "layers", "width", "rate", "batch")
TWO_LAYERS = ("width", "rate", "batch", "steps")
TAKES = {
    "separation": ("bits", "steps", "rate", "sigma", "draws", "class"),
    "parity-images": (*RELU_NET, "grid", "pixel", "beside", "every"),
    "connectivity": (*RELU_NET, "vertices", "degree", "cycle"),
    "arithmetic": (*RELU_NET, "base", "addends", "digits"),
    "initialisation": (*TWO_LAYERS, "bits", "draws"),
    "monomials": (*TWO_LAYERS, "bits", "degree"),
    "noise": ("bits", "steps", "draws"),
    "metaalgorithm": ("bits", "train", "draws", "gates"),
}
"""The options of each experiment, beside those of every command."""

Train = Annotated[
    int | None, typer.Option(min=1, help="Training samples of the ReLU net [1000], of metaalgorithm [24].")
]
Gates = Annotated[int | None, typer.Option(min=1, help="metaalgorithm: grid machines of up to so many gates [25000].")]
Width = Annotated[int | None, typer.Option(min=1, help="Hidden units [128; initialisation and monomials 512].")]
Rate = Annotated[
    float | None,
    typer.Option(
        help="Step size of the plain net [0.1; initialisation and monomials 0.05]; separation with --class [0.1]."
    ),
]
Bits = Annotated[
    int | None,
    typer.Option(min=2, help="separation [10], initialisation, monomials [24], noise [4], metaalgorithm [3]: bits."),
]
Steps = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Steps of separation [bits + 8; with --class 100], noise [12], initialisation and monomials [4000].",
    ),
]
Draws = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Parities of separation [4], initialisation [1]; draws of noise [10]; problems of metaalgorithm [3].",
    ),
]
Beside = Annotated[int | None, typer.Option(min=0, help="parity-images: squares per side for the emulation net [13].")]
Sigma = Annotated[
    float | None,
    typer.Option(help="separation: noise on every weight [what is proven at batches of 1; with --class 0.01]."),
]
Class = Annotated[
    str | None,
    typer.Option(
        "--class", help="separation: FILE.py:NAME, a class of functions of your own (draw, points, moments, bias)."
    ),
]
Every = Annotated[
    bool,
    typer.Option("--every", help="parity-images: the parity of all squares, as in Figure 5, not a random one."),
]
Degree = Annotated[
    int | None,
    typer.Option(min=1, help="connectivity: the degree of its vertices [3]; monomials: one degree only."),
]
Addends = Annotated[
    int | None, typer.Option(min=1, help="arithmetic: numbers that are added [8, 5, 5; else the base].")
]
Digits = Annotated[int | None, typer.Option(min=1, help="arithmetic: their digits [4, 4, 5; else the base].")]


def limits_command(
    experiment: Annotated[str, typer.Argument(help=f"{', '.join(TAKES)}.")],
    train: Train = None,
    test: Annotated[int | None, typer.Option(min=1, help="ReLU net: test samples [1000].")] = None,
    epochs: Annotated[int | None, typer.Option(min=1, help="ReLU net: epochs [80].")] = None,
    layers: Annotated[int | None, typer.Option(min=1, help="ReLU net: hidden layers [3].")] = None,
    width: Width = None,
    rate: Rate = None,
    batch: Annotated[int | None, typer.Option(min=1, help="Its batch size [32; initialisation, monomials 64].")] = None,
    bits: Bits = None,
    steps: Steps = None,
    sigma: Sigma = None,
    draws: Draws = None,
    grid: Annotated[int | None, typer.Option(min=1, help="parity-images: squares per side [13].")] = None,
    pixel: Annotated[int | None, typer.Option(min=1, help="parity-images: pixels per side of a square [1].")] = None,
    beside: Beside = None,
    every: Every = False,
    vertices: Annotated[int | None, typer.Option(min=6, help="connectivity: vertices of a graph [28].")] = None,
    degree: Degree = None,
    cycle: Annotated[int | None, typer.Option(min=1, help="connectivity: vertices of one cycle or two [12].")] = None,
    base: Annotated[int | None, typer.Option(min=2, help="arithmetic: one prime base only [2, 3 and 5].")] = None,
    addends: Addends = None,
    digits: Digits = None,
    gates: Gates = None,
    functions: Class = None,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train plain nets on what they do not learn, beside nets that do."""
    if experiment not in TAKES:
        raise InputError(f"no experiment {experiment!r}{name_alternatives(experiment, TAKES)}")
    require_writable(report)
    own = options.options_given(
        train=train, test=test, epochs=epochs, layers=layers, width=width, rate=rate, batch=batch, bits=bits,
        steps=steps, sigma=sigma, draws=draws, grid=grid, pixel=pixel, beside=beside, every=every or None,
        vertices=vertices, degree=degree, cycle=cycle, base=base, addends=addends, digits=digits, gates=gates,
        **{"class": functions},
    )  # fmt: skip
    for option in own:
        if option not in TAKES[experiment]:
            takers = ", ".join(name for name, taken in TAKES.items() if option in taken)
            raise InputError(f"--{option} is an option of {takers}, not of {experiment}")
    with progress(quiet or json) as tell:
        found = run(experiment, own, seed, tell)
    save(report, "limit_pages.limits_report", found.as_json(), [part.pictures for part in found.parts])
    if json:
        print_json(found.as_json())
    else:
        for part in found.parts:
            print_part(part)
    finish(found.interrupted)


def run(experiment: str, own: dict[str, Any], seed: int, tell: Progress) -> Experiment:
    """The experiment with the options that were given; every other has its own default."""
    from turingrad.theory import limits as theory

    function = getattr(theory, {"metaalgorithm": "metaalgorithms"}.get(experiment, experiment.replace("-", "_")))
    sizes = dict(own)
    for names, kind in ((RELU_NET, theory.ReluNet), (TWO_LAYERS, theory.TwoLayers)):
        if set(names) <= set(TAKES[experiment]):
            sizes["net"] = kind(**{field.name: sizes.pop(field.name) for field in fields(kind) if field.name in sizes})
    for option, many in (("base", "bases"), ("degree", "degrees")):
        if option in sizes and experiment in ("arithmetic", "monomials"):
            sizes[many] = (sizes.pop(option),)
    if "class" in sizes:
        sizes["functions"] = load_object(sizes.pop("class"))
    found: Experiment = function(seed=seed, progress=tell, **sizes)
    return found


def print_part(part: Part) -> None:
    say(part.title, "bold")
    print_wrapped(part.about, 0)
    for name, value in part.figures.items():
        between = "\n" if "\n" in str(value) else " "
        say(f"  {name}:{between}{format_value(value)}")
    if part.rows:
        words = [name for name, value in part.rows[0].items() if isinstance(value, str)]
        rows = ([format_value(value) for value in row.values()] for row in part.rows)
        out.print(table(list(part.rows[0]), rows, left=words, box=None))
    if part.trained:
        print_training(part)
    out.print()


def print_training(part: Part) -> None:
    columns = ("trained by SGD", "weights", "samples", "training\nerror", "test\nerror", "")
    rows = []
    for each in part.trained:
        errors = (f"{each.train_error:.3f}", f"{each.test_error:.3f}")
        counts = (f"{count:,}" for count in (each.weights, each.samples))
        rows.append((each.network, *counts, *errors, "chance" if each.at_chance else ""))
    out.print(table(columns, rows, left=("trained by SGD", ""), box=None))
    for each in part.trained:
        for name, values in each.curves.items():
            say(text_curve(values, f"{each.network}, {name}"))
