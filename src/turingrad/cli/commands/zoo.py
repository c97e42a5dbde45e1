"""`turingrad zoo`: compiled machines with ground truth, for interpretability methods."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from turingrad._support.text import amount
from turingrad.cli import options
from turingrad.cli.render.terminal import print_json, progress, say


def zoo_command(
    output: options.Output,
    count: Annotated[int, typer.Option(min=1, help="How many machines.")] = 20,
    programs: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="C programs for the processor; 0 leaves it out. [default: 10; 0 if the extra `c` is not installed]",
        ),
    ] = None,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Write library machines as stock Llama folders with labels.

    One more folder is the processor, which runs RV32I programs, with C programs of the library as prompts.
    """
    from turingrad.export.zoo import PROGRAMS, zoo

    compiles = find_spec("ziglang") is not None
    with progress(quiet or json) as tell:
        asked = programs if programs is not None else len(PROGRAMS) * compiles
        entries = zoo(output, count=count, programs=asked, progress=tell)
    if json:
        print_json({"output": str(output), "machines": [entry["name"] for entry in entries]})
        return
    for entry in entries:
        size = f"{entry['depth']} blocks, width {entry['width']}, {entry['tokens']} tokens"
        runs = (
            f"a run of {amount(len(entry['run']), 'token')}"
            if "run" in entry
            else f"prompts of {amount(len(entry['programs']), 'program')}"
        )
        say(f"{entry['name']}: {size}, {runs}")
    say(f"{amount(len(entries), 'machine')} in {output}")
    if programs is None and not compiles:
        say("without the processor: its C programs need the extra `c`: pip install 'turingrad[c]'")
