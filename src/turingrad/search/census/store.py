"""The progress file of a census: the threshold, and one sealed row for every unit that is done."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from turingrad._support.validation.values import finite, whole
from turingrad.errors import InputError
from turingrad.search.census.settings import CensusSettings
from turingrad.search.store import Kind, Opened, digest, guard_reading
from turingrad.search.tables import valid_table

SCHEMA = """
CREATE TABLE search (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE parts (unit INTEGER PRIMARY KEY, run INTEGER NOT NULL, body TEXT NOT NULL, digest TEXT NOT NULL);
CREATE TABLE least (one INTEGER PRIMARY KEY CHECK (one = 1), weight INTEGER NOT NULL, digest TEXT NOT NULL);
CREATE TABLE runs (run INTEGER PRIMARY KEY, seconds REAL NOT NULL);
"""
CENSUS = Kind("turingrad census", 1, SCHEMA, "census")


@dataclass(frozen=True)
class Part:
    """What one unit of the tree held: the checksum of its nodes, figures, losses with leaves and tables, and leaves."""

    number: int
    checksum: int
    figures: tuple[int, ...]
    scores: tuple[tuple[int, int, int], ...]
    found: tuple[tuple[int, tuple[int, ...]], ...]
    seconds: float


class CensusStore(Opened):
    """An open progress file of a census."""

    def add(self, part: Part) -> None:
        body = json.dumps([str(part.checksum), part.figures, part.scores, part.found, part.seconds])
        with self.connection:
            row = (part.number, self.run, body, digest(part.number, body))
            self.connection.execute("INSERT INTO parts VALUES (?, ?, ?, ?)", row)

    def parts(self, settings: CensusSettings) -> dict[int, Part]:
        found = {}
        for number, body, seal in self.connection.execute("SELECT unit, body, digest FROM parts"):
            with guard_reading(f"unit {number}", seal, number, body):
                whole(number, "a unit", 0, settings.units - 1)
                found[number] = part_of(number, json.loads(body), settings)
        return found

    def least(self, most: int) -> int | None:
        row = self.connection.execute("SELECT weight, digest FROM least").fetchone()
        if row is None:
            return None
        with guard_reading("the threshold", row[1], "least", row[0]):
            return whole(row[0], "the threshold", 0, most)

    def keep_least(self, weight: int) -> None:
        with self.connection:
            self.connection.execute("INSERT INTO least VALUES (1, ?, ?)", (weight, digest("least", weight)))


def part_of(number: int, body: Any, settings: CensusSettings) -> Part:
    checksum, figures, scores, found, seconds = body
    if len(figures) != 7 or len(found) > settings.kept:
        raise InputError("it does not hold the figures of a unit")
    return Part(
        number,
        whole(int(checksum), "a checksum", 0, 2**64 - 1),
        tuple(whole(figure, "a figure", 0) for figure in figures),
        tuple((whole(a, "a loss"), whole(b, "leaves"), whole(c, "tables")) for a, b, c in scores),
        tuple((whole(lost, "a loss"), valid_table(table, settings.states)) for lost, table in found),
        finite(seconds, "a time"),
    )
