"""`--report`: what a command found, as a page."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turingrad.arrays import Signs
from turingrad.cli.render.terminal import errors
from turingrad.errors import InputError

if TYPE_CHECKING:
    from turingrad.search import Board, Result
    from turingrad.view import Page

PLAYED_FEATURES, PLAYED_SAMPLES = 6, 14  # trainings up to this size are played in their report


def command_line() -> str:
    """What the user typed, as it can be typed again."""
    return shlex.join(["turingrad", *sys.argv[1:]])


def save(path: Path | None, page: Callable[[], Page]) -> None:
    """Write the page where one is asked for."""
    if path is None:
        return
    written = page().save(path)
    errors.print(f"report: {written}", markup=False, highlight=False)


def played_training(learner: Any, X: Signs, y: Signs, X_test: Signs, on: str, seed: int) -> Any:
    """The training as a run to play, where it is small enough for one."""
    from turingrad.view import view_learning

    if on == "reference" or X.shape[1] > PLAYED_FEATURES or len(X) > PLAYED_SAMPLES or not len(X_test):
        return None
    try:
        return view_learning(learner, X, y, X_test, on=on, seed=seed).data["run"]
    except InputError:  # too many steps for a page
        return None


class History:
    """Watches a search: the machines tried, the seconds and the best accuracy after each unit of work."""

    def __init__(self, inner: Callable[[Board], None]) -> None:
        self.inner = inner
        self.points: list[tuple[int, float, float]] = []

    def __call__(self, board: Board) -> None:
        self.inner(board)
        if board.incumbents:
            self.points.append((board.machines, board.seconds, float(board.incumbents[0].rank[0])))


def found_at_work(result: Result) -> Any:
    """The found machine on one small problem, as a run to play."""
    import numpy as np

    from turingrad.machine.grid.learner import learner_grid
    from turingrad.search import TaskProblems
    from turingrad.view.grid_runs import grid_run

    problems = result.outcome.problems
    if not isinstance(problems, TaskProblems):
        return None
    X, y = problems.task.sample(np.random.default_rng(result.outcome.settings.seed), problems.dim, problems.train + 1)
    grid = learner_grid(result.machine, X[:-1], y[:-1], X[-1])
    return grid_run(result.machine, grid)[0]
