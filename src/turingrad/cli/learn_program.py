"""`turingrad learn FILE.py:NAME --data FILE.csv` if the class runs as a program: on numbers, or on the decoder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from turingrad import tasks
from turingrad._support.arrays import F64
from turingrad.cli.problems import file_parts
from turingrad.cli.render.terminal import print_fields, print_json, progress
from turingrad.constructions.python_programs import learn_python, learns_by_program
from turingrad.constructions.registry import REFERENCE
from turingrad.errors import InputError
from turingrad.python.files import is_python_source, load_object


def program_data(
    learner: str, data: Path | None, encoding: str, on: str | None = None
) -> tuple[Any, tuple[F64, F64]] | None:
    """The class of a Python file and the columns of a data file, if it runs as a program (`learns_by_program`); 0 and 1
    are signs here, as on every other construction. Else None."""
    if data is None or encoding != "auto" or not is_python_source(learner):
        return None
    loaded: Any = load_object(learner)
    if not hasattr(loaded, "predict"):
        return None  # a trainer says itself how it reads numbers
    X, y = tasks.read_columns(data)
    if len(np.unique(y)) <= 2 and set(np.unique(X)) <= {-1.0, 0.0, 1.0}:
        signs = tasks.read_csv(data)
        X, y = signs.X.astype(np.float64), signs.y.astype(np.float64)
    return (loaded, (X, y)) if learns_by_program(loaded, X, y, on, None) else None


def learn_by_program(
    learner: str, loaded: Any, columns: tuple[F64, F64], refused: Sequence[str], given: dict[str, Any]
) -> None:
    """Train and ask the class on a construction, compare with CPython, and print accuracy and steps."""
    ignored = [f"--{name}" for name in refused if given[name] is not None]
    if ignored:
        raise InputError(f"a Python class on numbers runs as a program, without {', '.join(ignored)}")
    parts = file_parts(*columns, given["train"], given["test"], given["seed"])
    (X, y), (X_test, y_test) = ((plain_numbers(rows), plain_numbers(labels)) for rows, labels in parts)
    if not X_test:
        raise InputError("no rows are left to predict: give --test, or a smaller --train")
    on = given["with_"] or REFERENCE
    limit = {} if given["max_steps"] is None else {"max_steps": given["max_steps"]}
    with progress(given["quiet"] or given["json"]) as tell:
        direct = learn_python(loaded, X, y, X_test)  # CPython runs beside it
        found = direct if on == REFERENCE else learn_python(loaded, X, y, X_test, on=on, progress=tell, **limit)
    predictions, expected = found.predictions.tolist(), direct.predictions.tolist()
    fields = {
        "learner": learner, "with": on, "via": "program", "executor": found.executor, "train_size": len(X),
        "test_size": len(X_test), "classes": len(set(y)), **found.details,
        "equals_direct_computation": predictions == expected,
        "test_accuracy": float(np.mean([a == b for a, b in zip(predictions, y_test, strict=True)])),
    }  # fmt: skip
    if given["json"]:
        return print_json({**fields, "predictions": predictions, "labels": y_test, "test_rows": X_test})
    return print_fields(f"{learner} learns with {on}", fields)


def plain_numbers(values: F64) -> list[Any]:
    """Lists of ints if all numbers are whole, else of floats."""
    whole = bool((values == np.floor(values)).all())
    found: list[Any] = (values.astype(np.int64) if whole else values).tolist()
    return found
