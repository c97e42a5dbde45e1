"""What an experiment found, as one value: the terminal prints its tables, a page and a plot draw its charts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

R = TypeVar("R")


@dataclass(frozen=True)
class Line:
    """A curve. `kind` is its colour on a page, `style` its line in a plot, as matplotlib writes them (`C0--`); `band`
    are the lower and upper values around it."""

    name: str
    x: Sequence[float]
    y: Sequence[float | None]
    kind: str = "net"
    style: str = "-"
    band: tuple[Sequence[float], Sequence[float]] | None = None


@dataclass(frozen=True)
class Chart:
    """Curves over one axis, `log` over powers of ten."""

    title: str
    says: str
    lines: Sequence[Line]
    x: str
    y: str
    log_x: bool = False
    log_y: bool = False


@dataclass(frozen=True)
class Table:
    """Rows by the keys of `columns`, which are headings. `digits` formats floats."""

    title: str
    columns: Mapping[str, str]
    rows: Sequence[Mapping[str, Any]]
    note: str = ""
    digits: str = ".3g"

    def cells(self) -> list[list[str]]:
        return [[self.cell(row[key]) for key in self.columns] for row in self.rows]

    def cell(self, value: Any) -> str:
        if value is None:
            return "-"
        return f"{value:{self.digits}}" if isinstance(value, float) else str(value) or "(empty)"

    def text_columns(self) -> list[str]:
        """The headings of columns that hold words."""
        return [heading for key, heading in self.columns.items() if self.rows and isinstance(self.rows[0][key], str)]


@dataclass(frozen=True)
class Findings:
    """A question, the answer in a sentence, tables and charts; `fields` is the JSON. `ranges` are things with the
    largest size that did no harm and the smallest that did."""

    title: str
    asked: str
    answer: str
    tables: Sequence[Table]
    charts: Sequence[Chart] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    ranges: Sequence[tuple[str, float, float | None]] = ()
    interrupted: bool = False

    def mark_interrupted(self, interrupted: bool) -> Findings:
        """The same, said to be a part if Ctrl-C ended it."""
        more = {"interrupted": True} if interrupted else {}
        return replace(self, interrupted=interrupted, fields={**self.fields, **more})


def collect_rows(found: Iterable[R]) -> tuple[list[R], bool]:
    """Rows until the end or until Ctrl-C, and whether it was Ctrl-C."""
    rows: list[R] = []
    try:
        for row in found:
            rows.append(row)
    except KeyboardInterrupt:
        return rows, True
    return rows, False
