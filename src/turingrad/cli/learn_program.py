"""`turingrad learn FILE.py:NAME --data FILE.csv` if the class runs as a program: on numbers, or on the decoder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from turingrad import tasks
from turingrad.cli.problems import file_parts
from turingrad.cli.render.terminal import print_fields, print_json, progress
from turingrad.constructions import construction
from turingrad.constructions.python_programs import (
    RUN_PROGRAMS,
    first_line,
    learn_python,
    learns_by_program,
    with_clause,
)
from turingrad.constructions.registry import REFERENCE
from turingrad.errors import InputError, TuringradError
from turingrad.library import load_learner
from turingrad.python import as_learner, is_program
from turingrad.python.files import is_python_source, load_object
from turingrad.tasks.mixed_files import read_mixed

NO_PROGRAM_OPTIONS = (
    "noise", "predictor", "curve", "report", "dim", "batches", "passes", "dtype", "threads", "plot", "compare",
    "output", "executor", "rate", "number", "task",
)  # fmt: skip


def program_data(
    learner: str, data: Path | None, encoding: str, on: str | None = None, via: str | None = None
) -> tuple[Any, tuple[list[Any], list[Any]]] | None:
    """The class of a Python file and the columns of a data file, if it runs as a program (`learns_by_program`); 0 and 1
    are signs here, as on every other construction. Else None."""
    if via is not None and not is_python_source(learner):
        raise InputError(f"--via {via} is for a class in a Python file, FILE.py:NAME, not for {learner}")
    if data is None or encoding != "auto" or not is_python_source(learner):
        return None
    loaded: Any = load_object(learner)
    if not hasattr(loaded, "predict"):
        return None  # a trainer says itself how it reads numbers
    X, y = read_mixed(data)
    if set(y) <= {-1, 0, 1} and len(set(y)) <= 2 and {value for row in X for value in row} <= {-1, 0, 1}:
        signs = tasks.read_csv(data)
        X, y = signs.X.tolist(), signs.y.tolist()
    return (loaded, (X, y)) if learns_by_program(loaded, X, y, on, via) else None


def learn_by_program(learner: str, loaded: Any, columns: tuple[Any, Any], given: dict[str, Any], why: str = "") -> None:
    """Train and ask the class on a construction, compare with CPython, and print accuracy and steps."""
    ignored = [f"--{name}" for name in NO_PROGRAM_OPTIONS if given[name] is not None]
    if ignored:
        raise InputError(f"a Python class on these data runs as a program, without {', '.join(ignored)}")
    places = np.arange(len(columns[1]))
    parts = file_parts(places[:, None], places, given["train"], given["test"], given["seed"])
    (X, y), (X_test, y_test) = (tuple([each[i] for i in chosen] for each in columns) for _, chosen in parts)
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
        "test_size": len(X_test), "classes": len(set(y)), "sgd_steps": found.sgd_steps, **found.details,
        **({"circuit_refused": why} if why else {}),
        "equals_direct_computation": predictions == expected,
        "test_accuracy": float(np.mean([a == b for a, b in zip(predictions, y_test, strict=True)])),
    }  # fmt: skip
    if given["json"]:
        return print_json({**fields, "predictions": predictions, "labels": y_test, "test_rows": X_test})
    return print_fields(f"{learner} learns with {on}", fields)


def learner_or_program(X: Any, given: dict[str, Any]) -> Any:
    """The learner in the form that the construction takes; None if its circuit was refused and its program has run."""
    source, on, via = given["learner"], given["with_"], given["via"]
    try:
        return learner_for(source, on, X)
    except TuringradError as refused:
        if via is not None or on not in RUN_PROGRAMS or not is_python_source(source):
            raise
        numbers = program_data(source, given["data"], given["encoding"], on, "program")
        if numbers is None:
            raise
        try:
            learn_by_program(source, *numbers, given, why=first_line(refused))
        except TuringradError as also:
            raise with_clause(refused, f"--via program was refused, too: {first_line(also)}") from also
        return None


def learner_for(source: str, on: str, X: Any) -> Any:
    """The learner in the form that the construction takes; of a class in a Python file, with room for these samples."""
    loaded = load_object(source) if is_python_source(source) else None
    if is_program(loaded):
        return as_learner(loaded, X, once=True)
    return load_learner(source, form=construction(on).learner_form, features=X.shape[1])


def circuit_sizes(learner: Any) -> dict[str, Any]:
    """Of a Python class, the gates of its circuits."""
    if getattr(learner, "program", None) is None:
        return {}
    gates = {"update_gates": len(learner.update.gates), "predict_gates": len(learner.predict.gates)}
    return {"via": "circuit", **gates}
