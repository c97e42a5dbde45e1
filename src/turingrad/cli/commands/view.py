"""`turingrad view`: a run or a training as a page to step through."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from turingrad import library
from turingrad.cli import options
from turingrad.cli.inputs import bit_vectors, grid_rows, tape_input
from turingrad.cli.machines import read_for
from turingrad.cli.render.reports import command_line
from turingrad.cli.render.terminal import print_json, progress, say
from turingrad.constructions import construction
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.machine.circuit import Circuit
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine
from turingrad.writing import is_file, is_folder


def view_command(
    file: options.Subject,
    on: Annotated[str, typer.Option(help="reference, or the name of a construction.")] = "reference",
    input: Annotated[
        str | None, typer.Option(help="The tape, the rows of a grid separated by '/', or one bit vector.")
    ] = None,
    input_sep: Annotated[str | None, typer.Option(help="Separates the symbols of --input, if they are longer.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The page; left out, a temporary file opens in the browser.")
    ] = None,
    first: Annotated[int, typer.Option("--from", min=0, help="The first step to show.")] = 0,
    last: Annotated[int | None, typer.Option("--to", min=0, help="The last step to show.")] = None,
    max_steps: Annotated[int | None, typer.Option(min=0, help="Stop after this many steps [1,000,000].")] = None,
    executor: options.Executor = None,
    data: Annotated[Path | None, typer.Option(help="Learners: CSV of ±1 or 0/1 columns, the last the label.")] = None,
    task: Annotated[str | None, typer.Option(help="Learners: draw a problem of this task.")] = None,
    dim: Annotated[int, typer.Option(min=1, help="Learners: features of a drawn problem.")] = 4,
    train: Annotated[int | None, typer.Option(min=1, help="Learners: training samples [2 dim].")] = None,
    noise: Annotated[float | None, typer.Option(min=0, help="emulation: relative noise on every edge.")] = None,
    live: Annotated[bool, typer.Option("--live", help="The network itself runs in the page, offline.")] = False,
    seed: options.Seed = 0,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """See a run or a training: one HTML file with play, step and jump, the network's inside beside the machine.

    The page is in one file and loads nothing. A learner is trained on --data, or on a drawn problem. The progress file
    of a search (.sqlite) is shown as the search went.
    """
    if output is not None and not is_folder(output.parent):
        raise InputError(f"cannot write {output}: there is no folder {output.parent}")
    shown: dict[str, Any] = {"first": first, "last": last, "command": command_line()}
    with progress(quiet or json) as tell:
        if searched(file):
            from turingrad.view.searches import search_page

            page = search_page(Path(file), **shown)
        elif live:
            from turingrad.view.live import live_page

            chosen = None if on == "reference" else on
            page = live_page(read_for("descent", file, format, max_bytes), input, on=chosen, command=command_line())
        elif trains(file, on, input, data, task):
            asked = {**shown, "progress": tell, **options.given(noise=noise)}
            page = training_page(file, on, data, task, dim, train, seed, asked)
        else:
            from turingrad.view import view as page_of

            machine = read_for(on, file, format, max_bytes)
            given = input_of(machine, input, input_sep)
            page = page_of(machine, given, on=on, executor=executor, max_steps=max_steps, progress=tell, **shown)
    path = page.open() if output is None else page.save(output)
    if json:
        print_json({"page": str(path), "title": page.title, "bytes": path.stat().st_size})
    else:
        say(f"{page.title}: {path} ({path.stat().st_size / 1e6:.1f} MB)")


def input_of(machine: Any, text: str | None, separator: str | None) -> Any:
    if isinstance(machine, TapeMachine):
        return tape_input(machine, text, separator)
    if isinstance(machine, GridMachine):
        return grid_rows(machine, text)
    if isinstance(machine, Circuit):
        return None if text is None else bit_vectors(machine, text, None)[0]
    raise InputError("a learner is shown while it is trained: by rcnn, descent or emulation")


def searched(file: str) -> bool:
    """Whether this is the progress file of a search."""
    return file.endswith(".sqlite") and Path(file).is_file()


def trains(file: str, on: str, input: str | None, data: Path | None, task: str | None) -> bool:
    """A data set or a task asks for a training; so does a learner that has no other form."""
    if data is not None or task is not None:
        return True
    if input is not None or not library.has(file) or is_file(file):
        return False
    from turingrad.view.show import trainings

    forms = library.entry(file).forms
    return on in trainings() and construction(on).learner_form in forms and "tape" not in forms


def training_page(
    file: str,
    on: str,
    data: Path | None,
    task: str | None,
    dim: int,
    train: int | None,
    seed: int,
    shown: dict[str, Any],
) -> Any:
    from turingrad.cli.commands.learn import network_in, problem
    from turingrad.library import load_learner
    from turingrad.view import view_learning

    network = network_in(file, None)
    (X, y), (X_test, _) = problem(file, network, on, data, "auto", task, dim, train, None if data else 20, seed)
    form = construction(on).learner_form
    learner = load_learner(file, form=form, features=X.shape[1]) if network is None else network.machine
    return view_learning(learner, X, y, X_test, on=on, seed=seed, **shown)
