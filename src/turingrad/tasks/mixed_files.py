"""Data sets whose columns are numbers or strings, for learners that are programs: the label is the last column."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from turingrad.errors import FormatError
from turingrad.tasks.csv_files import MAX_BYTES, NUMBER, bad_field, read_text, table_rows


def read_mixed(path: str | os.PathLike[str], max_bytes: int = MAX_BYTES) -> tuple[list[list[Any]], list[Any]]:
    """Rows of features, and labels. A column in which all fields are numbers has numbers, any other one has strings;
    a first row without a number has the columns' names. Ints are exact; if the features are all numbers and one of them
    is not whole, all are floats."""
    source = str(path)
    rows = [(number, line, fields) for number, line, fields, names in table_rows(read_text(path, max_bytes), source)
            if not names]  # fmt: skip
    if not rows:
        raise FormatError("there are no examples", source=source, expected="one example per line, the label last")
    columns = [column_of(place, rows, source) for place in range(len(rows[0][2]))]
    features, labels = columns[:-1], as_whole(columns[-1])
    if any(isinstance(column[0], str) for column in features):
        features = [as_whole(column) for column in features]
    else:
        flat = as_whole([value for column in features for value in column])
        features = [flat[start : start + len(rows)] for start in range(0, len(flat), len(rows))]
    return [list(row) for row in zip(*features, strict=True)], labels


def column_of(place: int, rows: Sequence[tuple[int, str, list[str]]], source: str) -> list[Any]:
    """Numbers, or strings; a column that mixes both is refused."""
    numeric = [bool(NUMBER.fullmatch(fields[place])) for _, _, fields in rows]
    if any(numeric) and not all(numeric):
        number, line, fields = rows[numeric.index(False)]
        raise bad_field(fields[place], place, line, number, source, "a finite number, as in other rows of this column")
    texts = [fields[place] for _, _, fields in rows]
    if not numeric[0]:
        return texts
    return [int(text) if text.lstrip("+-").isdecimal() else float(text) for text in texts]


def as_whole(values: list[Any]) -> list[Any]:
    """Ints if all numbers are whole, else floats; strings as they are."""
    if any(isinstance(value, str) for value in values):
        return values
    whole = all(isinstance(value, int) or value.is_integer() for value in values)
    return [int(value) if whole else float(value) for value in values]
