"""Real data sets that come with scikit-learn, ready for a small network: no download."""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import F64, I64, Array
from turingrad._support.text import name_alternatives
from turingrad.errors import InputError

BUNDLED = ("iris", "digits-3-8")


def bundled_data(name: str) -> tuple[F64, I64]:
    """Return the samples and classes of a data set, its rows in a random order that is always the same.

    "iris" has 150 rows of 4 features, each column of mean 0 and standard deviation 1, and 3 classes. "digits-3-8" has
    357 images of a 3 or an 8, 2 x 2 pixels averaged to 16 features from 0 to 1, and 2 classes. (Iris comes sorted by
    class, an order in which training on one sample at a time fails.)

    Args:
        name: iris or digits-3-8.

    Returns:
        The features and the classes.

    Example:
        >>> tg.tasks.bundled_data("iris")[0].shape
        (150, 4)
    """
    from sklearn import datasets  # it takes a second to load

    if name == "iris":
        X, y = datasets.load_iris(return_X_y=True)
        return shuffle((X - X.mean(axis=0)) / X.std(axis=0), y)
    if name == "digits-3-8":
        digits = datasets.load_digits()
        kept = np.isin(digits.target, (3, 8))
        pooled = digits.images[kept].reshape(-1, 4, 2, 4, 2).mean(axis=(2, 4)) / 16
        return shuffle(pooled.reshape(-1, 16), digits.target[kept] == 8)
    raise InputError(f"no data set {name!r}{name_alternatives(name, BUNDLED)}")


def shuffle(X: F64, y: Array) -> tuple[F64, I64]:
    order = np.random.default_rng(0).permutation(len(X))
    return X[order], y[order].astype(np.int64)
