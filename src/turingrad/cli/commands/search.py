"""`turingrad search`: learning algorithms of a given size, for a task or for a data file."""

from __future__ import annotations

import json as json_text
import re
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from turingrad import tasks
from turingrad._support.files import require_writable, write_whole
from turingrad._support.text import amount
from turingrad.cli import options
from turingrad.cli.render.found import print_result
from turingrad.cli.render.leaderboard import leaderboard
from turingrad.cli.render.reports import found_machine_playback, save
from turingrad.cli.render.terminal import finish, print_json, progress
from turingrad.cli.sizes import parse_exam, parse_sizes, require_options
from turingrad.errors import InputError
from turingrad.library import load_learner
from turingrad.machine.tape import TapeMachine
from turingrad.search import (
    DataProblems,
    Outcome,
    Result,
    Settings,
    TaskProblems,
    measure_best,
    rank_entrants,
    search,
    split_rows,
)
from turingrad.search.history import read_history
from turingrad.search.result import DELTA
from turingrad.search.store import save_result
from turingrad.search.user_tasks import find_task
from turingrad.tasks import DataFile
from turingrad.theory.learnability.pao import validation_examples

TEST_FRACTION = 0.2
LEAST_ROWS_FOR_A_TEST = 20
PROGRAM_UNITS: dict[str, Any] = {
    "unit_machines": 200_000,
    "patience": 20_000,
}  # climbs over programs: quicker steps, more of them

TaskName = Annotated[
    str | None, typer.Option(help="A task's name, such as dictator or parity-2, or FILE.py:NAME of your own.")
]
Data = Annotated[Path | None, typer.Option(help="CSV of ±1 or 0/1 columns, the last one the label.")]
Rows = Annotated[int, typer.Option(help="--data: give the learner at most this many rows.")]
Validation = Annotated[
    float, typer.Option(help="--data: hold out at least this fraction of the rows to select the learner.")
]
States = Annotated[int, typer.Option(help="The most states that a machine may have.")]
Dim = Annotated[int, typer.Option(min=1, help="--task: features of a problem.")]
Train = Annotated[int, typer.Option(min=1, help="--task: training samples of a problem.")]
Budget = Annotated[int, typer.Option(help="Machines to try.")]
Seconds = Annotated[float | None, typer.Option(min=0, help="Stop after the round in which this time is up.")]
Strategy = Annotated[str, typer.Option(help="auto, exhaustive (1 or 2 states), climb, or programs.")]
Instructions = Annotated[int, typer.Option(help="--strategy programs: the most instructions of a program.")]
LibraryPart = Annotated[
    str | None,
    typer.Option(
        help="Library machines that compete: fitting (at most --states), all or none. [default: fitting; --data: all]"
    ),
]
Instances = Annotated[int, typer.Option(help="Problems on which each candidate is scored.")]
Larger = Annotated[str | None, typer.Option(help="--task: larger sizes to report (features x samples): 10x40,20x60.")]
Exam = Annotated[str | None, typer.Option(help="--task: a larger size that counts in the ranking, such as 6x18.")]
Resume = Annotated[
    Path | None, typer.Option(help="Progress file to continue; created if it does not exist. [default: OUTPUT.sqlite]")
]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", help="Result file. [default: search-TASK-sS-seedN.json]")
]
Network = Annotated[bool, typer.Option(help="Do not train an RCNN that runs the machine found.")]
Epsilon = Annotated[
    float, typer.Option(help="The report says how much data it takes to get this close to the best machine tried.")
]
Literal = Annotated[
    int, typer.Option(min=0, help="Draw this many random networks (Theorem 1); count those that agree with the result.")
]
Learners = Annotated[
    list[str] | None,
    typer.Option(
        "--learner",
        help="Also rank this learner: FILE.py:NAME (the file is executed), a name or a file; repeatable.",
    ),
]
Novelty = Annotated[bool, typer.Option(help="Climb without going back and forth between machines that tie.")]
Start = Annotated[
    list[str] | None, typer.Option("--start", help="Start climbing from this learner of the library; repeatable.")
]
Restarts = Annotated[
    int, typer.Option(min=0, help="--task: also run this many trials of independent random restarts (Corollary 2).")
]
Networks = Annotated[int, typer.Option(min=0, help="--restarts: networks with random weights to train by SGD.")]
Plot = Annotated[Path | None, typer.Option(help="--restarts: write the success curves as SVG.")]


def search_command(
    task: TaskName = None,
    data: Data = None,
    encoding: options.Encoding = "auto",
    rows: Rows = 64,
    validation: Validation = 0.25,
    states: States = 2,
    dim: Dim = 4,
    train: Train = 8,
    budget: Budget = Settings.budget,
    seconds: Seconds = None,
    strategy: Strategy = "auto",
    library: LibraryPart = None,
    instances: Instances = Settings.instances,
    larger: Larger = None,
    exam: Exam = None,
    engine: options.Engine = "local",
    workers: options.Workers = None,
    address: options.Address = None,
    resume: Resume = None,
    output: Output = None,
    network: Network = True,
    epsilon: Epsilon = 0.1,
    literal: Literal = 0,
    restarts: Restarts = 0,
    networks: Networks = 200,
    plot: Plot = None,
    learner: Learners = None,
    novelty: Novelty = False,
    start: Start = None,
    instructions: Instructions = Settings.instructions,
    seed: options.Seed = 0,
    report: options.Report = None,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Look for a good learning algorithm of a given size."""
    more: dict[str, Any] = {"novelty": novelty, "start": tuple(start or ()), "instructions": instructions}
    more |= PROGRAM_UNITS if strategy == "programs" else {}
    settings = Settings(states, budget, seed, strategy, library or ("all" if data else "fitting"), instances, **more)
    require_options(epsilon, data, larger, restarts, plot)
    problems, test = problems_of(task, data, encoding, dim, train, seed, rows, validation, exam)
    entrants = entrants_of(learner or [])
    result_file, progress_file = places(f"{problems.name}-{size_name(settings)}-seed{seed}", output, resume)
    require_writable(report)
    require_writable(plot)
    run: dict[str, Any] = {"engine": engine, "workers": workers, "address": address, "seconds": seconds}
    with leaderboard(quiet or json) as board:
        outcome = search(problems, settings, progress_file=progress_file, watch=board, **run)
    interrupted = stopped_early(outcome)
    network, literal, restarts = (False, 0, 0) if interrupted else (network, literal, restarts)
    with progress(quiet or json) as tell:
        result = measure_best(outcome, larger=parse_sizes(larger), test=test, progress=tell)
        fields = result.fields() | needed_fields(result, epsilon) | network_fields(result, network, literal, tell)
        fields |= restart_fields(problems, states, restarts, seed, networks, plot, tell)
        fields |= ranking_fields(outcome, entrants, seed, tell) | ({"interrupted": True} if interrupted else {})
    save_result(progress_file, outcome.machines, fields)
    write_whole(result_file, json_text.dumps(fields, ensure_ascii=False, indent=1) + "\n")
    write_report(report, result, fields, progress_file, seed)
    print_json(fields) if json else print_result(result, fields, result_file)
    finish(interrupted)


def size_name(settings: Settings) -> str:
    return f"programs{settings.instructions}" if settings.strategy == "programs" else f"s{settings.states}"


def stopped_early(outcome: Outcome) -> bool:
    """Whether Ctrl-C ended the search; before the first round was closed there is nothing to report."""
    interrupted = outcome.stopped == "interrupt"
    if interrupted and not outcome.incumbents:
        raise KeyboardInterrupt
    return interrupted


def entrants_of(sources: list[str]) -> dict[str, Any]:
    """Learners to be made for the problems' number of features; tried once, so that what is wrong shows at once."""
    made = {source: partial(load_learner, source, None) for source in sources}
    for make in made.values():
        if isinstance(make(4), TapeMachine):
            raise InputError("tape machines are not ranked: give a grid machine or a class with predict and update")
    return made


def ranking_fields(outcome: Outcome, entrants: dict[str, Any], seed: int, tell: Any) -> dict[str, Any]:
    """The user's learners and the search's best, on the problems that rank the search."""
    if not entrants:
        return {}
    places = rank_entrants(outcome, entrants, seed=seed, progress=tell)
    return {"ranking": [{"name": one.name, "origin": one.origin, "accuracy": one.accuracy} for one in places]}


def problems_of(
    task: str | None,
    data: Path | None,
    encoding: str,
    dim: int,
    train: int,
    seed: int,
    max_rows: int,
    validation: float,
    exam: str | None,
) -> tuple[TaskProblems | DataProblems, Any]:
    """The problems, and of a data file the test rows, which the search does not see."""
    if (task is None) == (data is None):
        raise InputError("give either --task NAME or --data FILE")
    if data is None:
        return TaskProblems(find_task(task or ""), dim, train, None if exam is None else parse_exam(exam)), None
    if exam is not None:
        raise InputError("--exam is a size of a task's problems; the rows of --data have one size")
    file: DataFile = tasks.read_csv(data, encoding=encoding)  # type: ignore[arg-type]
    rows = len(file.y)
    aside = round(TEST_FRACTION * rows) if rows >= LEAST_ROWS_FOR_A_TEST else 0
    X, y, X_test, y_test = tasks.split(file.X, file.y, aside, seed)
    problems = split_rows(X, y, validation=validation, max_rows=max_rows, seed=seed, name=data.stem)
    return problems, (X_test, y_test)


def places(name: str, output: Path | None, resume: Path | None) -> tuple[Path, Path]:
    """The result file and the progress file; without a name the first that is free."""
    safe = re.sub(r"[^A-Za-z0-9_-]+", "-", name)
    if output is None:
        output = resume.with_suffix(".json") if resume is not None else free(Path(f"search-{safe}.json"))
    if resume is None:
        resume = free(output.with_suffix(".sqlite"))
    if resume == output:
        raise InputError(f"{output} cannot be both the progress file and the result file")
    for path in (output, resume):
        require_writable(path)
    return output, resume


def free(path: Path) -> Path:
    """The path, or with a number where files of that name are there."""
    number, found = 1, path
    while found.exists() or found.with_suffix(".sqlite").exists():
        number += 1
        found = path.with_stem(f"{path.stem}-{number}")
    return found


def needed_fields(result: Result, epsilon: float) -> dict[str, Any]:
    """Corollary 2 (a data set), section 5 (a task): how many validation rows or problems a wanted epsilon takes."""
    needed = validation_examples(max(1, result.outcome.machines), epsilon, DELTA)
    return {"wanted_epsilon": epsilon, "needed_for_epsilon": needed, "delta": DELTA}


def network_fields(result: Result, network: bool, literal: int, tell: Any) -> dict[str, Any]:
    """The figures that need torch: the machine as a network, and networks drawn at random."""
    fields: dict[str, Any] = {}
    outcome: Outcome = result.outcome
    if network:
        from turingrad.search.network import network_figures

        tell("the machine as a network", 0, None)
        fields["rcnn"] = network_figures(result.machine, outcome.problems, outcome.settings.seed)
        fields["certificate"] = fields["rcnn"].pop("certificate")
    if literal:
        from turingrad.search.random_weights import literal_draws

        fields["literal"] = literal_draws(
            result.machine, outcome.problems, literal, outcome.settings.seed, progress=tell
        )
    return fields


def restart_fields(
    problems: Any, states: int, restarts: int, seed: int, networks: int, plot: Path | None, tell: Any
) -> dict[str, Any]:
    """Independent random restarts beside the search; of a data file there is no fresh problem to draw."""
    if not restarts or not isinstance(problems, TaskProblems):
        return {}
    from turingrad.search.restart_report import plot_curves, restart_figures  # torch is slow to load

    given = (problems.task, problems.dim, problems.train, states, restarts, seed, networks)
    figures = restart_figures(*given, tell)
    if plot is not None:
        write_whole(plot, plot_curves(figures["levels"], f"{problems.name}, {amount(states, 'state')}"))
    return {"restarts": figures}


def write_report(path: Path | None, result: Result, fields: dict[str, Any], progress_file: Path, seed: int) -> None:
    if path is not None:
        from turingrad.view.searches import search_run

        went = search_run(read_history(progress_file))
        save(path, "experiment_pages.search_report", fields, went, run=found_machine_playback(result), seed=seed)
