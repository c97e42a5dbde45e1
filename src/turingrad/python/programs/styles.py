"""What the `predict` of a class with `fit` takes: one row, or all rows at once, as in scikit-learn.

The plain object decides, trained on the samples. Read as one for all rows, `predict` of n rows gives n answers, and of
more rows as many more: an answer to a row that happens to have n entries does not. If the object runs in both readings
and the answers differ, those of the same kind as the labels are meant.
"""

from __future__ import annotations

import contextlib
import copy
import io
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from turingrad.python.programs.refusals import PythonProgramError
from turingrad.python.programs.verify import restore_after

Samples = tuple[Any, Any, Any]  # rows, labels, and the rows to predict
CONTAINERS = (list, tuple, set, frozenset, deque, dict)
MOST_KEPT = 100_000  # objects of the user's that a trial run may change and that are put back


def predicts_all_rows(learner: Any, samples: Samples, arguments: tuple[Any, ...] = ()) -> bool:
    """Whether `predict` takes all rows at once.

    Raises:
        PythonProgramError: if it runs in both readings, the answers differ, and either may be meant.
    """
    X, y, queries = samples
    if not len(queries):
        return False
    with undo_changes(learner):
        trained = trained_object(learner, (X, y), arguments)
        if trained is None:
            return False
        (answer,) = answers_of(trained, [queries])
        singles = answers_of(trained, queries)
        ran = [each for each in singles if not isinstance(each, Failed)]
        if not is_list_of_answers(answer):
            return False
        together = list(answer)
        if not ran:
            return True  # with as many answers as rows, or more
        if len(together) != len(queries) or not keeps_pace(trained, queries):
            return False
        return choose_reading(type_of(learner).__name__, together, ran, y)


def keeps_pace(trained: Any, queries: Any) -> bool:
    """Whether `predict` gives as many answers to more rows than a row has entries."""
    widest = max(len(row) if hasattr(row, "__len__") else 1 for row in queries)
    rows = [*queries, *[queries[0]] * (widest + 1)]
    (answer,) = answers_of(trained, [tuple(rows) if isinstance(queries, tuple) else rows])
    return isinstance(answer, Failed) or (is_list_of_answers(answer) and len(list(answer)) == len(rows))


def choose_reading(name: str, together: list[Any], singles: list[Any], labels: Any) -> bool:
    """Whether the answers to all rows at once are meant, if both readings run."""
    if are_close(together, singles):
        return True
    kinds = set(map(answer_kind, labels))
    fits_together, fits_singles = ({*map(answer_kind, answers)} <= kinds for answers in (together, singles))
    if fits_together != fits_singles:
        return fits_together
    raise PythonProgramError(
        f"predict of {name} runs on one row and on all rows, and the answers differ; pass whole=False if it takes one "
        "row, whole=True if it takes all rows"
    )


class Failed:
    """A call that raised an error."""


def trained_object(learner: Any, samples: tuple[Any, Any], arguments: tuple[Any, ...]) -> Any:
    """A plain object, trained; None if that raises an error, which the program then raises, too."""
    try:
        model = learner(*arguments) if isinstance(learner, type) else copy.deepcopy(learner)
        model.fit(*copy.deepcopy(samples))
    except Exception:
        return None
    return model


def answers_of(trained: Any, given: Any) -> list[Any]:
    """What a copy of the trained object predicts, call by call."""
    with contextlib.suppress(Exception):
        trained = copy.deepcopy(trained)
    found: list[Any] = []
    for each in copy.deepcopy(given):
        try:
            answer = trained.predict(each)
            found.append(list(answer) if isinstance(answer, Iterator) else answer)
        except Exception:
            found.append(Failed())
    return found


def is_list_of_answers(answer: Any) -> bool:
    """Whether a program could make a list of answers of it; a text, a dict or a set is one answer."""
    if isinstance(answer, str | bytes | bytearray | dict | set | frozenset) or not hasattr(answer, "__len__"):
        return False
    return isinstance(answer, Iterable) and getattr(answer, "ndim", 1) > 0


def are_close(some: list[Any], others: list[Any]) -> bool:
    """Whether answers are the same but for rounding."""
    if len(some) != len(others):
        return False
    try:
        return bool(np.allclose(np.asarray(some, float), np.asarray(others, float), equal_nan=True))
    except (TypeError, ValueError):
        pass
    try:
        return all(type(a) is type(b) and bool(a == b) for a, b in zip(some, others, strict=True))
    except ValueError:  # arrays
        return False


def answer_kind(value: Any) -> Any:
    """Numbers are of one kind, so are sequences; anything else is of its type."""
    if isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim):
        return "sequence"
    return "number" if isinstance(value, int | float | complex | np.number | np.bool_ | np.ndarray) else type(value)


def type_of(learner: Any) -> type:
    return learner if isinstance(learner, type) else type(learner)


@contextlib.contextmanager
def undo_changes(learner: Any) -> Iterator[None]:
    """A trial run of a class: what it prints is dropped, and classes and globals get back what it changes in them."""
    classes = [each for each in type_of(learner).__mro__ if each.__module__ != "builtins"]
    attributes = [(each, {k: v for k, v in vars(each).items() if not k.startswith("__")}) for each in classes]
    spaces = [vars(sys.modules[each.__module__]) for each in classes if each.__module__ in sys.modules]
    used = {name for _, space in attributes for value in space.values() for name in names_in(value)}
    bound = [(space, {name: space[name] for name in used if name in space}) for space in spaces]
    held = reachable([value for _, values in (*attributes, *bound) for value in values.values()])
    try:
        with restore_after(held), contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        for each, before in attributes:
            for name in [name for name in vars(each) if not name.startswith("__") and name not in before]:
                delattr(each, name)
            for name, value in before.items():
                if vars(each).get(name) is not value:
                    setattr(each, name, value)
        for space, names in bound:
            space.update(names)


def names_in(value: Any) -> set[str]:
    """The names that a method and the functions within it use."""
    function = getattr(value, "__func__", getattr(value, "fget", value))
    codes = [function.__code__] if isinstance(function, FunctionType) else []
    found: set[str] = set()
    while codes:
        code = codes.pop()
        found |= set(code.co_names)
        codes += [each for each in code.co_consts if isinstance(each, CodeType)]
    return found


def reachable(values: list[Any]) -> list[Any]:
    """Lists, dicts, sets and objects of Python classes that can be reached and may change."""
    found: dict[int, Any] = {}
    left = list(values)
    while left and len(found) < MOST_KEPT:
        value = left.pop()
        if id(value) in found or isinstance(value, type | FunctionType | str | bytes | int | float):
            continue
        if isinstance(value, CONTAINERS):
            found[id(value)] = value
            left += [*value.keys(), *value.values()] if isinstance(value, dict) else list(value)
        elif isinstance(value, np.ndarray | bytearray):
            found[id(value)] = value
        elif hasattr(value, "__dict__") and type(value).__module__ not in ("builtins", "types"):
            found[id(value)] = value
            left += vars(value).values()
    return [each for each in found.values() if not isinstance(each, tuple | frozenset)]
