"""Training and test sets from one data set."""

from __future__ import annotations

import numpy as np

from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.errors import InputError
from turingrad.tasks.task import Labels, Points


@validate_arguments
def split(X: Points, y: Labels, test: int | float, seed: int = 0) -> tuple[Points, Labels, Points, Labels]:
    """Set a random part of the examples aside as a test set.

    Both parts keep the order of the data set, since some learners depend on it.

    Args:
        X: The examples.
        y: Their labels.
        test: A number of examples (an int), or a fraction of them (a float between 0 and 1, rounded to the
            nearest number).
        seed: Fixes the choice.

    Returns:
        `(X_train, y_train, X_test, y_test)`.

    Example:
        >>> X, y = np.ones((10, 2), np.int8), np.ones(10, np.int8)
        >>> [len(part) for part in tg.tasks.split(X, y, 0.3)]
        [7, 7, 3, 3]
    """
    X, y, seed = np.asarray(X), np.asarray(y), whole(seed, "the seed")
    if X.ndim != 2 or y.ndim != 1 or len(X) != len(y):
        raise InputError(f"points of shape {X.shape} and labels of shape {y.shape} are not one data set")
    m = len(y)
    if isinstance(test, float):
        if not 0 <= test <= 1:
            raise InputError(f"the test fraction is {test}; it must be between 0 and 1")
        count = int(test * m + 0.5)
    else:
        count = whole(test, "the number of test examples")
    if count > m:
        raise InputError(f"{count} test examples are requested; the data set has {m}")
    aside = np.zeros(m, dtype=bool)
    aside[np.random.default_rng(seed).permutation(m)[:count]] = True
    return X[~aside], y[~aside], X[aside], y[aside]
