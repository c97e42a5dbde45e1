"""A task of the user's own: an object with `name` and `sample(rng, d, m)`, by `FILE.py:NAME`."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from turingrad import tasks
from turingrad._support.files import is_file
from turingrad.errors import InputError
from turingrad.tasks import Task


def find_task(name: str) -> Task:
    """A task of ours by its name, or the object (or class without arguments) NAME of a Python file, which is run."""
    file, colon, member = name.rpartition(":")
    if not colon or not file.endswith(".py"):
        return tasks.get(name)
    path = Path(file)
    if not is_file(path):
        raise InputError(f"there is no file {file} to take the task {member!r} from")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        found = getattr(module, member)
        task: Task = found() if isinstance(found, type) else found
    except Exception as error:  # whatever the user's own code raises
        raise InputError(f"{file}: {type(error).__name__}: {error}") from None
    if not callable(getattr(task, "sample", None)) or not isinstance(getattr(task, "name", None), str):
        raise InputError(f"{name} is not a task: a task has a `name` and `sample(rng, d, m)`, which gives X and y")
    return task
