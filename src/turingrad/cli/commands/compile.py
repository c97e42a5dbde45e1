"""`turingrad compile`: a program to a machine file, or a machine to a network in a folder."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from turingrad import formats
from turingrad.cli import completion, options
from turingrad.cli.explain import explain_python
from turingrad.cli.render.fields import machine_name
from turingrad.cli.render.tables import folded_table
from turingrad.cli.render.terminal import out, print_fields, print_json
from turingrad.constructions import construction_names
from turingrad.constructions.resolve import resolve_machine
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.language import explain_program
from turingrad.library.sources import program_source
from turingrad.python.files import is_python_source

Explain = Annotated[
    bool,
    typer.Option(
        "--explain",
        help="Say how many states each line and register of a .tg program costs, or which gates or instructions "
        "each line of a Python function or class (FILE.py:NAME) became.",
    ),
]
Arguments = Annotated[
    str | None, typer.Option(help="--explain of a Python function: the arguments of the call, as in Python.")
]
Via = Annotated[
    str | None,
    typer.Option(
        help="--explain of Python: circuit (the default for a function whose arguments are annotated with tg.Int "
        "ranges, and for a class with update) or program."
    ),
]
Features = Annotated[int | None, typer.Option(help="--explain of a Python class: how many features; default 4.")]
Data = Annotated[
    Path | None, typer.Option(help="--explain of a Python class: a CSV file of samples, instead of random signs.")
]


def compile_command(
    file: options.Subject,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file, or with --to the new folder, to write.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            help=f"{', '.join(construction_names())}; without it a machine file is written.",
            autocompletion=completion.compiling_names,
        ),
    ] = None,
    option: options.Construction = None,
    explain: Explain = False,
    input: Arguments = None,
    via: Via = None,
    features: Features = None,
    data: Data = None,
    cells: options.Cells = None,
    context: options.Context = None,
    dtype: options.Dtype = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
) -> None:
    """Compile a .tg program to a machine, or a machine to a network."""
    if explain:
        if to or option or dtype or cells or context or output:
            raise InputError(
                "--explain writes nothing; it goes only with --input, --via, --features, --data, --format, --max-bytes "
                "and --json"
            )
        if is_python_source(file):
            explain_python(file, input, via, features, data, json)
            return
    if any(each is not None for each in (input, via, features, data)):
        raise InputError("--input, --via, --features and --data are for --explain of Python code, FILE.py:NAME")
    if explain:
        explain_command(file, format, max_bytes, json)
        return
    if is_python_source(file):
        raise InputError(
            f"{file} is Python code, which is compiled when it runs: `turingrad run` takes a function, `turingrad "
            "learn` a class; in Python, tg.circuit compiles a function to gates"
        )
    if output is None:
        raise InputError("say where to write: -o PATH")
    machine = resolve_machine(file, to, format=format, max_bytes=max_bytes)
    if to is None:
        if option or dtype or cells or context:
            raise InputError("--option, --cells, --context and --dtype go with --to")
        formats.write(machine, output)
        fields: dict[str, Any] = {"machine": machine_name(machine, file), "output": str(output)}
    else:
        chosen = dict(parse_option(text) for text in option or ()) | options.options_given(cells=cells, context=context)
        fields = {"machine": machine_name(machine, file), **write_network(machine, to, output, dtype, chosen)}
    if json:
        print_json(fields)
    else:
        print_fields(repr(machine), fields)
        out.print()


def write_network(machine: Any, to: str, output: Path, dtype: Any, chosen: dict[str, Any]) -> dict[str, Any]:
    """Compile a machine to a network in a new folder; what is printed about it."""
    from turingrad import constructions
    from turingrad.constructions.folder import save

    network = constructions.compile(machine, to=to, dtype=dtype, **chosen)
    save(network, output)
    parameters, certificate = network.parameter_count(), network.certificate.dtypes()
    return {"to": to, "output": str(output), "parameters": parameters, "certificate": certificate}


def explain_command(file: str, format: str | None, max_bytes: int, as_json: bool) -> None:
    """The states of a program, line by line and register by register."""
    found = explain_program(*program_source(file, format, max_bytes))
    if as_json:
        print_json({"states": found.states, "machine_states": found.machine_states} | asdict(found))
        return
    rows = [
        [
            str(line.line or "start"),
            str(line.states),
            str(line.machine_states),
            ", ".join(f"{c.name} {c.values} ({c.states})" for c in line.registers),
            line.text,
        ]
        for line in found.lines
    ]
    rows.append(["all", str(found.states), str(found.machine_states), "", ""])
    out.print(
        folded_table(("line", "states", "after merging", "registers: values (states they cost)", "program"), rows)
    )
    if found.registers:
        costs = [[c.name, str(c.values), str(c.states)] for c in found.registers]
        out.print(folded_table(("register", "values", "states it costs"), costs))


def parse_option(text: str, option: str = "--option") -> tuple[str, Any]:
    """`steps=100` to ("steps", 100): numbers and true/false as such, everything else as text."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise InputError(f"{option} {text!r} is not of the form name=value")
    if value in ("true", "false"):
        return name, value == "true"
    for kind in (int, float):
        try:
            return name, kind(value)
        except ValueError:
            continue
    return name, value
