"""`turingrad view`: a run as a page to step through."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.inputs import tape_input
from turingrad.cli.machines import read_for
from turingrad.cli.render.terminal import out, print_json, progress
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.machine.tape import TapeMachine


def register(app: typer.Typer) -> None:
    app.command("view")(view)


def view(
    file: options.MachineFile,
    on: Annotated[str, typer.Option(help="reference, or the name of a construction.")] = "reference",
    input: Annotated[str | None, typer.Option(help="The tape; default: the machine's own input.")] = None,
    input_sep: Annotated[str | None, typer.Option(help="Separates the symbols of --input, if they are longer.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The page; left out, a temporary file opens in the browser.")
    ] = None,
    first: Annotated[int, typer.Option("--from", min=0, help="The first step to show.")] = 0,
    last: Annotated[int | None, typer.Option("--to", min=0, help="The last step to show.")] = None,
    max_steps: Annotated[int | None, typer.Option(min=0, help="Stop after this many steps [1,000,000].")] = None,
    executor: options.Executor = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """See a run: one HTML file with play, step, jump and the network's inside, which loads nothing."""
    from turingrad.view import view as page_of

    machine = read_for(on, file, format, max_bytes)
    if output is not None and not output.parent.is_dir():
        raise InputError(f"cannot write {output}: there is no folder {output.parent}")
    given = tape_input(machine, input, input_sep) if isinstance(machine, TapeMachine) else input
    with progress(quiet or json) as tell:
        page = page_of(
            machine,
            given,
            on=on,
            executor=executor,
            max_steps=max_steps,
            first=first,
            last=last,
            command=command_line(),
            progress=tell,
        )
    path = page.open() if output is None else page.save(output)
    if json:
        print_json({"page": str(path), "title": page.title, "bytes": path.stat().st_size})
    else:
        out.print(f"{page.title}: {path} ({path.stat().st_size / 1e6:.1f} MB)", markup=False, highlight=False)


def command_line() -> str:
    """What the user typed, as it can be typed again."""
    return shlex.join(["turingrad", *sys.argv[1:]])
