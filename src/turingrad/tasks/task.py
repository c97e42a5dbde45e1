"""What a task is: a distribution over learning problems, from which data sets are drawn."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from turingrad.arrays import Signs
from turingrad.errors import InputError, LimitError

Points = npt.NDArray[np.int8]  # (m, d), entries -1 and +1
Labels = npt.NDArray[np.int8]  # (m,), entries -1 and +1

MAX_CELLS = 1 << 28  # a quarter of a GB of int8: more is a mistyped size


class Task(Protocol):
    """A distribution over learning problems. Any object with these two members is a task."""

    @property
    def name(self) -> str: ...

    def sample(self, rng: np.random.Generator, d: int, m: int) -> tuple[Points, Labels]:
        """Draws one problem over {-1, +1}^d and m independent examples of it."""
        ...


def draw(task: Task, seed: int, d: int, train: int, test: int) -> tuple[Points, Labels, Points, Labels]:
    """One problem's training and test set, fixed by the seed: two parts of one draw."""
    if train < 0 or test < 0:
        raise InputError(f"{train} training and {test} test examples were asked for; neither may be negative")
    X, y = task.sample(np.random.default_rng(seed), d, train + test)
    return X[:train], y[:train], X[train:], y[train:]


def require_sizes(name: str, d: int, m: int, least: int = 1) -> None:
    if d < least:
        raise InputError(f"task {name!r} needs at least {least} feature{'s' if least > 1 else ''}, not {d}")
    if m < 0:
        raise InputError(f"task {name!r}: the number of examples is {m}; it must be 0 or more")
    if d * (m + 1) > MAX_CELLS:
        raise LimitError(f"task {name!r}: {m} examples of {d} features are more than {MAX_CELLS:,} numbers")


def random_signs(rng: np.random.Generator, *shape: int) -> Signs:
    """Independent fair signs, -1 or +1."""
    return (2 * rng.integers(0, 2, size=shape, dtype=np.int8) - 1).astype(np.int8)
