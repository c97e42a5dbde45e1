"""`turingrad zoo`: compiled machines with ground truth, for interpretability methods."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad._support.text import amount
from turingrad.cli import options
from turingrad.cli.render.terminal import print_json, progress, say


def zoo_command(
    output: options.Output,
    count: Annotated[int, typer.Option(min=1, help="How many machines.")] = 20,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Write machines of the library as stock Llama folders with cards, labels of every coordinate, and circuits."""
    from turingrad.export.zoo import zoo

    with progress(quiet or json) as tell:
        entries = zoo(output, count=count, progress=tell)
    if json:
        print_json({"output": str(output), "machines": [entry["name"] for entry in entries]})
        return
    for entry in entries:
        size = f"{entry['depth']} blocks, width {entry['width']}, {entry['tokens']} tokens"
        say(f"{entry['name']}: {size}, a run of {amount(len(entry['run']), 'token')}")
    say(f"{amount(len(entries), 'machine')} in {output}")
