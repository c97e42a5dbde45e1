"""A user's data set, checked, and cut into the rows that a learner is given and those that choose it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import Signs
from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.errors import InputError
from turingrad.search.problems import DataProblems

LEAST_ROWS = 4
HINT = "binarise first, for example with np.where(values > threshold, 1, -1)"


class DataError(InputError, ValueError):
    """Data that no learner can be searched for. Also a ValueError, as scikit-learn's callers expect."""


def checked_signs(values: npt.ArrayLike, what: str) -> Signs:
    """The values as int8, refused with a hint unless each is -1 or +1."""
    array = np.asarray(values)
    if array.dtype.kind not in "iuf":
        raise DataError(f"{what} are of type {array.dtype}; they must be the numbers -1 and +1, {HINT}")
    wrong = np.argwhere(np.abs(array) != 1)
    if len(wrong):
        place = tuple(int(i) for i in wrong[0])
        where = f"row {place[0]}" + (f", column {place[1]}" if len(place) > 1 else "")
        raise DataError(f"{what} must be -1 or +1; {where} holds {array[place]}: {HINT}")
    return array.astype(np.int8)


@validate_arguments
def split_rows(
    X: Any,
    y: Any,
    *,
    validation: float = 0.25,
    max_rows: int = 64,
    max_validation: int = 10_000,
    practice_rows: int = 24,
    seed: int = 0,
    name: str = "data",
) -> DataProblems:
    """Split the rows of a data set, in random order, into Z, to learn from, and Z', which chooses the learner.

    Args:
        X: The rows.
        y: Their labels.
        validation: The fraction of all rows that is in Z'; every row beyond `max_rows` is, too.
        max_rows: The largest Z, which keeps the grid small.
        max_validation: The largest Z'; `unused` says how many rows are left over.
        practice_rows: How many rows of Z one problem has.
        seed: Fixes the order.
        name: What the data set is called.

    Returns:
        The two parts, as problems for `search`.

    Raises:
        DataError: The features or labels are not signs, or there are too few rows.

    Example:
        >>> from turingrad.search import split_rows
        >>> X, y = np.ones((20, 2), int), np.array([1, -1] * 10)
        >>> split_rows(X, y).name
        'data'
    """
    try:
        rows, targets = np.asarray(X), np.asarray(y)
    except Exception as error:  # of the values' own code
        raise DataError(f"features and labels are tables of numbers: {error}") from None
    if rows.ndim != 2 or targets.ndim != 1 or len(rows) != len(targets) or rows.shape[1] < 1:
        raise DataError(f"features of shape {rows.shape} and labels of shape {targets.shape} are not one data set")
    if not 0 < validation < 1:
        raise DataError(f"the validation fraction is {validation}; it must be between 0 and 1")
    for what, count, least in (
        ("max_rows", max_rows, 2),
        ("practice_rows", practice_rows, 1),
        ("max_validation", max_validation, 1),
    ):
        if count < least:
            raise DataError(f"{what} is {count}; it must be at least {least}")
    if len(targets) < LEAST_ROWS:
        raise DataError(
            f"{len(targets)} rows are too few to split (n_samples={len(targets)}); at least {LEAST_ROWS} are needed"
        )
    labels = checked_signs(targets, "labels")
    if len(np.unique(labels)) < 2:
        raise DataError(f"all labels are {labels[0]}: there is only one class, and nothing to learn")
    features = checked_signs(rows, "features")
    order = np.random.default_rng([whole(seed, "the seed"), len(labels)]).permutation(len(labels))
    aside = min(max(1, round(validation * len(labels))), len(labels) - 2)
    given = order[aside:][:max_rows]
    chosen = np.concatenate([order[:aside], order[aside:][max_rows:]])[:max_validation]
    unused = len(labels) - len(given) - len(chosen)
    return DataProblems(
        name, features[given], labels[given], features[chosen], labels[chosen], practice_rows, unused=unused
    )
