"""`turingrad margin`: how far all parameters may move together before a prediction changes, and what that says."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from turingrad._support.files import require_writable
from turingrad.cli import completion, options
from turingrad.cli.margin_figures import figures
from turingrad.cli.render.chain import show_chain
from turingrad.cli.render.contrast import show_contrast
from turingrad.cli.render.fields import machine_name
from turingrad.cli.render.reports import save
from turingrad.cli.render.results import print_margin
from turingrad.cli.render.sample_curve import show_definition, show_sample_curve
from turingrad.cli.render.series import Goes
from turingrad.cli.render.sizes import show_sizes
from turingrad.cli.render.terminal import finish, print_fields, print_json, progress
from turingrad.cli.render.tolerance import show_tolerance
from turingrad.constructions.resolve import resolve_machine
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.machine.kinds import kind_of

WITH_MARGIN = {"circuit": "feedforward", "tape": "transformer"}  # the kinds that Wei, Chen and Ma bound
On = Annotated[
    str | None,
    typer.Option(help="transformer or feedforward; told by the file if left out. descent: what a run bears."),
]
Subject = Annotated[
    str | None,
    typer.Argument(
        help="A tape machine, a circuit, or the folder of a compiled network; not needed with --chain or --contrast.",
        autocompletion=completion.machine_names,
    ),
]
Layers = Annotated[str, typer.Option(help="Machines: compact, or paper for Lemmas C.1 to C.8 in order.")]
Learn = Annotated[
    bool,
    typer.Option("--learn", help="Train nets on samples and compare margins; without a file: Definition 2.1."),
]
Samples = Annotated[str, typer.Option(help="With --learn: the numbers of samples.")]
Gamma = Annotated[float, typer.Option(min=1e-6, max=10.0, help="With --learn: gamma of the loss (2.2).")]
Length = Annotated[int, typer.Option(min=1, max=12, help="With --learn, machines: the length of the strings.")]
Attention = Annotated[str, typer.Option(help="Machines: hard, or softmax (corrected networks only).")]
Contrast = Annotated[
    bool,
    typer.Option(
        "--contrast",
        help="Margins against T of three constructions [palindrome; others with --input WORD,WORD,...].",
    ),
]
Plot = Annotated[
    Path | None, typer.Option(help="Write an SVG: the chain, the contrast, samples by width, or steps tolerated.")
]


def margin_command(
    file: Subject = None,
    on: On = None,
    input: Annotated[str | None, typer.Option(help="The input to attack: a tape, or a bit vector.")] = None,
    output: Annotated[str | None, typer.Option(help="Circuits: the output to attack [the first].")] = None,
    steps: Annotated[int, typer.Option(min=1, help="Machines: T, the steps of the run.")] = 20,
    layers: Layers = "compact",
    attention: Attention = "hard",
    budget: Annotated[int, typer.Option(min=0, help="Evaluations that each attack may use; 0 for none.")] = 300,
    epsilon: Annotated[float, typer.Option(min=1e-6, max=0.999, help="The error of Lemma 2.3.")] = 0.1,
    chain: Annotated[bool, typer.Option("--chain", help="Claim 3.5's chain: margin versus depth.")] = False,
    depths: Annotated[str, typer.Option(help="With --chain: the depths.")] = "1,2,4,8,16,32",
    contrast: Contrast = False,
    learn: Learn = False,
    samples: Samples = "8,16,32,64",
    gamma: Gamma = 0.1,
    length: Length = 4,
    seed: options.Seed = 0,
    plot: Plot = None,
    report: options.Report = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    verbose: options.Verbose = False,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """The all-layer margin of a compiled network, certified and attacked, and how many samples learn it.

    With --on descent: a run by gradient descent with noise, wrong rates, momentum, Adam or a perturbed start, and how
    large each may be before a step goes wrong.
    """
    to = Goes(plot, report, json, quiet)
    for path in (plot, report):
        require_writable(path)
    if chain:
        show_chain(depths, budget or 300, to)
        return
    if contrast:
        machine = resolve_machine("palindrome" if file is None else file, format=format, max_bytes=max_bytes)
        show_contrast(machine, None if input is None else input.split(","), budget, epsilon, to)
        return
    if learn and file is None:
        show_definition(samples, gamma, epsilon, seed, to)
        return
    if file is None:
        raise InputError("margin needs a machine or a circuit (or --chain, --contrast or --learn)")
    machine = resolve_machine(file, format=format, max_bytes=max_bytes)
    if learn:
        show_sample_curve(machine, machine_name(machine, file), output, length, samples, gamma, seed, to)
        return
    if on == "descent":
        show_tolerance(machine, machine_name(machine, file), input, steps, to)
        return
    fields: dict[str, Any] = {"machine": machine_name(machine, file), "on": construction_with_margin(machine, on)}
    interrupted = False
    with progress(quiet or json) as tell:
        try:
            for more in figures(machine, input, output, steps, layers, attention, budget, epsilon, plot, tell):
                fields |= more
        except KeyboardInterrupt:
            interrupted = fields["interrupted"] = True  # what is there is true
    show_fields(fields, report, json, verbose, interrupted)


def show_fields(fields: dict[str, Any], report: Path | None, json: bool, verbose: bool, interrupted: bool) -> None:
    save(report, "report_pages.margin_report", fields)
    if json:
        print_json(fields)
    elif not verbose:
        print_margin(fields)
    else:
        tables: dict[str, Any] = {key: fields[key] for key in ("by_width", "by_depth") if key in fields}
        print_fields(str(fields["machine"]), {key: value for key, value in fields.items() if key not in tables})
        show_sizes(tables)
    finish(interrupted)


def construction_with_margin(machine: Any, on: str | None) -> str:
    """The construction whose networks have a margin: the only one that may be asked for."""
    found = WITH_MARGIN.get(kind_of(machine).name)
    if found is None or on not in (None, found):
        have = "no network with a margin" if found is None else f"the {found} only"
        raise InputError(
            f"a {type(machine).__name__} has {have}; circuits go on feedforward, tape machines on transformer"
        )
    return found
