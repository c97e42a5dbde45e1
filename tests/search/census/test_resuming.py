"""A census goes on where it was stopped: units are sealed rows, and none is done twice."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.search.census.test_counting import TINY
from turingrad.cli import main
from turingrad.errors import InputError
from turingrad.search import CensusSettings, take_census

SPLIT = replace(TINY, units=5)


def same(a: object, b: object) -> bool:
    names = ("done", "checksum", "figures", "scores", "found", "least")
    return all(getattr(a, name) == getattr(b, name) for name in names)


def test_a_census_goes_on_from_the_units_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "census.sqlite"
    whole = take_census(SPLIT, progress_file=path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM parts WHERE unit IN (1, 3)")
    done: list[int] = []
    again = take_census(SPLIT, progress_file=path, progress=lambda _what, at, _all: done.append(at))
    assert again.complete
    assert same(whole, again)
    assert done == [3, 4, 5]


def test_ctrl_c_leaves_a_census_that_says_that_nothing_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "census.sqlite"

    def stop(_what: str, done: int, _all: int | None) -> None:
        if done == 2:
            raise KeyboardInterrupt

    part = take_census(SPLIT, progress_file=path, progress=stop)
    assert (part.interrupted, part.done, part.complete) == (True, 2, False)
    assert same(take_census(SPLIT, progress_file=path), take_census(SPLIT))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE parts SET body = replace(body, '1', '2') WHERE unit = 1",
        "UPDATE parts SET unit = 77 WHERE unit = 1",
        "UPDATE least SET weight = weight - 1",
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "census.sqlite"
    take_census(SPLIT, progress_file=path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(damage)
    with pytest.raises(InputError, match="damaged"):
        take_census(SPLIT, progress_file=path)


def test_a_file_of_another_census_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "census.sqlite"
    take_census(SPLIT, progress_file=path)
    with pytest.raises(InputError, match=r"another census: .*train 2 instead of 1"):
        take_census(replace(SPLIT, train=1), progress_file=path)


def test_the_command_prints_what_was_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["census", "--states", "1", "--task", "dictator", "--dim", "2", "--train", "2", "--workers", "1"]
    assert main([*asked, "-o", str(tmp_path / "result.json"), "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert fields == json.loads((tmp_path / "result.json").read_text())
    assert fields["tables_counted"] == fields["tables_without_stays"] == 19_208
    assert main(asked) == 0
    assert "provably best of 1 state at this size" in capsys.readouterr().out
    assert main(["census", "--task", "nonsense"]) == 2


@pytest.mark.slow
def test_kill_minus_nine_loses_no_unit_and_repeats_none(tmp_path: Path) -> None:
    """Killed again and again while two workers do it; then finished, and compared with one that nobody disturbed."""
    path = tmp_path / "census.sqlite"
    asked = ["--task", "dictator", "--dim", "1", "--train", "1", "--workers", "2", "--resume", str(path)]
    script = "import sys; from turingrad.cli import main; sys.exit(main(['census', *sys.argv[1:]]))"
    kinds = (signal.SIGKILL, signal.SIGINT, signal.SIGKILL)
    for turn, kind in enumerate(kinds):
        process = subprocess.Popen(
            [sys.executable, "-c", script, *asked],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        while process.poll() is None and parts_in(path) < 40 * (turn + 1):
            os.sched_yield()
        process.send_signal(kind)
        code = process.wait()
        assert code == (130 if kind is signal.SIGINT else -kind)
    settings = CensusSettings("dictator", dim=1, train=1)
    assert same(take_census(settings, progress_file=path), take_census(settings, workers=2))


def parts_in(path: Path) -> int:
    """How many units are in the file, by its size: the census holds its lock."""
    return path.stat().st_size // 400 if path.exists() else 0
