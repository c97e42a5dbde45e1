"""`turingrad soak`: random machines and hostile inputs through everything."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad._support.files import require_writable
from turingrad._support.text import amount
from turingrad.cli import options
from turingrad.cli.render.terminal import finish, out, print_json, progress

FAILED = 1
Minutes = Annotated[float | None, typer.Option(min=0, help="How long [10, without --runs].")]
Runs = Annotated[int | None, typer.Option(min=1, help="How many runs.")]
First = Annotated[int, typer.Option(min=0, help="Number of the first run.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", help="Only runs of this kind; repeatable.")]


def soak_command(
    minutes: Minutes = None,
    runs: Runs = None,
    first: First = 0,
    kind: Kinds = None,
    resume: options.Resume = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Put random machines, circuits, learners and hostile inputs through everything. Exit 1 on a mismatch."""
    from turingrad.soak import Soaked, soak  # torch is slow to load

    require_writable(resume)
    limit = 10.0 if minutes is None and runs is None else minutes
    with progress(quiet or json) as bar:

        def tell(found: Soaked) -> None:
            bar(f"runs ({len(found.failures)} mismatches)", found.runs, runs)

        found = soak(
            minutes=limit, runs=runs, seed=seed, first=first, kinds=kind or None, progress_file=resume, tell=tell
        )
    if json:
        print_json(found.fields() | ({"interrupted": True} if found.interrupted else {}))
    else:
        for name, (count, refused, steps) in sorted(found.by_kind.items()):
            out.print(f"{name:14} {count:8,} runs  {refused:8,} refused  {steps:12,} steps")
        for failure in found.failures:
            out.print(f"run {failure.number} ({failure.kind}): {failure.what}", markup=False)
            out.print(f"  again: {failure.again}", markup=False)
        ran = f"{amount(found.runs, 'run')}, {amount(found.steps, 'step')}"
        out.print(f"{ran}, {amount(len(found.failures), 'mismatch', 'es')}, {found.seconds:,.0f} s")
    finish(found.interrupted)
    if found.failures:
        raise typer.Exit(FAILED)
