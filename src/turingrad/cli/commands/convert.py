"""`turingrad convert`: between file formats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turingrad import formats
from turingrad.cli import options
from turingrad.cli.render.terminal import print_json, say
from turingrad.constructions.resolve import resolve_machine
from turingrad.formats import MAX_BYTES
from turingrad.formats.rewriting import rewrite as rewritten


def convert_command(
    source: options.Subject,
    target: Annotated[Path, typer.Argument(help="The file to write; its extension names the format.")],
    from_: Annotated[
        str | None, typer.Option("--from", help="The source's format, if it cannot be recognised.")
    ] = None,
    to: Annotated[str | None, typer.Option(help="The target's format, if its extension does not name it.")] = None,
    rewrite: Annotated[
        bool,
        typer.Option(
            "--rewrite", help="Write a circuit that is proven equal and has at most as many gates (needs aigverse)."
        ),
    ] = False,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
) -> None:
    """Read a machine or a circuit and write it in another format."""
    machine = resolve_machine(source, format=from_, max_bytes=max_bytes)
    if rewrite:
        machine = rewritten(machine)  # type: ignore[type-var]  # it refuses machines itself
    formats.write(machine, target, format=to)
    if json:
        print_json({"machine": machine.name, "source": source, "target": str(target)})
    else:
        say(f"wrote {target}: {machine!r}")
