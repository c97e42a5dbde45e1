"""A progress file read again: what a search tried, unit by unit, and who led after each round."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turingrad._support.files import is_file
from turingrad._support.validation.values import whole
from turingrad.errors import InputError
from turingrad.search.ranking import Incumbent
from turingrad.search.settings import Settings
from turingrad.search.store import SEARCH, guard_reading, header_of, incumbents_of, unusable

MAX_BYTES = 200_000_000


@dataclass(frozen=True)
class Tried:
    """One unit of work: how many machines it tried, and of the best ones how many practice problems were right."""

    round: int
    unit: int
    machines: int
    right: tuple[int, ...]


@dataclass(frozen=True)
class Closed:
    """The leading machines after a round, best first."""

    round: int
    machines: int
    incumbents: tuple[Incumbent, ...]


@dataclass(frozen=True)
class History:
    """`about` is what the file says of its problems and settings; `practice` the problems a candidate practises on."""

    about: dict[str, Any]
    practice: int
    units: tuple[Tried, ...]
    rounds: tuple[Closed, ...]

    @property
    def name(self) -> str:
        return str(self.about.get("task", "a data file"))

    @property
    def best(self) -> Incumbent:
        return self.rounds[-1].incumbents[0]


def read_history(path: Path) -> History:
    """What a progress file holds. It is only read: a search may go on with it afterwards."""
    if not is_file(path):
        raise InputError(f"there is no progress file {path}")
    if path.stat().st_size > MAX_BYTES:
        raise InputError(f"{path} has {path.stat().st_size:,} bytes; progress files of up to {MAX_BYTES:,} are read")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)) as connection:
            about = header(connection, path)
            units = tuple(units_of(connection))
            rounds = tuple(rounds_of(connection))
    except sqlite3.OperationalError as error:
        raise InputError(unusable(path, error)) from None
    except sqlite3.Error:
        raise InputError(f"{path} is not a progress file of a search") from None
    if not rounds:
        raise InputError(f"{path} has no closed round yet; there is nothing to show")
    return History(about, practice_of(about, path), units, rounds)


def header(connection: sqlite3.Connection, path: Path) -> dict[str, Any]:
    try:
        found = header_of(connection) or {}
    except (ValueError, TypeError, RecursionError):
        found = {}
    about = found.get("search")
    if (found.get("format"), found.get("version")) != (SEARCH.format, SEARCH.version) or not isinstance(about, dict):
        raise InputError(f"{path} is not a progress file of a search, or one of another version")
    return about


def practice_of(about: dict[str, Any], path: Path) -> int:
    known = {name: about[name] for name in Settings.__dataclass_fields__ if name in about}
    try:
        return Settings(**known).practised
    except (InputError, TypeError) as error:
        raise InputError(f"the progress file {path} is damaged: its settings: {error}") from None


def units_of(connection: sqlite3.Connection) -> Any:
    query = "SELECT round, unit, machines, best, digest FROM units ORDER BY round, unit"
    for number, unit, machines, best, seal in connection.execute(query):
        with guard_reading(f"unit {unit} of round {number}", seal, number, unit, machines, best):
            right = tuple(whole(score, "a score") for score, _ in json.loads(best))
            yield Tried(number, unit, whole(machines, "a number of machines"), right)


def rounds_of(connection: sqlite3.Connection) -> Any:
    query = "SELECT round, machines, incumbents, digest FROM rounds ORDER BY round"
    for number, machines, text, seal in connection.execute(query):
        with guard_reading(f"round {number}", seal, number, machines, text):
            kept = tuple(incumbents_of(text))
            if not kept:
                raise InputError("it has no machine")
            yield Closed(number, machines, kept)
