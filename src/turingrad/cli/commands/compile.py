"""`turingrad compile`: a program to a machine file, or a machine to a network in a folder."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from turingrad import formats
from turingrad.cli import options
from turingrad.cli.machines import read_for
from turingrad.cli.render.fields import machine_name
from turingrad.cli.render.terminal import out, print_fields, print_json
from turingrad.constructions import construction_names
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES


def compile_command(
    file: options.MachineFile,
    output: options.Output,
    to: Annotated[
        str | None, typer.Option(help=f"{', '.join(construction_names())}; without it a machine file is written.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", help="An option of the construction, as name=value; repeatable.")
    ] = None,
    cells: options.Cells = None,
    context: options.Context = None,
    dtype: options.Dtype = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
) -> None:
    """Compile a program to a machine file (format by extension), or a machine to a network (a folder)."""
    machine = read_for(to, file, format, max_bytes)
    if to is None:
        if option or dtype or cells or context:
            raise InputError("--option, --cells, --context and --dtype go with --to")
        formats.write(machine, output)
        fields: dict[str, Any] = {"machine": machine_name(machine, file), "output": str(output)}
    else:
        from turingrad import constructions
        from turingrad.constructions.folder import save
        from turingrad.exact import torch_dtype

        chosen = dict(parsed(text) for text in option or ()) | options.given(cells=cells, context=context)
        kind = None if dtype is None else torch_dtype(dtype)
        network = constructions.compile(machine, to=to, dtype=kind, **chosen)
        save(network, output)
        fields = {
            "machine": machine_name(machine, file),
            "to": to,
            "output": str(output),
            "parameters": network.parameter_count(),
            "certificate": network.certificate.dtypes(),
        }
    if json:
        print_json(fields)
    else:
        print_fields(repr(machine), fields)
        out.print()


def parsed(text: str) -> tuple[str, Any]:
    """`steps=100` to ("steps", 100): numbers and true/false as such, everything else as text."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise InputError(f"--option {text!r} is not of the form name=value")
    if value in ("true", "false"):
        return name, value == "true"
    for kind in (int, float):
        try:
            return name, kind(value)
        except ValueError:
            continue
    return name, value
