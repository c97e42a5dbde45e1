"""`turingrad margin FILE`: the all-layer margin of a compiled network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from turingrad._support.files import require_writable
from turingrad.cli import options
from turingrad.cli.margin_figures import figures
from turingrad.cli.margin_options import Budget, Epsilon, Input, Plot, Steps, WhichOutput
from turingrad.cli.render.fields import machine_name
from turingrad.cli.render.reports import save
from turingrad.cli.render.results import print_margin
from turingrad.cli.render.sizes import show_sizes
from turingrad.cli.render.terminal import finish, print_fields, print_json, progress
from turingrad.constructions.resolve import resolve_machine
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.machine.kinds import kind_of

WITH_MARGIN = {"circuit": "feedforward", "tape": "transformer"}  # the kinds that Wei, Chen and Ma bound


def network_command(
    file: options.Subject,
    on: Annotated[str | None, typer.Option(help="transformer or feedforward [by the kind of machine].")] = None,
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

    This is what `turingrad margin FILE` runs. --plot draws the samples by width.
    """
    for path in (plot, report):
        require_writable(path)
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
        of = "circuits (on feedforward) and of tape machines (on transformer)"
        where = "" if on is None else f" on {on}"
        raise InputError(f"margins are those of {of}, not of a {kind_of(machine).title}{where}")
    return found
