"""Options that several commands of `turingrad margin` have."""

from pathlib import Path
from typing import Annotated

import typer

from turingrad.cli import completion

OptionalSubject = Annotated[
    str | None,
    typer.Argument(
        help="A machine, a circuit, or the folder of a compiled network.", autocompletion=completion.machine_names
    ),
]
Input = Annotated[str | None, typer.Option(help="The input to attack: a tape, or a bit vector.")]
WhichOutput = Annotated[str | None, typer.Option(help="Circuits: the output to attack [the first].")]
Steps = Annotated[int, typer.Option(min=1, help="Machines: T, the steps of the run.")]
Budget = Annotated[int, typer.Option(min=0, help="Evaluations that each attack may use; 0 for none.")]
Epsilon = Annotated[float, typer.Option(min=1e-6, max=0.999, help="The error of Lemma 2.3.")]
Plot = Annotated[Path | None, typer.Option(help="Write a picture (SVG).")]
