"""What a task is: a distribution over learning problems, from which data sets are drawn."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from turingrad._support.arrays import Signs
from turingrad._support.validation.arguments import numeric, validate_arguments
from turingrad._support.validation.values import short_repr, whole
from turingrad.errors import InputError, LimitError, TuringradError

Points = Signs  # (m, d), entries -1 and +1
Labels = Signs  # (m,), entries -1 and +1

MAX_CELLS = 1 << 28  # a quarter of a GB of int8: more is a mistyped size


class Task(Protocol):
    """A distribution over learning problems. Any object with these two members is a task."""

    @property
    def name(self) -> str: ...

    def sample(self, rng: np.random.Generator, d: int, m: int) -> tuple[Points, Labels]:
        """Draws one problem over {-1, +1}^d and m independent examples of it."""
        ...


@validate_arguments
def draw(task: Task, seed: int, d: int, train: int, test: int) -> tuple[Points, Labels, Points, Labels]:
    """Draw one problem's training and test set: two parts of one draw.

    Args:
        task: The task, such as `tasks.get("parity")`.
        seed: Fixes the problem and the samples.
        d: Features per sample.
        train: Training samples.
        test: Test samples.

    Returns:
        `(X_train, y_train, X_test, y_test)`.

    Example:
        >>> X, y, X_test, y_test = tg.tasks.draw(tg.tasks.get("parity"), seed=0, d=5, train=8, test=3)
        >>> X.shape, X_test.shape
        ((8, 5), (3, 5))
    """
    if train < 0 or test < 0:
        raise InputError(f"{train} training and {test} test examples are requested; neither may be negative")
    X, y = draw_data_set(task, np.random.default_rng(whole(seed, "the seed")), d, train + test)
    return X[:train], y[:train], X[train:], y[train:]


def draw_data_set(task: Task, rng: np.random.Generator, d: int, m: int) -> tuple[Points, Labels]:
    """Draw from a task, which may be a user's own: if its `sample` raises, or returns no data set, the error is
    one line."""
    try:
        found = task.sample(rng, d, m)
    except TuringradError:
        raise
    except Exception as error:  # whatever the user's own code raises
        raise InputError(f"task {task.name!r}: sample() raised {type(error).__name__}: {error}") from error
    if not isinstance(found, tuple | list) or len(found) != 2 or not all(map(numeric, found)):
        raise InputError(
            f"task {task.name!r}: sample() must return X and y, two arrays of -1 and +1, not {short_repr(found)}"
        )
    X, y = np.asarray(found[0]), np.asarray(found[1])
    if X.shape != (m, d) or y.shape != (m,):
        raise InputError(
            f"task {task.name!r} drew points of shape {X.shape} and labels of shape {y.shape}; "
            f"({m}, {d}) and ({m},) are needed"
        )
    if not (np.all(np.abs(X) == 1) and np.all(np.abs(y) == 1)):
        raise InputError(f"task {task.name!r} drew an entry other than -1 and +1")
    return X.astype(np.int8, copy=False), y.astype(np.int8, copy=False)


def require_sizes(name: str, d: int, m: int, least: int = 1) -> None:
    if d < least:
        raise InputError(f"task {name!r} needs at least {least} feature{'s' if least > 1 else ''}, not {d}")
    if m < 0:
        raise InputError(f"task {name!r}: the number of examples is {m}; it must be 0 or more")
    if d * (m + 1) > MAX_CELLS:
        raise LimitError(f"task {name!r}: {m:,} examples of {d:,} features are more than {MAX_CELLS:,} numbers")


def random_signs(rng: np.random.Generator, *shape: int) -> Signs:
    """Independent fair signs, -1 or +1."""
    return (2 * rng.integers(0, 2, size=shape, dtype=np.int8) - 1).astype(np.int8)
