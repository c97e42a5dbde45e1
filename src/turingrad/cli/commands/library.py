"""`turingrad library`: what is ready to use."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table

from turingrad import formats, library
from turingrad._support.validation.values import choice
from turingrad.cli import completion, options
from turingrad.cli.render.terminal import format_value, out, print_fields, print_json, say
from turingrad.machine.kinds import kind_of


def library_command(
    name: Annotated[
        str | None,
        typer.Argument(
            help="The name of an entry; some circuits take a size, as in adder-8.",
            autocompletion=completion.machine_names,
        ),
    ] = None,
    form: Annotated[str | None, typer.Option(help=f"One of {', '.join(library.FORMS)}.")] = None,
    json: options.AsJson = False,
) -> None:
    """List the library, or show one entry with its rules."""
    if form is not None:
        choice(form, "--form", library.FORMS)
    if name is None:
        entries = [library.entry(each) for each in library.names()]
        chosen = [entry for entry in entries if form is None or form in entry.forms]
        if json:
            print_json([describe_entry(entry) for entry in chosen])
        else:
            out.print(entries_table(chosen))
        return
    entry = library.entry(name)
    machine = library.load(name, form=form)
    if json:
        print_json({**describe_entry(entry), "machine": formats.to_object(machine)})
        return
    facts = {"doc": entry.doc, "forms": ", ".join(entry.forms), **entry.known}
    print_fields(repr(machine), facts)
    for line in kind_of(machine).listing(machine):
        say(f"  {line}")


def describe_entry(entry: library.Entry) -> dict[str, Any]:
    return {**asdict(entry), "known": dict(entry.known), "forms": list(entry.forms)}


def entries_table(entries: list[library.Entry]) -> Table:
    table = Table(title="turingrad library", title_justify="left", box=None, pad_edge=False)
    table.add_column("name", no_wrap=True)
    table.add_column("forms", no_wrap=True)
    table.add_column("what it is")
    for entry in entries:
        known = ", ".join(f"{key} {format_value(value)}" for key, value in entry.known.items())
        name = entry.name + ("-N" if library.has(f"{entry.name}-8") else "")
        table.add_row(name, ", ".join(entry.forms), entry.doc + (f" ({known})" if known else ""))
    return table
