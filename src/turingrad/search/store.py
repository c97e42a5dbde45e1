"""The progress file of a search: one SQLite file that always holds whole units and whole rounds.

A unit's result is written in one transaction when it arrives. After a kill at any moment the file holds the units that
were finished, each once (the key is the round and the unit's number), and the rounds that were closed; the others are
done when the search goes on.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from turingrad import __version__
from turingrad._support.files import exists
from turingrad._support.validation.values import finite, whole
from turingrad.errors import InputError
from turingrad.search.programs.instructions import PROGRAM, as_numbers, valid_program
from turingrad.search.ranking import Incumbent
from turingrad.search.tables import valid_table
from turingrad.search.units import UnitResult

SCHEMA = """
CREATE TABLE search (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE units (
    round INTEGER, unit INTEGER, run INTEGER NOT NULL, machines INTEGER NOT NULL, best TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (round, unit)
) WITHOUT ROWID;
CREATE TABLE rounds (
    round INTEGER PRIMARY KEY, machines INTEGER NOT NULL, incumbents TEXT NOT NULL, digest TEXT NOT NULL
);
CREATE TABLE runs (run INTEGER PRIMARY KEY, seconds REAL NOT NULL);
CREATE TABLE results (machines INTEGER PRIMARY KEY, result TEXT NOT NULL);
"""


@dataclass(frozen=True)
class Kind:
    """A kind of progress file: its name and version in the header, its tables, and what makes it."""

    format: str
    version: int
    schema: str
    maker: str


SEARCH = Kind("turingrad search", 3, SCHEMA, "search")


class Opened:
    """An open progress file. `run` numbers the processes that have worked on it, from 1."""

    def __init__(self, connection: sqlite3.Connection, run: int) -> None:
        self.connection, self.run = connection, run


S = TypeVar("S", bound=Opened)


class Store(Opened):
    """An open progress file of a search."""

    def add_unit(self, result: UnitResult) -> None:
        best = json.dumps(result.best)
        seal = digest(result.round, result.number, result.machines, best)
        row = (result.round, result.number, self.run, result.machines, best, seal)
        with self.connection:
            self.connection.execute("INSERT INTO units VALUES (?, ?, ?, ?, ?, ?)", row)

    def units(self, round_number: int) -> dict[int, UnitResult]:
        """The results of a round that are there, by the number of the unit."""
        found = {}
        query = "SELECT unit, machines, best, digest FROM units WHERE round = ?"
        for unit, machines, best, seal in self.connection.execute(query, (round_number,)):
            with guard_reading(f"unit {unit} of round {round_number}", seal, round_number, unit, machines, best):
                scored = tuple((whole(v, "a score"), valid_candidate(numbers)) for v, numbers in json.loads(best))
                found[unit] = UnitResult(round_number, unit, whole(machines, "a number of machines"), scored)
        return found

    def machines_before(self, round_number: int) -> int:
        """The machines of all units up to and with a round."""
        row = self.connection.execute("SELECT TOTAL(machines) FROM units WHERE round <= ?", (round_number,)).fetchone()
        return int(row[0])

    def close_round(self, round_number: int, machines: int, incumbents: list[Incumbent], seconds: float) -> None:
        kept = json.dumps([[i.rank, i.table, i.origin, i.screened, i.exams, i.program] for i in incumbents])
        row = (round_number, machines, kept, digest(round_number, machines, kept))
        with self.connection:
            self.connection.execute("INSERT INTO rounds VALUES (?, ?, ?, ?)", row)
            self.connection.execute("UPDATE runs SET seconds = ? WHERE run = ?", (seconds, self.run))

    def last_round(self) -> tuple[int, int, list[Incumbent]] | None:
        """The last closed round's number, the machines tried up to it, and the incumbents after it."""
        row = self.connection.execute("SELECT * FROM rounds ORDER BY round DESC LIMIT 1").fetchone()
        if row is None:
            return None
        number, machines, text, seal = row
        with guard_reading(f"round {number}", seal, number, machines, text):
            kept = incumbents_of(text)
            if machines != self.machines_before(whole(number, "a round")):
                raise InputError("its number of machines is not that of its units")
        return number, machines, kept

    def earlier_seconds(self) -> float:
        """The time of the earlier runs, up to the last round that each of them closed."""
        row = self.connection.execute("SELECT TOTAL(seconds) FROM runs WHERE run < ?", (self.run,)).fetchone()
        return float(row[0])


def digest(*values: Any) -> str:
    """What a row is sealed with: whoever changes it must change this too, and a flipped bit does not."""
    return sha256(json.dumps(values).encode()).hexdigest()


@contextmanager
def guard_reading(what: str, seal: Any, *values: Any) -> Iterator[None]:
    """A row of the file is read in this block: damage of any kind is one error, before anything computes with it."""
    try:
        if seal != digest(*values):
            raise InputError("its checksum is wrong")
        yield
    except (InputError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise InputError(f"the progress file is damaged: {what}: {error}") from None


def incumbents_of(text: str) -> list[Incumbent]:
    """The incumbents of a closed round, as its row holds them."""
    return [
        Incumbent(marks(rank), valid_table(table), str(origin), finite(screened, "a score"), marks(exams), str(program))
        for rank, table, origin, screened, exams, program in json.loads(text)
    ]


def valid_candidate(numbers: Any) -> tuple[int, ...]:
    """A table of rules or a program, from an untrusted source."""
    if numbers and numbers[0] == PROGRAM:
        return as_numbers(valid_program(numbers))
    return valid_table(numbers)


def marks(values: Any) -> tuple[float, ...]:
    return tuple(finite(value, "a score") for value in values)


def header_of(connection: sqlite3.Connection) -> dict[str, Any] | None:
    """What a file says of itself: nothing where it has no such table, None if it has no table at all."""
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if not tables:
        return None
    rows = connection.execute("SELECT key, value FROM search") if "search" in tables else ()
    return {key: json.loads(value) for key, value in rows}


def save_result(path: Path, machines: int, result: dict[str, Any]) -> None:
    """Adds the report to the progress file; one for each number of machines at which the search was looked at."""
    with closing(sqlite3.connect(path, timeout=30)) as connection, connection:
        row = (machines, json.dumps(result, ensure_ascii=False))
        connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", row)


@contextmanager
def open_store(path: Path | None, description: dict[str, Any], kind: Kind, store: type[S]) -> Iterator[S]:
    """Opens or makes a progress file; None keeps it in memory.

    A file of another search, of another version or of something else is refused, and not touched.
    """
    if path is not None and exists(path):
        require_same(path, description, kind)
    try:
        with closing(sqlite3.connect(":memory:" if path is None else path, timeout=0)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # one search at a time, told so at once
            begin(connection, description, kind)
            with connection:
                run = connection.execute("INSERT INTO runs (seconds) VALUES (0)").lastrowid
            yield store(connection, run or 0)
    except sqlite3.DatabaseError as error:
        raise InputError(unusable(path, error)) from None


def unusable(path: Path | None, error: sqlite3.Error) -> str:
    if "locked" in str(error):
        return f"the progress file {path} is locked: another search is using it"
    return f"cannot use the progress file {path}: {error}"


def begin(connection: sqlite3.Connection, description: dict[str, Any], kind: Kind) -> None:
    """The tables and the search's description, in one transaction, unless they are there."""
    connection.execute("PRAGMA synchronous = FULL")
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return
    header = {"format": kind.format, "version": kind.version, "turingrad": __version__, "search": description}
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for statement in kind.schema.split(";\n"):
            connection.execute(statement)
        connection.executemany("INSERT INTO search VALUES (?, ?)", [(k, encode_value(v)) for k, v in header.items()])


def encode_value(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def require_same(path: Path, description: dict[str, Any], kind: Kind) -> None:
    """The file is an empty one (killed before its first transaction), or a progress file of this very search."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=0)) as connection:
            found = header_of(connection)
    except sqlite3.OperationalError as error:
        raise InputError(unusable(path, error)) from None
    except (sqlite3.Error, ValueError, TypeError, RecursionError):
        raise InputError(f"{path} is not a progress file of a {kind.maker}") from None
    if found is None:
        return
    if found.get("format") != kind.format:
        raise InputError(f"{path} is not a progress file of a {kind.maker}")
    if (found.get("version"), found.get("turingrad")) != (kind.version, __version__):
        raise InputError(
            f"{path} was written by turingrad {found.get('turingrad')} (progress file version {found.get('version')}); "
            f"this is turingrad {__version__} (version {kind.version}), which might find another result"
        )
    there = found.get("search")
    if not isinstance(there, dict):
        raise InputError(f"{path} does not name the {kind.maker} that it belongs to")
    if there != json.loads(encode_value(description)):
        differing = sorted(
            k for k in {*there, *description} if there.get(k) != json.loads(encode_value(description.get(k)))
        )
        shown = ", ".join(f"{k} {there.get(k)!r} instead of {description.get(k)!r}" for k in differing)
        raise InputError(f"{path} is the progress of another {kind.maker}: {shown}")
