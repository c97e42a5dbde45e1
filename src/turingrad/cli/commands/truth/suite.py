"""`turingrad truth suite`: 20 machines and the processor, at every level."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad._support.text import amount
from turingrad.cli import options
from turingrad.cli.render.terminal import print_json, progress, say
from turingrad.errors import InputError


def suite_command(
    output: options.Output,
    machines: Annotated[str | None, typer.Option(help="Names of machines, separated by commas [all].")] = None,
    levels: Annotated[str, typer.Option(help="Levels, separated by commas.")] = "0,1,2,3,4,5",
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Write the suite: models with known mechanisms, each at six levels of disguise. Called again, it resumes.

    Every bit-exact level is certified, and checked over all its tokens in stock transformers when it is written.
    """
    from turingrad.truth.suite import write_suite

    try:
        chosen = [int(each) for each in levels.split(",")]
    except ValueError:
        raise InputError(f"--levels {levels}: expected numbers separated by commas, such as 0,1,2") from None
    names = [each.strip() for each in machines.split(",")] if machines else None
    with progress(quiet or json) as tell:
        entries = write_suite(output, machines=names, levels=chosen, seed=seed, progress=tell)
    seconds = sum(entry.get("seconds", 0.0) for entry in entries)
    if json:
        print_json({"output": str(output), "truths": entries, "seconds": round(seconds, 2)})
        return
    for entry in entries:
        exact = ", ".join(f"{dtype} {promise}" for dtype, promise in entry["exact"].items())
        say(f"{entry['folder']}: {exact}")
    say(f"{amount(len(entries), 'truth')} in {output}; it took {seconds / 60:.1f} CPU minutes")
