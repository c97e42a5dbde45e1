"""The options of `turingrad learn`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turingrad.cli import completion
from turingrad.constructions.registry import learning_names
from turingrad.errors import InputError

CIRCUITS = (".blif", ".aag", ".aig", ".bench", ".json")
Learned = Annotated[
    str,
    typer.Argument(
        help="A learner of the library, a machine file, a .tg program, FILE.py:NAME (the file is executed), or the "
        "folder of a compiled or trained network.",
        autocompletion=completion.learner_names,
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        help="CSV of ±1 or 0/1 columns, the last one the label; numbers if the trainer takes them, numbers and "
        "strings if a class runs as a program."
    ),
]
Via = Annotated[
    str | None,
    typer.Option(
        help="FILE.py:NAME: run the class as a 'circuit' or as a 'program'. [default: a circuit for ±1 data if it has "
        "update, and a program if no circuit can be made]"
    ),
]
Passes = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="descent: passes over the samples; emulation: at most this many. "
        "[default: the trainer's own; emulation: 20, or 1 if it updates only on errors]",
    ),
]
Batches = Annotated[
    int | None,
    typer.Option(min=1, help="descent: the number of equal batches in which the samples arrive. [default: 1]"),
]
Noise = Annotated[
    str | None,
    typer.Option(
        help="Relative noise on every edge and step, if the construction tolerates it; or FILE.py:NAME, a function of "
        "(step, weights, generator) that returns what is added to the weights."
    ),
]
PredictorFile = Annotated[
    Path | None,
    typer.Option(help="Write `predict` with the learned memory as a circuit (.blif, .aag, .aig, .bench, .json)."),
]


With = Annotated[
    str | None,
    typer.Option(
        "--with",
        help=f"The construction that learns: {', '.join(learning_names())}. Python classes also take "
        "decoder. [default: reference, the learner itself; for a folder, its own]",
        autocompletion=completion.names_that_learn,
    ),
]
TrainedFolder = Annotated[
    Path | None, typer.Option("-o", "--output", help="Save the trained network as this new folder.")
]
Dim = Annotated[
    int | None, typer.Option(min=1, help="Features of a drawn problem. [default: 10; for a folder, the network's]")
]
Train = Annotated[
    int | None,
    typer.Option(min=1, help="Training samples. [default: twice --dim; with --data: 3/4 of the rows, drawn by --seed]"),
]
Test = Annotated[int | None, typer.Option(min=0, help="Test samples. [default: 200; with --data: the other rows]")]
TaskName = Annotated[
    str | None,
    typer.Option(
        help="Draw a problem of this task, or of FILE.py:NAME; with --module: iris or digits-3-8. "
        "[default: the learner's own task]",
        autocompletion=completion.task_names,
    ),
]
Curve = Annotated[
    str | None,
    typer.Option(
        help="Numbers of samples, such as 4,8,16,32: measure the error of the learner's RCNN, of a tuned MLP and of a "
        "small transformer at each."
    ),
]


Module = Annotated[
    str | None,
    typer.Option(
        help="A torch module, as FILE.py:NAME. LEARNER is then a function train(X, y), as FILE.py:NAME, that returns "
        "the module's parameters, or a C file that writes them; gradient descent runs it. Python files are executed."
    ),
]
NumberForm = Annotated[
    str | None,
    typer.Option(
        "--number",
        help="--module: the fixed-point format, as BITS.FRACTION_BITS, or float. [default: 20.10]",
    ),
]
Rate = Annotated[float | None, typer.Option(help="--compare sgd: the learning rate. [default: 1/16]")]
Compare = Annotated[
    str | None,
    typer.Option(
        help="'mlp': also train a plain MLP by SGD on the same samples; 'sgd': with --module, also train the same "
        "module by torch's SGD for --passes at --rate."
    ),
]


def require_partners(
    plot: Path | None, curve: str | None, number: str | None, module: str | None, predictor: Path | None
) -> None:
    """Refuse an option that only another one uses, and a circuit's file that is of no format."""
    if predictor is not None and predictor.suffix.lower() not in CIRCUITS:
        raise InputError(f"--predictor {predictor}: the names of circuit files end in {', '.join(CIRCUITS)}")
    if plot is not None and curve is None:
        raise InputError("--plot draws a learning curve: give --curve, too")
    if number is not None and module is None:
        raise InputError("--number is the number format of a module: give --module, too")
