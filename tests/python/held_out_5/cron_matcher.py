# ruff: noqa
"""Cron expressions: which minutes of a day and which days of a year they match."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

LIMITS = {"minute": (0, 59), "hour": (0, 23), "day": (1, 31), "month": (1, 12), "weekday": (0, 6)}


class Cron(NamedTuple):
    minute: frozenset[int]
    hour: frozenset[int]
    day: frozenset[int]
    month: frozenset[int]
    weekday: frozenset[int]

    def runs_on(self, d: date) -> bool:
        return d.month in self.month and d.day in self.day and d.isoweekday() % 7 in self.weekday

    def times(self):
        for h in sorted(self.hour):
            for m in sorted(self.minute):
                yield f"{h:02d}:{m:02d}"


def parse_field(text: str, low: int, high: int) -> frozenset[int]:
    values: set[int] = set()
    for part in text.split(","):
        spec, _, step = part.partition("/")
        if spec == "*":
            first, last = low, high
        elif "-" in spec:
            first, last = map(int, spec.split("-"))
        else:
            first = int(spec)
            last = high if step else first
        if not low <= first <= last <= high:
            raise ValueError(f"{part} is outside {low}-{high}")
        values.update(range(first, last + 1, int(step or 1)))
    return frozenset(values)


def parse(expression: str) -> Cron:
    fields = expression.split()
    if len(fields) != 5:
        raise ValueError(f"expected 5 fields, got {len(fields)}")
    return Cron(*(parse_field(f, *LIMITS[name]) for f, name in zip(fields, LIMITS)))


def main(expression: str, start: tuple[int, int, int], days: int = 40):
    try:
        cron = parse(expression)
    except ValueError as error:
        return f"invalid: {error}"
    first = date(*start)
    matching = [d for d in (first + timedelta(days=i) for i in range(days)) if cron.runs_on(d)]
    times = list(cron.times())
    return [d.isoformat() for d in matching[:4]], times[:5], len(matching) * len(times)


CASES = [
    ("0 9 * * 1-5", (2024, 2, 27)),
    ("*/20 8-10 1,15 * *", (2023, 12, 30)),
    ("5 0 29 2 *", (2024, 1, 1), 100),
    ("30 25 * * *", (2024, 1, 1)),
    ("* * *", (2024, 1, 1)),
    ("0 0 * * 0", (2025, 6, 1), 10),
    ("10/15 12 31 */2 *", (2022, 1, 1), 90),
    ("a b c d e", (2022, 1, 1)),
]
