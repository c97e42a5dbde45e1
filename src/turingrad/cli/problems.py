"""The samples that a command learns from: of a file, or drawn from a task."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from turingrad import tasks
from turingrad._support.arrays import Signs, numbers
from turingrad.constructions import construction
from turingrad.constructions.learning import readers
from turingrad.errors import InputError
from turingrad.library import default_task
from turingrad.library.trainers.trainers import number_columns
from turingrad.search.user_tasks import find_task

DEFAULT_DIM = 10


def problem(
    learner: str,
    network: Any,
    on: str,
    data: Path | None,
    encoding: str,
    task: str | None,
    dim: int | None,
    train: int | None,
    test: int | None,
    seed: int,
) -> tuple[tuple[Any, Signs], tuple[Any, Signs]]:
    """Training and test set: two parts of one file, or of one draw of a task, of the sizes of a network if there is
    one."""
    if data is not None and task is not None:
        raise InputError("give --data or --task, not both")
    if network is None:
        real = number_columns(learner) if construction(on).learner_form == "trainer" else "none"
    else:
        real = "features" if readers(construction(on), network)[0] is numbers else "none"
        learner = network.machine.name
        dim = dim or getattr(network, "features", None) or getattr(network.machine, "features", None)
        train = train or (getattr(network, "samples", None) if data is None else None)
    dim = DEFAULT_DIM if dim is None else dim
    if data is not None:
        if real != "none" and encoding != "auto":
            raise InputError(f"{learner} reads numbers as they are: --encoding says how a sign is written")
        if real == "all":
            return file_parts(*tasks.read_columns(data), train, test, seed)
        file: Any = tasks.read_numbers(data) if real == "features" else tasks.read_csv(data, encoding=encoding)  # type: ignore[arg-type]
        return file_parts(file.X, file.y, train, test, seed)
    rows = 2 * dim if train is None else train
    X, y, X_test, y_test = tasks.draw(
        find_task(task or default_task(learner)), seed, dim, rows, 200 if test is None else test
    )
    return (X, y), (X_test, y_test)


def file_parts(
    X: Any, y: Any, train: int | None, test: int | None, seed: int
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """With neither size given, a quarter of the rows is for testing; with `train` alone, all others."""
    rows = len(X)
    aside = test if test is not None else rows - train if train is not None else rows // 4
    kept = train if train is not None else rows - aside
    if kept < 1 or aside < 0 or kept + aside > rows:
        raise InputError(
            f"the file has {rows} rows; {max(kept, 0)} for training and {max(aside, 0)} for testing do not fit"
        )
    X_train, y_train, X_test, y_test = tasks.split(X, y, aside, seed)
    return (X_train[:kept], y_train[:kept]), (X_test, y_test)
