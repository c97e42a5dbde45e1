"""Measure how far all weights may move before an answer changes.

`turingrad margin FILE` is short for `turingrad margin network FILE`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from turingrad._support.files import require_writable
from turingrad.cli import completion, options
from turingrad.cli.inputs import output_place, parse_input
from turingrad.cli.margin_figures import figures
from turingrad.cli.render.fields import machine_name
from turingrad.cli.render.findings import Destination, numbers, require_picture, show_findings
from turingrad.cli.render.reports import save
from turingrad.cli.render.results import print_margin
from turingrad.cli.render.sizes import show_sizes
from turingrad.cli.render.terminal import finish, print_fields, print_json, progress
from turingrad.constructions.resolve import resolve_machine
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.machine.circuit import Circuit
from turingrad.machine.kinds import kind_of

OptionalSubject = Annotated[
    str | None,
    typer.Argument(
        help=f"A circuit or a tape machine: a file, {options.NAMED}", autocompletion=completion.machine_names
    ),
]
MarginSubject = Annotated[
    str,
    typer.Argument(
        help=f"A circuit or a tape machine: a file, {options.NAMED}", autocompletion=completion.machine_names
    ),
]
TapeSubject = Annotated[
    str,
    typer.Argument(help=f"A tape machine: a file, {options.NAMED}", autocompletion=completion.machine_names),
]
Input = Annotated[str | None, typer.Option(help="The input to attack: a tape, or a bit vector.")]
WhichOutput = Annotated[str | None, typer.Option(help="Circuits: the output to attack. [default: the first]")]
Steps = Annotated[int, typer.Option(min=1, help="Machines: T, the steps of the run.")]
Budget = Annotated[int, typer.Option(min=0, help="Evaluations that each attack may use; 0 for none.")]
SomeBudget = Annotated[int, typer.Option(min=1, help="Evaluations that each attack may use.")]
Epsilon = Annotated[
    float, typer.Option(min=1e-6, max=0.999, help="Count samples for this error (Lemma 2.3 of Wei, Chen and Ma).")
]
Plot = Annotated[Path | None, typer.Option(help="Write a picture (.svg, .png, .pdf).")]

WITH_MARGIN = {"circuit": "feedforward", "tape": "transformer"}  # the kinds that Wei, Chen and Ma bound


def network_command(
    file: MarginSubject,
    on: Annotated[
        str | None, typer.Option(help="transformer or feedforward. [default: by the kind of machine]")
    ] = None,
    input: Input = None,
    output: WhichOutput = None,
    steps: Steps = 20,
    layers: Annotated[
        str, typer.Option(help="Machines: compact, or paper for Lemmas C.1 to C.8 in order.")
    ] = "compact",
    attention: Annotated[str, typer.Option(help="Machines: hard, or softmax (corrected networks only).")] = "hard",
    budget: Budget = 300,
    epsilon: Epsilon = 0.1,
    plot: Plot = None,
    report: options.Report = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    verbose: options.Verbose = False,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Certify and attack the all-layer margin of a compiled network.

    This is what `turingrad margin FILE` runs. The lemmas are those of Wei, Chen and Ma. --plot draws
    two counts of samples against the width of the network: by Lemma 2.3 and by the VC dimension.
    """
    require_picture(plot)
    require_writable(report)
    machine = resolve_machine(file, format=format, max_bytes=max_bytes)
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
        of = "circuits (on feedforward) and tape machines (on transformer)"
        where = "" if on is None else f" on {on}"
        raise InputError(f"margins are computed for {of}, not for a {kind_of(machine).title}{where}")
    return found


def chain_command(
    depths: Annotated[str, typer.Option(help="Depths, separated by commas.")] = "1,2,4,8,16,32",
    budget: SomeBudget = 300,
    plot: Plot = None,
    report: options.Report = None,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure the margin of a chain of gates by its depth (Claim 3.5 of Wei, Chen and Ma)."""
    from turingrad.theory.margins.findings import chain_findings  # torch takes seconds to load

    to, wanted = Destination(plot, report, json, quiet), numbers(depths, "the depths of --depths", 256)
    show_findings(lambda tell: chain_findings(wanted, budget, tell), to)


def contrast_command(
    file: TapeSubject = "palindrome",
    input: Annotated[str | None, typer.Option(help="The inputs, separated by commas.")] = None,
    budget: SomeBudget = 300,
    epsilon: Epsilon = 0.1,
    plot: Plot = None,
    report: options.Report = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Compare the margins of three constructions of one machine.

    Machines other than palindrome need inputs: --input WORD,WORD,...
    """
    from turingrad.theory.margins.contrast_findings import contrast_findings

    to, words = Destination(plot, report, json, quiet), None if input is None else input.split(",")
    machine = resolve_machine(file, format=format, max_bytes=max_bytes)
    show_findings(lambda tell: contrast_findings(machine, words, budget, epsilon, tell), to)


def descent_command(
    file: TapeSubject,
    input: Annotated[str | None, typer.Option(help="The machine's input.")] = None,
    steps: Annotated[int, typer.Option(min=1, help="The steps of the run.")] = 20,
    plot: Plot = None,
    report: options.Report = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Disturb a gradient-descent run until a step goes wrong.

    The disturbances are noise, wrong rates, momentum, Adam and a perturbed start.
    """
    from turingrad.theory.descent.robustness import tolerance_findings

    to = Destination(plot, report, json, quiet)
    machine = resolve_machine(file, format=format, max_bytes=max_bytes)
    given, name = parse_input(None, machine, input), machine_name(machine, file)
    show_findings(lambda tell: tolerance_findings(machine, name, given, steps, tell), to)


def learn_command(
    file: OptionalSubject = None,
    output: Annotated[str | None, typer.Option(help="Circuits: the output to learn. [default: the first]")] = None,
    samples: Annotated[str, typer.Option(help="Numbers of training samples, separated by commas.")] = "8,16,32,64",
    gamma: Annotated[float, typer.Option(min=1e-6, max=10.0, help="gamma in the loss (2.2).")] = 0.1,
    length: Annotated[int, typer.Option(min=1, max=12, help="Machines: the length of the inputs.")] = 4,
    epsilon: Annotated[
        float, typer.Option(min=1e-6, max=0.999, help="Without FILE: the error of Definition 2.1.")
    ] = 0.1,
    seed: options.Seed = 0,
    plot: Plot = None,
    report: options.Report = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train nets on Wei, Chen and Ma's margin loss, and compare them with compiled nets.

    Without FILE it tests Definition 2.1 on random circuits.
    """
    from turingrad.theory.margins.findings import definition_findings, learned_findings

    to, counts = Destination(plot, report, json, quiet), numbers(samples, "the numbers of samples", 4096)
    if file is None:
        show_findings(lambda tell: definition_findings(counts, gamma, epsilon, seed, tell), to)
        return
    machine = resolve_machine(file, format=format, max_bytes=max_bytes)
    name, place = machine_name(machine, file), output_place(machine, output) if isinstance(machine, Circuit) else 0
    show_findings(lambda tell: learned_findings(machine, name, place, length, counts, gamma, seed, tell), to)
