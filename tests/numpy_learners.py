"""The library's grid learners again, in plain numpy: what each predicts at x after seeing (X, y), entries ±1."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Signs = npt.NDArray[np.int8]


def constant(_X: Signs, _y: Signs, _x: Signs) -> int:
    return 1


def last_label(_X: Signs, y: Signs, _x: Signs) -> int:
    return int(y[-1])


def majority_label(_X: Signs, y: Signs, _x: Signs) -> int:
    return 1 if y.sum(dtype=int) >= 0 else -1


def conjunction(X: Signs, y: Signs, x: Signs) -> int:
    """+1 where no literal that all positive examples satisfy fails at x. Without positive examples all literals do."""
    positive = X[y == 1]
    always_plus, always_minus = (positive == 1).all(axis=0), (positive == -1).all(axis=0)
    fails = (always_plus & (x == -1)) | (always_minus & (x == 1))
    return -1 if fails.any() else 1


def hebb(X: Signs, y: Signs, x: Signs) -> int:
    weights, bias = y.astype(int) @ X, y.sum(dtype=int)
    return 1 if weights @ x + bias >= 0 else -1


def nearest_neighbour(X: Signs, y: Signs, x: Signs) -> int:
    distances = np.count_nonzero(X - x, axis=1)
    return int(y[np.argmin(distances)])


def stump(X: Signs, y: Signs, x: Signs) -> int:
    """The feature, or the constant feature after them, with the largest correlation in absolute value."""
    with_constant, point = np.column_stack([X, np.ones_like(y)]), np.append(x, 1)
    correlations = y.astype(int) @ with_constant
    best = np.argmax(np.abs(correlations))
    return 1 if correlations[best] * point[best] >= 0 else -1


def parity(X: Signs, y: Signs, x: Signs) -> int:
    """+1 where some product of examples is x and has label +1: (x, +) is in the row space of (X, y) over GF(2).

    For realisable data and x in the span of the examples that is the label; outside of the span it is -1.
    """
    bits = np.column_stack([X, y]) == -1
    goal = np.append(x == -1, False)
    rows = [row.copy() for row in bits]
    for column in range(len(goal)):
        pivot = next((row for row in rows if row[column]), None)
        if pivot is None:
            continue
        rows = [row ^ pivot if row[column] else row for row in rows if row is not pivot]
        if goal[column]:
            goal ^= pivot
    return -1 if goal.any() else 1


def in_span(X: Signs, x: Signs) -> bool:
    """True where x is a product of examples."""
    always_plus = np.ones(len(X), dtype=np.int8)
    return parity(X, always_plus, x) == 1


def realisable(X: Signs, y: Signs) -> bool:
    """True where some parity of the features labels all examples: no product of examples is (+, ..., +) with -1."""
    contradiction = np.append(np.ones(X.shape[1], dtype=np.int8), np.int8(-1))
    return parity(np.column_stack([X, y]), np.ones(len(y), dtype=np.int8), contradiction) == -1


TWINS: dict[str, Callable[[Signs, Signs, Signs], int]] = {
    "constant": constant,
    "last-label": last_label,
    "majority-label": majority_label,
    "conjunction": conjunction,
    "hebb": hebb,
    "nearest-neighbour": nearest_neighbour,
    "stump": stump,
    "parity-small": parity,
    "parity-fast": parity,
}
