"""Results by size: the sizes as a list on the command line, and the rows that come one by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from turingrad.errors import InputError

R = TypeVar("R")


@dataclass(frozen=True)
class Goes:
    """Where a result goes: a picture, a page, JSON or a table; `quiet` is without a bar of progress."""

    plot: Path | None
    report: Path | None
    json: bool
    quiet: bool


def numbers(text: str, what: str, most: int) -> list[int]:
    """The numbers of a list such as 1,2,4; each is between 1 and `most`."""
    try:
        found = [int(part) for part in text.split(",")]
    except ValueError:
        raise InputError(f"{what} are a list such as 1,2,4, not {text!r}") from None
    if not all(1 <= number <= most for number in found):
        raise InputError(f"{what} are between 1 and {most}, not {text!r}")
    return found


def collect_rows(found: Iterable[R]) -> tuple[list[R], bool]:
    """Rows until the end or until Ctrl-C, and whether it was Ctrl-C."""
    rows: list[R] = []
    try:
        for row in found:
            rows.append(row)
    except KeyboardInterrupt:
        return rows, True
    return rows, False
