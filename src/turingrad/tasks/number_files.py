"""Data sets of real numbers as CSV: one example per line, features first, the label (-1/+1 or 0/1) last."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import F64
from turingrad.errors import FormatError
from turingrad.tasks.csv_files import (
    MAX_BYTES,
    NUMBER,
    bad_field,
    default_names,
    field_error,
    read_text,
    table_rows,
)
from turingrad.tasks.task import Labels


@dataclass(frozen=True, eq=False)
class NumberFile:
    """A data set as read: `X` in float64, `y` in -1/+1."""

    X: F64
    y: Labels
    names: tuple[str, ...]


def read_numbers(path: str | os.PathLike[str], max_bytes: int = MAX_BYTES) -> NumberFile:
    r"""Read a data set whose features are numbers and whose labels take two values: -1 and +1, or 0 and 1.

    Args:
        path: The CSV file.
        max_bytes: A larger file is refused.

    Returns:
        The features, the labels and the names of the columns.

    Raises:
        FormatError: A row is malformed; the message gives its line.

    Example:
        >>> from pathlib import Path
        >>> _ = Path("numbers.csv").write_text("0.5,1\n-2.5,0\n")
        >>> tg.tasks.read_numbers("numbers.csv").X.tolist()
        [[0.5], [-2.5]]
    """
    return parse_numbers(read_text(path, max_bytes), source=str(path))


def read_columns(path: str | os.PathLike[str], max_bytes: int = MAX_BYTES) -> tuple[F64, F64]:
    r"""Read the features and the last column of a data set, any finite numbers.

    Args:
        path: The CSV file.
        max_bytes: A larger file is refused.

    Returns:
        The features and the last column.

    Raises:
        FormatError: A row is malformed; the message gives its line.

    Example:
        >>> from pathlib import Path
        >>> _ = Path("columns.csv").write_text("1.5,2\n2.5,3\n")
        >>> tg.tasks.read_columns("columns.csv")[1].tolist()
        [2.0, 3.0]
    """
    array, _, _ = parse_table(read_text(path, max_bytes), str(path))
    return np.ascontiguousarray(array[:, :-1]), array[:, -1]


def parse_numbers(text: str, source: str = "") -> NumberFile:
    r"""Parse a data set of numbers from text; see `read_numbers`.

    Args:
        text: The text of a CSV file, label last.
        source: What error messages call it.

    Returns:
        The features, the labels and the names of the columns.

    Raises:
        FormatError: A row is malformed; the message gives its line.

    Example:
        >>> tg.tasks.parse_numbers("0.5,1\n-2.5,0\n").X.tolist()
        [[0.5], [-2.5]]
    """
    array, names, lines = parse_table(text, source)
    return NumberFile(
        np.ascontiguousarray(array[:, :-1]),
        signs_of(array[:, -1], lines, source),
        names or default_names(array.shape[1] - 1),
    )


def parse_table(text: str, source: str) -> tuple[F64, tuple[str, ...], list[tuple[int, str]]]:
    """The numbers, (examples, columns), the names in the header if there is one, and the lines."""
    table: list[list[float]] = []
    names: tuple[str, ...] = ()
    lines: list[tuple[int, str]] = []
    for number, line, fields, header in table_rows(text, source):
        if header:
            names = tuple(fields)
            continue
        table.append([finite_number(field, i, line, number, source) for i, field in enumerate(fields)])
        lines.append((number, line))
    if not table:
        raise FormatError("there are no examples", source=source, expected="one example per line, the label last")
    return np.array(table), names, lines


def finite_number(field: str, index: int, line: str, number: int, source: str) -> float:
    found = float(field) if NUMBER.fullmatch(field) else math.nan
    if not math.isfinite(found):
        raise bad_field(field, index, line, number, source, "a finite number")
    return found


def signs_of(labels: F64, lines: list[tuple[int, str]], source: str) -> Labels:
    """-1 and +1, or 0 and 1; a mixture or another number is pointed at."""
    low = 0.0 if 0.0 in labels else -1.0
    wrong = np.flatnonzero((labels != low) & (labels != 1))
    if len(wrong):
        number, line = lines[int(wrong[0])]
        message, expected = f"the label is {labels[wrong[0]]:g}", "-1 or +1, or 0 or 1 throughout"
        raise field_error(message, line.count(","), line, number, source, expected)
    return np.where(labels == 1, 1, -1).astype(np.int8)
