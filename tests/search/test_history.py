"""A progress file read again: for its page, and with the distrust that any file deserves."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.search import Settings, TaskProblems, search
from turingrad.search.history import read_history


@pytest.fixture
def progress_file(tmp_path: Path) -> Path:
    path = tmp_path / "search.sqlite"
    settings = Settings(states=2, budget=4_000, instances=20, units=2, unit_machines=1_000, seed=3)
    search(TaskProblems(tasks.get("dictator"), 2, 3), settings, progress_file=path)
    return path


def test_the_history_has_every_unit_and_every_round(progress_file: Path) -> None:
    history = read_history(progress_file)
    assert history.name == "dictator"
    assert history.practice == 20
    assert sum(unit.machines for unit in history.units) == history.rounds[-1].machines == 4_000
    assert all(0 <= right <= 20 for unit in history.units for right in unit.right)
    assert [closed.round for closed in history.rounds] == [0, 1]
    assert history.best == history.rounds[-1].incumbents[0]
    ranks = [incumbent.rank for incumbent in history.rounds[-1].incumbents]
    assert ranks == sorted(ranks, reverse=True)


def test_a_changed_row_is_refused(progress_file: Path) -> None:
    with closing(sqlite3.connect(progress_file)) as connection, connection:
        connection.execute("UPDATE units SET machines = machines + 1 WHERE unit = 1")
    with pytest.raises(InputError, match="damaged: unit 1 of round 0: its checksum is wrong"):
        read_history(progress_file)


def test_other_files_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    other.write_bytes(b"not a database at all, but long enough to be looked at")
    with pytest.raises(InputError, match="not a progress file"):
        read_history(other)
    empty = tmp_path / "empty.sqlite"
    with closing(sqlite3.connect(empty)) as connection, connection:
        connection.execute("CREATE TABLE search (key TEXT, value TEXT)")
    with pytest.raises(InputError, match="not a progress file"):
        read_history(empty)
    with pytest.raises(InputError, match="there is no progress file"):
        read_history(tmp_path / "missing.sqlite")
    with pytest.raises(InputError, match="there is no progress file"):
        read_history(tmp_path / ("n" * 300))
