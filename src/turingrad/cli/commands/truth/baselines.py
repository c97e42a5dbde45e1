"""`turingrad truth baselines`: methods of ours on the models of a suite, in one table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turingrad._support.files import require_writable
from turingrad.cli import options
from turingrad.cli.render.reports import save
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import out, print_json, progress, say


def baselines_command(
    suite: Annotated[Path, typer.Argument(help="The folder of a suite, written by `truth suite`.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The page with the tables.")],
    results: Annotated[
        Path | None, typer.Option(help="Rows of figures, one JSON per line; an existing file is resumed.")
    ] = None,
    methods: Annotated[str | None, typer.Option(help="Methods, separated by commas [all].")] = None,
    machines: Annotated[str | None, typer.Option(help="Machines, separated by commas [all].")] = None,
    levels: Annotated[str | None, typer.Option(help="Levels, separated by commas [all].")] = None,
    seeds: Annotated[int, typer.Option(min=1, help="Disguises of each machine and level, and starts of methods.")] = 1,
    controls: Annotated[bool, typer.Option(help="Do not score lookalikes that are trained on the same runs.")] = True,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Score methods of ours on the models of a suite: probes, means, an autoencoder, attribution, patching, masks.

    The first seed's models are the suite's own; those of other seeds are disguised anew. After each model the results
    are written: the same command resumes there.
    """
    from turingrad.truth import METHODS, score_suite
    from turingrad.truth.summary import levels_of, table_lines, total_seconds
    from turingrad.view.baseline_pages import cells, summary, time_taken

    require_writable(output)
    with progress(quiet or json) as tell:
        rows = score_suite(
            suite,
            results or output.with_suffix(".jsonl"),
            methods=split_names(methods) or tuple(METHODS),
            machines=split_names(machines),
            levels=split_names(levels),
            seeds=seeds,
            controls=controls,
            progress=tell,
        )
    save(output, "baseline_pages.baselines_report", rows)
    lines = table_lines(rows)
    if json:
        seconds = round(total_seconds(rows), 2)
        print_json({"summary": summary(rows), "seconds": seconds, "lines": [line.as_json() for line in lines]})
        return
    shown = levels_of(rows)
    for question in dict.fromkeys(line.question for line in lines):
        body = [cells(line, shown, intervals=False) for line in lines if line.question == question]
        out.print(table((question, "figure", *shown, "fails control"), body, left=(question, "figure")))
    say(f"{summary(rows)} {time_taken(rows)}")


def split_names(text: str | None) -> tuple[str, ...]:
    return () if text is None else tuple(part.strip() for part in text.split(",") if part.strip())
