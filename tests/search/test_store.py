"""The progress file: what it holds, what it refuses, and that a kill -9 at any moment loses nothing."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.search import Outcome, Settings, TaskProblems, search
from turingrad.search.store import digest

QUICK = {"states": 2, "budget": 8_000, "units": 8, "unit_machines": 250, "instances": 60, "library": "none"}
SCRIPT = """
import json, sys
from pathlib import Path
from turingrad import tasks
from turingrad.search import Settings, TaskProblems, search
search(
    TaskProblems(tasks.get("dictator"), 3, 5), Settings(**json.loads(sys.argv[2])), workers=int(sys.argv[3]),
    progress_file=Path(sys.argv[1]), watch=lambda board: print(board.machines, flush=True),
)
"""


def resume_search(path: Path | None, **changes: object) -> Outcome:
    asked = Settings(**{**QUICK, **changes})  # type: ignore[arg-type]
    return search(TaskProblems(tasks.get("dictator"), 3, 5), asked, progress_file=path)


def tables(outcome: Outcome) -> list[tuple[int, ...]]:
    return [incumbent.table for incumbent in outcome.incumbents]


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def killed_runs(path: Path, kills: int, seed: int, budget: int = 8_000, workers: int = 1) -> int:
    """Starts the search again and again, each time killing it at a random moment; returns how many kills struck."""
    rng, struck = random.Random(seed), 0
    for _ in range(kills):
        arguments = [sys.executable, "-c", SCRIPT, str(path), json.dumps({**QUICK, "budget": budget}), str(workers)]
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert process.stdout is not None
        for _ in range(rng.randrange(4)):  # some units more than the last one ...
            if not process.stdout.readline():
                break
        time.sleep(rng.random() * 0.01)  # ... and then anywhere
        os.kill(process.pid, signal.SIGKILL)
        process.stdout.close()
        struck += process.wait() == -signal.SIGKILL
    return struck


def assert_nothing_lost_or_done_twice(path: Path, budget: int = 8_000) -> None:
    outcome, rounds = resume_search(path, budget=budget), budget // 2_000
    assert outcome.machines == budget
    assert tables(outcome) == tables(resume_search(None, budget=budget))
    units = rows(path, "SELECT round, unit FROM units ORDER BY round, unit")
    assert units == [(r, u) for r in range(rounds) for u in range(8)]
    assert rows(path, "SELECT sum(machines) FROM units") == [(budget,)]
    assert rows(path, "SELECT round FROM rounds ORDER BY round") == [(r,) for r in range(rounds)]


def test_killed_a_few_times_it_finds_the_same_with_no_unit_lost_or_done_twice(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    assert killed_runs(path, 2, seed=1) == 2
    assert_nothing_lost_or_done_twice(path)


@pytest.mark.slow
def test_killed_twenty_times_at_random_moments_it_finds_the_same(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    assert killed_runs(path, 20, seed=2, budget=60_000) == 20
    assert_nothing_lost_or_done_twice(path, budget=60_000)


@pytest.mark.slow
def test_workers_of_a_killed_search_end(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    arguments = [sys.executable, "-c", SCRIPT, str(path), json.dumps({**QUICK, "budget": 10**9}), "2"]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    for _ in range(4):
        process.stdout.readline()
    workers = children(process.pid)
    assert len(workers) >= 2
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    for _ in range(100):
        if not any(Path(f"/proc/{worker}").exists() for worker in workers):
            break
        time.sleep(0.2)
    assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]


def children(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == parent:
                found.append(int(entry.name))
    return found


def test_a_finished_search_is_read_and_not_repeated(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    first = resume_search(path)
    second = resume_search(path)
    assert tables(first) == tables(second)
    assert rows(path, "SELECT count(*) FROM units WHERE run = 2") == [(0,)]


def test_the_budget_may_grow(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    resume_search(path, budget=4_000)
    assert tables(resume_search(path)) == tables(resume_search(None))
    assert rows(path, "SELECT count(*) FROM units WHERE run = 2") == [(16,)]


@pytest.mark.parametrize("change", [{"seed": 1}, {"states": 3}, {"instances": 61}, {"units": 4}])
def test_the_file_of_another_search_is_refused_and_untouched(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "progress.sqlite"
    resume_search(path, budget=2_000)
    before = path.read_bytes()
    with pytest.raises(InputError, match=f"another search: .*{next(iter(change))}"):
        resume_search(path, **change)
    assert path.read_bytes() == before


def test_the_file_of_another_task_of_the_same_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    resume_search(path, budget=2_000)
    with pytest.raises(InputError, match="another search"):
        search(TaskProblems(tasks.get("dictator"), 3, 6), Settings(**QUICK), progress_file=path)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", ["version", "turingrad"])
def test_the_file_of_another_version_is_refused_and_untouched(tmp_path: Path, key: str) -> None:
    path = tmp_path / "progress.sqlite"
    resume_search(path, budget=2_000)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE search SET value = '\"0.0.7\"' WHERE key = ?", (key,))
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"0\.0\.7"):
        resume_search(path)
    assert path.read_bytes() == before


def test_a_file_of_something_else_is_refused_and_untouched(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear machine, " * 400)
    with pytest.raises(InputError, match="not a progress file"):
        resume_search(path)
    assert path.read_text() == "Dear machine, " * 400


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE cats (name TEXT)")
    with pytest.raises(InputError, match="not a progress file"):
        resume_search(path)


def test_an_empty_file_begins_a_search(tmp_path: Path) -> None:
    path = tmp_path / "empty.sqlite"
    path.touch()
    assert resume_search(path, budget=2_000).machines == 2_000


def reseal(path: Path) -> None:
    """Checksums of what the rows say now: a forger may compute them as well."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for number, machines, kept in connection.execute("SELECT round, machines, incumbents FROM rounds").fetchall():
            seal = digest(number, machines, kept)
            connection.execute("UPDATE rounds SET digest = ? WHERE round = ?", (seal, number))
        units = connection.execute("SELECT round, unit, machines, best FROM units").fetchall()
        for number, unit, machines, best in units:
            seal = digest(number, unit, machines, best)
            connection.execute("UPDATE units SET digest = ? WHERE round = ? AND unit = ?", (seal, number, unit))


FORGERIES = {
    "an entry out of range": "UPDATE rounds SET incumbents = replace(incumbents, '[[', '[[9999999, ')",
    "a rank": "UPDATE rounds SET incumbents = '[' || replace(substr(incumbents, 2), '[[0.', '[[1.') ",
    "no incumbents at all": "UPDATE rounds SET incumbents = 'null'",
    "deep json": f"UPDATE rounds SET incumbents = '{'[' * 5000}'",
    "a machine count": "UPDATE rounds SET machines = machines + 1",
    "a unit": "UPDATE units SET machines = 10 * machines",
    "a header": "UPDATE search SET value = 'null' WHERE key = 'search'",
}


@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("resealed", [False, True])
def test_a_forged_file_is_refused_before_a_kernel_sees_it(tmp_path: Path, forgery: str, resealed: bool) -> None:
    path = tmp_path / "progress.sqlite"
    resume_search(path, budget=2_000)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(FORGERIES[forgery])
    if resealed:
        reseal(path)
    before = rows(path, "SELECT * FROM rounds")
    with pytest.raises(InputError, match=r"damaged|does not name the search"):
        resume_search(path)
    assert rows(path, "SELECT * FROM rounds") == before


def flip_bit(path: Path, rng: random.Random) -> None:
    """The file with one bit of it changed."""
    data = bytearray(path.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 60), marks=pytest.mark.slow)], ids=["few", "many"])
def test_a_flipped_bit_is_refused_or_changes_nothing(tmp_path: Path, seeds: range) -> None:
    path = tmp_path / "progress.sqlite"
    expected = tables(resume_search(path, budget=2_000))
    whole = path.read_bytes()
    for seed in seeds:
        path.write_bytes(whole)
        flip_bit(path, random.Random(seed))
        try:
            found = tables(resume_search(path, budget=2_000))
        except InputError:
            continue
        assert found == expected, f"seed {seed}"


def test_a_second_search_on_one_file_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    resume_search(path, budget=2_000)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InputError, match="locked: another search is using it"):
            resume_search(path)


@pytest.mark.parametrize("first", [1, 7, 1_999, 2_001])
def test_a_larger_budget_works_from_any_first_budget(tmp_path: Path, first: int) -> None:
    path = tmp_path / "progress.sqlite"
    assert resume_search(path, budget=first).machines == first
    assert resume_search(path, budget=4_000).machines == 4_000
