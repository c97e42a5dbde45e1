"""`turingrad truth score`: a method's answer, against the truth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turingrad.cli import options
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import out, print_json


def score_command(
    folder: Annotated[Path, typer.Argument(help="The folder of a model, written by `truth make` or `truth suite`.")],
    answer: Annotated[Path, typer.Argument(help="Your method's answer in JSON (docs/truth-scores.md), or MIB's.")],
    seed: options.Seed = 0,
    json: options.AsJson = False,
) -> None:
    """Score a method's answer against the truth: features, probes, circuits or steering.

    Beside each figure are those of a random answer of the same shape and of the truth itself.
    """
    from turingrad.truth import load, read_answer, score

    truth = load(folder, verify=False)
    found = score(truth, read_answer(answer, truth), seed=seed)
    if json:
        print_json({"model": truth.name, **found.as_json()})
        return
    rows = [
        (name, *(f"{each[name]:.3f}" if name in each else "" for each in (found.figures, found.floor, found.ceiling)))
        for name in found.ceiling
    ]
    out.print(table((found.question, "your answer", "random", "truth"), rows, left=(found.question,)))
