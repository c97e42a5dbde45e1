"""`--report`: what a command found, as a page."""

from __future__ import annotations

import shlex
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turingrad._support.arrays import Signs
from turingrad.cli.render.terminal import errors
from turingrad.errors import InputError
from turingrad.machine.run import Progress
from turingrad.tasks.task import draw_data_set

if TYPE_CHECKING:
    from turingrad.search import Result

PLAYED_FEATURES, PLAYED_SAMPLES = 6, 14  # trainings up to this size are played in their report


def command_line() -> str:
    """What the user typed, as it can be typed again."""
    return shlex.join(["turingrad", *sys.argv[1:]])


def save(path: Path | None, name: str, *found: Any, seconds: float = 0.0, **more: Any) -> None:
    """Write what was found as a page if a path is given, and say what it cost; NAME is `module.function` of
    `turingrad.view`, which is loaded only then. `seconds`: what was spent on the page before, on a playback."""
    if path is None:
        return
    from turingrad.view.pages import add_command

    started = time.perf_counter() - seconds
    module, _, function = name.partition(".")
    page = getattr(import_module(f"turingrad.view.{module}"), function)(*found, **more)
    written = add_command(page, command_line(), time.perf_counter() - started).save(path)
    cost = f"{time.perf_counter() - started:,.1f} s for the page, {written.stat().st_size / 1e6:,.1f} MB"
    errors.print(f"report: {written} ({cost})", markup=False, highlight=False)


def training_playback(
    learner: Any, X: Signs, y: Signs, X_test: Signs, on: str, seed: int, tell: Progress | None = None
) -> Any:
    """The training as a run to play, where it is small enough for one."""
    from turingrad.view import view_learning
    from turingrad.view.network_pages import find_learning_page

    if on == "reference" or X.shape[1] > PLAYED_FEATURES or len(X) > PLAYED_SAMPLES or not len(X_test):
        return None
    try:
        run = view_learning(learner, X, y, X_test, on=on, seed=seed, progress=tell).data["run"]
        last = len(run["frames"]["step"]) - 1
        begin = find_learning_page(on).begin(run)  # at rest the picture already tells something
        return {**run, "begin": min(last, begin)}
    except InputError:  # too many steps for a page
        return None


def found_machine_playback(result: Result) -> Any:
    """The found machine on one small problem, as a run to play."""
    import numpy as np

    from turingrad.search import TaskProblems
    from turingrad.view.searches import at_work

    problems, seed = result.outcome.problems, result.outcome.settings.seed
    if isinstance(problems, TaskProblems):
        X, y = draw_data_set(problems.task, np.random.default_rng(seed), problems.dim, problems.train + 1)
        return at_work(result.machine, X[:-1], y[:-1], X[-1:], seed)
    few = min(PLAYED_SAMPLES, len(problems.y))  # type: ignore[attr-defined]
    return at_work(result.machine, problems.X[:few], problems.y[:few], problems.X_validation[:1], seed)  # type: ignore[attr-defined]
