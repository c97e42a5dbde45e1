"""What benchmarks fill in: rows of figures measured side by side in one run, with the ratios that are the bars."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. `ratio` is to a baseline measured in the same run, `bar` the least (or most) that it should be."""

    what: str
    value: float
    unit: str
    ratio: float | None = None
    bar: float | None = None
    at_most: bool = False
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the bar is met; None where there is none. The bar is on the ratio if there is one, else the value."""
        if self.bar is None:
            return None
        figure = self.value if self.ratio is None else self.ratio
        return figure <= self.bar if self.at_most else figure >= self.bar


@dataclass
class BenchReport:
    """Collects the rows of one benchmark; `progress` is told what is being measured."""

    name: str
    progress: Callable[[str], None] = lambda _what: None
    rows: list[Row] = field(default_factory=list)

    def row(
        self,
        what: str,
        value: float,
        unit: str,
        *,
        ratio: float | None = None,
        bar: float | None = None,
        at_most: bool = False,
        note: str = "",
    ) -> None:
        self.rows.append(Row(what, value, unit, ratio, bar, at_most, note))

    def seconds(self, what: str, work: Callable[[], Any], *, warmup: int = 1, repeat: int = 3) -> float:
        """The best of `repeat` timings of `work`, after `warmup` calls that do not count."""
        self.progress(what)
        for _ in range(warmup):
            work()
        return min(_timed(work) for _ in range(repeat))


def _timed(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
