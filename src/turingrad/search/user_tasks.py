"""A task of the user's own: an object with `name` and `sample(rng, d, m)`, by `FILE.py:NAME`."""

from __future__ import annotations

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.python.files import load_object
from turingrad.tasks import Task


def find_task(name: str) -> Task:
    """A task of ours by its name, or the object (or class without arguments) NAME of a Python file, which is run."""
    file, colon, _ = name.rpartition(":")
    if not colon or not file.endswith(".py"):
        return tasks.get(name)
    found = load_object(name)
    try:
        task: Task = found() if isinstance(found, type) else found
    except Exception as error:  # whatever the user's own code raises
        raise InputError(f"{file}: {type(error).__name__}: {error}") from None
    if not callable(getattr(task, "sample", None)) or not isinstance(getattr(task, "name", None), str):
        raise InputError(f"{name} is not a task: a task has a `name` and `sample(rng, d, m)`, which gives X and y")
    return task
