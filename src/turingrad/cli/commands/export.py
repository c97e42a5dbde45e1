"""`turingrad export`: a network in the form of another tool."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from turingrad._support.files import is_folder
from turingrad.cli import completion, options
from turingrad.cli.commands.compile import parse_option
from turingrad.cli.render.fields import machine_name
from turingrad.cli.render.results import print_export
from turingrad.cli.render.terminal import out, print_fields, print_json, progress
from turingrad.constructions import construction_names
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.machine.kinds import kind_of

On = Annotated[
    str | None,
    typer.Option(
        "--on",
        help="The construction, if the form takes several. [default: by the kind of machine]",
        autocompletion=completion.compiling_names,
    ),
]


def export_command(
    file: options.Subject,
    output: options.Output,
    to: Annotated[
        str | None,
        typer.Option(help="The form: onnx, llama, gpt2 or gguf."),
    ] = None,
    vectors: Annotated[
        int | None,
        typer.Option(min=1, help="Instead of --to: write this many inputs with their expected outputs, as .npz."),
    ] = None,
    construction: On = None,
    graph: Annotated[
        str | None,
        typer.Option(
            help="onnx: step (one layer, pass or gradient step), run (until it halts) or train (SGD, descent)."
        ),
    ] = None,
    opset: Annotated[int | None, typer.Option(help="onnx: the operator set, 18 to the newest. [default: 18]")] = None,
    cells: options.Cells = None,
    context: options.Context = None,
    option: options.Construction = None,
    dtype: Annotated[
        str,
        typer.Option(
            help="float32, bfloat16, float16; onnx: float64, int8, int32 and int64 too. Refused if not exact."
        ),
    ] = "float32",
    check: Annotated[bool, typer.Option(help="Do not test the written file in its runtime.")] = True,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    verbose: options.Verbose = False,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Write a network for other tools: Llama, GPT-2, GGUF, ONNX."""
    from turingrad.export import export, target

    if (to is None) == (vectors is None):
        raise InputError("name either a form with --to or a number of test vectors with --vectors")
    chosen = dict(parse_option(text) for text in option or ()) | options.options_given(cells=cells, context=context)
    form = None if to is None else target(to)
    allowed = construction_names() if form is None else form.constructions
    on = construction or (None if form is None else form.construction)
    network, name = network_of(file, on, allowed, chosen, format, max_bytes)
    fields: dict[str, Any] = {"machine": name, "output": str(output)}
    with progress(quiet or json) as tell:
        if to is None:
            from turingrad.export.vectors import write_vectors

            fields |= {"vectors": vectors, "arrays": write_vectors(network, output, vectors or 0, progress=tell)}
        else:
            settings = options.options_given(graph=graph, opset=opset)
            written = export(network, to, output, dtype=dtype, check=check, progress=tell, **settings)
            fields = {"machine": name, "to": to, "output": str(output), "dtype": dtype}
            fields |= written.figures
    show(name, fields, json, verbose or to is None)


def show(name: str, fields: dict[str, Any], json: bool, verbose: bool) -> None:
    if json:
        print_json(fields)
    elif not verbose:
        print_export(name, fields)
    else:
        print_fields(name, fields)
        out.print()


def network_of(
    file: str, on: str | None, allowed: tuple[str, ...], chosen: dict[str, Any], format: str | None, max_bytes: int
) -> tuple[Any, str]:
    """The network of a compiled folder, or of a machine compiled now."""
    from turingrad.constructions.prepare import prepare
    from turingrad.constructions.resolve import is_network, resolve

    if on is not None and on not in allowed and not is_folder(file):
        raise InputError(f"--on {on}: this form takes networks of {', '.join(allowed)}")
    subject = resolve(file, on, format=format, max_bytes=max_bytes)
    if is_network(subject):
        on = None  # a folder is exported as it was compiled; the form says what it takes
    elif on is None:
        on = kind_of(subject).default_construction or allowed[0]
    ready = prepare(subject, on=on, verb="export", max_steps=None, options=chosen, sizes=lambda _room, _limit: {})
    return ready.network, machine_name(ready.machine, file)
