"""`turingrad view`: a run or a training run as a page to step through."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from turingrad import library
from turingrad._support.files import is_file, is_folder
from turingrad.cli import completion, options
from turingrad.cli.commands.compile import parse_option
from turingrad.cli.inputs import parse_input
from turingrad.cli.machines import subject_of
from turingrad.cli.render.fields import machine_name
from turingrad.cli.render.reports import command_line
from turingrad.cli.render.terminal import print_json, progress, say
from turingrad.constructions import construction
from turingrad.constructions.resolve import resolve
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.machine.kinds import kind_of

WINDOW = ("first", "last")
RUN_TAKES = (
    *("input", "input_sep", "max_steps", "executor", "option", "dtype", "device", "threads"),
    *WINDOW,
)
TRAINING_TAKES = ("data", "task", "dim", "train", "noise", "seed", *WINDOW)
LIVE_TAKES = ("input",)
DIM = 4
On = Annotated[
    str | None,
    typer.Option(
        help="reference, or the name of a construction. [default: reference; for a folder, its own]",
        autocompletion=completion.recipe_names,
    ),
]
TaskName = Annotated[
    str | None,
    typer.Option(help="Learners: draw a problem of this task.", autocompletion=completion.task_names),
]


Live = Annotated[bool, typer.Option("--live", help="Put the network itself into the page, which then runs it offline.")]

Train = Annotated[
    int | None,
    typer.Option(min=1, help="Learners: training samples. [default: twice --dim; with --data: 3/4 of the rows]"),
]
Given = Annotated[
    str | None,
    typer.Option(
        help="The tape, the rows of a grid or the ticks of a clocked circuit separated by '/', one bit vector, or "
        "what a program reads."
    ),
]


def view_command(
    file: options.Subject,
    on: On = None,
    input: Given = None,
    input_sep: Annotated[
        str | None, typer.Option(help="Separator of the symbols in --input, if they have several letters.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The page to write; without it, a temporary file opens in the browser."),
    ] = None,
    first: Annotated[int, typer.Option("--from", min=0, help="The first step to show.")] = 0,
    last: Annotated[int | None, typer.Option("--to", min=0, help="The last step to show.")] = None,
    max_steps: Annotated[int | None, typer.Option(min=0, help="The step limit. [default: 1,000,000]")] = None,
    executor: options.Executor = None,
    option: options.Construction = None,
    dtype: options.Dtype = None,
    device: options.Device = None,
    threads: options.Threads = None,
    data: Annotated[Path | None, typer.Option(help="Learners: CSV of ±1 or 0/1 columns, label last.")] = None,
    task: TaskName = None,
    dim: Annotated[int | None, typer.Option(min=1, help=f"Learners: --task's features. [default: {DIM}]")] = None,
    train: Train = None,
    noise: Annotated[float | None, typer.Option(min=0, help="emulation: relative noise on every edge.")] = None,
    live: Live = False,
    seed: options.Seed = 0,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Write a run or a training run as one HTML page to step through.

    The page shows the inside of the network beside the machine, and loads
    nothing from elsewhere. A learner is trained on --data, or on a drawn
    problem. FILE may also be the progress file of a search (.sqlite).
    """
    if output is not None and not is_folder(output.parent):
        raise InputError(f"cannot write {output}: there is no folder {output.parent}")
    asked = options.options_given(
        input=input, input_sep=input_sep, max_steps=max_steps, executor=executor, option=option, dtype=dtype,
        device=device, threads=threads, data=data, task=task, dim=dim, train=train, noise=noise, seed=seed or None,
        first=first or None, last=last,
    )  # fmt: skip
    shown: dict[str, Any] = {"first": first, "last": last, "command": command_line()}
    with progress(quiet or json) as tell:
        if searched(file):
            from turingrad.view.searches import search_page

            refuse_given(WINDOW, asked)
            page = search_page(Path(file), **shown)
        elif live:
            from turingrad.view.live import live_page

            refuse_given(LIVE_TAKES, asked)
            subject = resolve(file, on, format=format, max_bytes=max_bytes)
            page = live_page(subject, input, on=on, command=command_line())
        elif trains(file, on, input, data, task):
            refuse_given(TRAINING_TAKES, asked)
            more = {**shown, "progress": tell, **options.options_given(noise=noise)}
            page = training_page(file, on, data, task, dim or DIM, train, seed, more)
        else:
            page = running_page(file, on, format, max_bytes, asked, {**shown, "progress": tell})
    write_page(page, output, json)


def write_page(page: Any, output: Path | None, json: bool) -> None:
    """Save the page, or open a temporary file of it in the browser, and say where it is."""
    path = page.open() if output is None else page.save(output)
    if json:
        print_json({"page": str(path), "title": page.title, "bytes": path.stat().st_size})
    else:
        say(f"{page.title}: {path} ({path.stat().st_size / 1e6:.1f} MB)")


def running_page(
    file: str, on: str | None, format: str | None, max_bytes: int, asked: dict[str, Any], shown: dict[str, Any]
) -> Any:
    """The page of a run: of a machine, on a construction, or of a compiled network."""
    from turingrad.view import view as page_of

    refuse_given(RUN_TAKES, asked)
    subject, machine, _ = subject_of(on, file, format, max_bytes)
    if subject is machine and machine.name == "":  # a C source has no name but its file's
        subject = machine = replace(machine, name=machine_name(machine, file))
    given = page_input(subject, machine, asked.get("input"), asked.get("input_sep"))
    chosen = dict(parse_option(text) for text in asked.get("option", ()))
    how = {name: asked[name] for name in ("dtype", "device", "threads", "executor", "max_steps") if name in asked}
    return page_of(subject, given, on=on, **how, **shown, **chosen)


def refuse_given(taken: tuple[str, ...], asked: dict[str, Any]) -> None:
    """Options that this kind of page has no use for are refused, not passed over."""
    names = {"first": "from", "last": "to"}
    for name in asked:
        if name not in taken:
            raise InputError(f"--{names.get(name, name).replace('_', '-')} does not apply to this page")


def page_input(subject: Any, machine: Any, text: str | None, separator: str | None) -> Any:
    """The input of a run that is shown; a machine of no page refuses it itself."""
    kind = kind_of(machine)
    if kind.page is None:
        raise InputError(f"a {kind.title} is shown while it is trained: name --on, and --data or --task")
    if separator is not None and "input_sep" not in kind.input_options:
        raise InputError(f"--input-sep does not apply to a {kind.title}")
    return parse_input(subject, machine, text, separator)


def searched(file: str) -> bool:
    """Whether this is the progress file of a search."""
    return file.endswith(".sqlite") and Path(file).is_file()


def trains(file: str, on: str | None, input: str | None, data: Path | None, task: str | None) -> bool:
    """A data set or a task asks for a training; so does a learner that has no other form."""
    if data is not None or task is not None:
        return True
    if input is not None or not library.has(file) or is_file(file):
        return False
    from turingrad.view.show import trainings

    forms = library.entry(file).forms
    return on is not None and on in trainings() and construction(on).learner_form in forms and "tape" not in forms


def training_page(
    file: str,
    on: str | None,
    data: Path | None,
    task: str | None,
    dim: int,
    train: int | None,
    seed: int,
    shown: dict[str, Any],
) -> Any:
    from turingrad.cli.commands.learn import network_in
    from turingrad.cli.problems import problem
    from turingrad.library import load_learner
    from turingrad.view import view_learning

    network = network_in(file, None)
    on = on or (None if network is None else network.construction)
    if on is None:
        raise InputError("a training run is shown on a construction: give --on NAME")
    (X, y), (X_test, _) = problem(file, network, on, data, "auto", task, dim, train, None if data else 20, seed)
    form = construction(on).learner_form
    learner = load_learner(file, form=form, features=X.shape[1]) if network is None else network
    return view_learning(learner, X, y, X_test, on=on, seed=seed, **shown)
