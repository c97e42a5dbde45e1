"""Data sets as CSV: one example per line, the label last, entries -1/+1 or 0/1."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from turingrad._support.arrays import Signs
from turingrad._support.files import open_input, reason_of, write_whole
from turingrad._support.text import amount
from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.errors import FormatError, InputError, LimitError
from turingrad.tasks.task import Labels, Points

Encoding = Literal["auto", "pm1", "01"]
MAX_BYTES = 64 << 20
MAX_FIELDS = 100_000  # of a row

VALUES = {
    "-1": -1, "1": 1, "+1": 1, "0": 0, "+0": 0, "-0": 0,
    "-1.0": -1, "1.0": 1, "+1.0": 1, "0.0": 0, "+0.0": 0, "-0.0": 0,
}  # fmt: skip
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(nan|inf|infinity)", re.IGNORECASE)
EXPECTED = {"auto": "-1 and +1, or 0 and 1", "pm1": "-1 or +1", "01": "0 or 1"}


@dataclass(frozen=True, eq=False)
class DataFile:
    """A data set as read: `X` and `y` in -1/+1, and which `encoding` ("pm1" or "01") the file was in.

    A file that holds nothing but 1 reads the same in both; it is called "pm1".
    """

    X: Points
    y: Labels
    encoding: Literal["pm1", "01"]
    names: tuple[str, ...]

    def __repr__(self) -> str:
        return f"DataFile({self.X.shape[0]} examples, {self.X.shape[1]} features, encoding {self.encoding!r})"


@validate_arguments
def read_csv(path: str | os.PathLike[str], encoding: Encoding = "auto", max_bytes: int = MAX_BYTES) -> DataFile:
    """Read a data set of signs or bits, label last.

    Args:
        path: The CSV file.
        encoding: `pm1` for -1/+1, `01` for 0/1, or `auto`: whichever the file holds; a mixture is refused.
        max_bytes: A larger file is refused.

    Returns:
        The features, the labels and the names of the columns.

    Raises:
        FormatError: A row is malformed; the message gives its line.

    Example:
        >>> tg.tasks.write_csv("signs.csv", np.array([[1, -1]], np.int8), np.array([1], np.int8))
        >>> tg.tasks.read_csv("signs.csv").X.tolist()
        [[1, -1]]
    """
    return parse_csv(read_text(path, max_bytes), encoding, source=str(path))


def read_text(path: str | os.PathLike[str], max_bytes: int = MAX_BYTES) -> str:
    """A file of UTF-8 text of at most `max_bytes` bytes."""
    path = Path(path)
    whole(max_bytes, "the largest file in bytes", 0, 1 << 40)
    try:
        with open_input(path) as file:
            content = file.read(max_bytes + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {reason_of(error)}") from None
    if len(content) > max_bytes:
        raise LimitError(f"{path} is larger than {max_bytes:,} bytes; raise max_bytes to read it")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError("this is not UTF-8 text", source=str(path), line=line) from None


def table_rows(text: str, source: str) -> Iterator[tuple[int, str, list[str], bool]]:
    """Line number, line and fields of each row, all rows of one width; True if the first row has names."""
    width = 0
    for number, line in rows(text):
        if line.count(",") > MAX_FIELDS:
            raise LimitError(f"{source or 'the data'}: line {number} has more than {MAX_FIELDS:,} fields")
        fields = [unquote(field) for field in line.split(",")]
        first = width == 0
        if first:
            width = len(fields)
            require_width(width, source, number, line)
        if len(fields) != width:
            message = f"this row has {amount(len(fields), 'field')}; the first one has {width}"
            raise field_error(message, min(len(fields), width), line, number, source)
        yield number, line, fields, first and not any(NUMBER.fullmatch(field) for field in fields)


@validate_arguments
def parse_csv(text: str, encoding: Encoding = "auto", source: str = "") -> DataFile:
    r"""Parse a data set from text; see `read_csv`.

    Args:
        text: The text of a CSV file, label last.
        encoding: `pm1` for -1/+1, `01` for 0/1, or `auto`.
        source: What error messages call it.

    Returns:
        The features, the labels and the names of the columns.

    Raises:
        FormatError: A row is malformed; the message gives its line.

    Example:
        >>> tg.tasks.parse_csv("1,-1,1\n-1,-1,-1\n").y.tolist()
        [1, -1]
    """
    cells = bytearray()
    names: tuple[str, ...] = ()
    width = 0
    for number, line, fields, header in table_rows(text, source):
        width = len(fields)
        if header:
            names = tuple(fields)
            continue
        try:
            cells.extend([VALUES[field] + 1 for field in fields])
        except KeyError:
            index = next(i for i, field in enumerate(fields) if field not in VALUES)
            raise bad_field(fields[index], index, line, number, source, EXPECTED[encoding]) from None
    if not cells:
        raise FormatError("there are no examples", source=source, expected="one example per line, the label last")
    table = np.frombuffer(cells, dtype=np.int8).reshape(-1, width) - np.int8(1)
    found = encoding_of(table, encoding, text, bool(names), source)
    if found == "01":
        table = (2 * table - 1).astype(np.int8)
    names = names or default_names(width - 1)
    return DataFile(np.ascontiguousarray(table[:, :-1]), table[:, -1].copy(), found, names)


@validate_arguments
def write_csv(
    path: str | os.PathLike[str],
    X: Points,
    y: Labels,
    encoding: Literal["pm1", "01"] = "pm1",
    names: tuple[str, ...] | None = None,
) -> None:
    """Write a data set with a header row.

    Args:
        path: The CSV file.
        X: The examples.
        y: Their labels.
        encoding: `pm1` for -1/+1, or `01`.
        names: The header; by default `x1, ..., xd, y`.

    Raises:
        InputError: A name cannot be written, or the file cannot.

    Example:
        >>> tg.tasks.write_csv("one.csv", np.array([[1, -1]], np.int8), np.array([1], np.int8))
    """
    X, y = np.asarray(X), np.asarray(y)
    if X.ndim != 2 or y.shape != (len(X),) or X.shape[1] == 0:
        raise InputError(f"points of shape {X.shape} and labels of shape {y.shape} are not one data set")
    table = np.column_stack([X, y])
    if not np.isin(table, (-1, 1)).all():
        raise InputError("a data set's entries are -1 and +1")
    header = default_names(X.shape[1]) if names is None else names
    require_header(header, X.shape[1] + 1)
    words = {-1: "-1" if encoding == "pm1" else "0", 1: "1"}
    lines = [",".join(header)] + [",".join(words[value] for value in row) for row in table.tolist()]
    write_whole(path, "\n".join(lines) + "\n")


def default_names(features: int) -> tuple[str, ...]:
    return tuple(f"x{j + 1}" for j in range(features)) + ("y",)


def require_header(names: tuple[str, ...], width: int) -> None:
    if len(names) != width:
        raise InputError(f"{len(names)} column names for {width} columns")
    for name in names:
        if not name or name != unquote(name) or NUMBER.fullmatch(name) or any(c in name for c in ',"\n\r'):
            raise InputError(
                f"column name {name!r} cannot be written: a name is not a number and has no commas or quotes"
            )


def rows(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, with their numbers from 1."""
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if line.strip():
            yield number, line


def unquote(field: str) -> str:
    field = field.strip()
    return field[1:-1].strip() if len(field) >= 2 and field[0] == field[-1] == '"' else field


def field_column(line: str, index: int) -> int:
    """The column, from 1, where a field's text begins; past the last field, where the line ends."""
    fields = line.split(",")
    if index >= len(fields):
        return len(line) + 1
    start = sum(len(field) + 1 for field in fields[:index])
    return start + len(fields[index]) - len(fields[index].lstrip()) + 1


def require_width(width: int, source: str, number: int, line: str) -> None:
    if width < 2:
        hint = next((f"; is {mark!r} the separator?" for mark in (";", "\t", " ") if mark in line.strip()), "")
        raise FormatError(
            f"this row has one field{hint}",
            source=source,
            line=number,
            column=1,
            text=line,
            expected="at least one feature and the label, with commas between them",
        )


def bad_field(field: str, index: int, line: str, number: int, source: str, expected: str) -> FormatError:
    shown = field if len(field) <= 20 else field[:20] + "..."
    message = f"field {index + 1} is {shown!r}" if shown else f"field {index + 1} is empty"
    return field_error(message, index, line, number, source, expected)


def field_error(
    message: str, index: int, line: str, number: int, source: str, expected: str | None = None
) -> FormatError:
    """An error that points at a field of a line."""
    column = field_column(line, index)
    return FormatError(message, source=source, line=number, column=column, text=line, expected=expected)


def encoding_of(table: Signs, asked: Encoding, text: str, header: bool, source: str) -> Literal["pm1", "01"]:
    """The file's encoding; an error that points at the first entry which breaks it."""
    foreign = {"pm1": 0, "01": -1}
    if asked == "auto":
        telling = table.ravel()[np.argmax(table != 1)]  # the first entry that tells, or a 1 where none does
        found: Literal["pm1", "01"] = "01" if telling == 0 else "pm1"
    else:
        found = asked
    wrong = np.argwhere(table == foreign[found])
    if len(wrong) == 0:
        return found
    row, index = (int(i) for i in wrong[0])
    number, line = next(pair for i, pair in enumerate(rows(text)) if i == row + header)
    so_far = " in a file of -1 and +1" if found == "pm1" else " in a file of 0 and 1"
    message = f"field {index + 1} is {foreign[found]}" + (so_far if asked == "auto" else "")
    raise field_error(message, index, line, number, source, EXPECTED[found])
