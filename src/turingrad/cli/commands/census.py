"""`turingrad census`: every learner of one or two states, enumerated."""

from __future__ import annotations

import json as json_text
from pathlib import Path
from typing import Annotated, Any

import typer

from turingrad._support.files import require_writable, write_whole
from turingrad._support.text import amount
from turingrad.cli import options
from turingrad.cli.render.terminal import finish, out, print_json, progress
from turingrad.errors import InputError
from turingrad.search.census import MIXTURES, CensusSettings, make_report, take_census

TaskName = Annotated[str, typer.Option(help=f"One of {', '.join(MIXTURES)}, or FILE.py:NAME of your own.")]
States = Annotated[int, typer.Option(help="States of every machine: 1 or 2.")]
Dim = Annotated[int, typer.Option(help="Features of a data set.")]
Train = Annotated[int, typer.Option(help="Training examples of a data set.")]
Below = Annotated[
    float,
    typer.Option(
        help="Also list machines that are up to this much less accurate than the best machine of the hill climb that "
        "comes first."
    ),
]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Write the result as JSON.")]


def census_command(
    task: TaskName,
    states: States = 2,
    dim: Dim = 3,
    train: Train = 3,
    below: Below = 0.0,
    engine: options.Engine = "local",
    workers: options.Workers = None,
    address: options.Address = None,
    resume: options.Resume = None,
    output: Output = None,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Enumerate all learners of one or two states, and find the best."""
    settings = CensusSettings(task, states, dim, train, below=below, units=1 if states == 1 else CensusSettings.units)
    if resume is not None and resume == output:
        raise InputError(f"{output} cannot be both the progress file and the result file")
    for path in (resume, output):
        require_writable(path)
    with progress(quiet or json) as tell:
        census = take_census(
            settings, engine=engine, workers=workers, address=address, progress_file=resume, progress=tell
        )
        if census.interrupted and not census.done:
            raise KeyboardInterrupt  # no unit is done: there is nothing to report
        fields = make_report(census, progress=tell).fields()
    fields |= {"interrupted": True} if census.interrupted else {}
    if output is not None:
        write_whole(output, json_text.dumps(fields, ensure_ascii=False, indent=1) + "\n")
    print_json(fields) if json else print_census(fields)
    finish(census.interrupted)


def print_census(fields: dict[str, Any]) -> None:
    size = amount(fields["states"], "state")
    data = f"all data sets of {fields['train']} examples of {fields['dim']} features"
    best = fields["best"]
    if not fields["complete"]:
        out.print(f"{fields['task']}: {fields['units']} of {fields['of_units']} units done, so nothing is proved yet")
    if best is None:
        out.print(f"{fields['task']}: nothing listed so far")
    else:
        claim = f"the provably best of {size}" if fields["complete"] else "the best so far"
        out.print(f"{fields['task']}: {claim} at this size, {data}, {fields['steps_allowed']:,} steps")
        print_machine(best)
    out.print(f"  Bayes, any size    {fields['bayes_accuracy']:.6f}")
    for one in fields["library"][:3]:
        out.print(f"  library            {one['accuracy']:.6f}  {one['name']}")
    for row in fields["scores"][:6]:
        out.print(f"  accuracy {row['accuracy']:.6f}: {row['machines']:,} machines, {row['tables']:,} tables")
    for other in fields["others"]:
        shown = " ".join(f"{one['accuracy']:.3f}" for one in other["larger"])
        out.print(
            f"  also {other['accuracy']:.6f}, at the larger sizes {shown}: {' | '.join(other['rule_lines'])}",
            markup=False,
        )
    out.print(
        f"  counted            {fields['tables_counted']:,} of {fields['tables_without_stays']:,} tables "
        f"(with stays {fields['tables']:,})"
    )
    out.print(
        f"  tree               {fields['nodes']:,} nodes, {fields['cut']:,} cut off, {fields['listed']:,} listed; "
        f"checksum {fields['checksum']}"
    )
    out.print(f"  time               {fields['core_seconds']:,} core seconds")


def print_machine(best: dict[str, Any]) -> None:
    for line in best["rule_lines"]:
        out.print(f"    {line}", markup=False)
    out.print(f"  accuracy           {best['accuracy']:.6f} = {best['fraction']}, exactly")
    for one in best["larger"]:
        out.print(f"    ({one['dim']}, {one['train']})".ljust(21) + f"{one['accuracy']:.4f} measured")
