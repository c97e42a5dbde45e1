"""`turingrad search` from the command line."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from tests.command_line import Turingrad
from turingrad import tasks
from turingrad.formats.json_machine import from_object
from turingrad.machine.grid import GridMachine

QUICK = ("--budget", 2_000, "--instances", 60, "--workers", 1, "--no-network")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_search_json_has_the_fields_of_the_contract(turingrad: Turingrad) -> None:
    outcome = turingrad("search", "--task", "dictator", "--states", 2, *QUICK, "--larger", "6x18", "--json")
    found = outcome.json
    assert outcome.code == 0
    assert outcome.err == ""
    assert (found["task"], found["machines_tried"]) == ("dictator", 2_000)
    assert found["states"] <= 2
    assert [(size["dim"], size["train"]) for size in found["larger"]] == [(6, 18)]
    machine = from_object(found["machine"])
    assert isinstance(machine, GridMachine)
    assert len(machine.rules) == found["rules"]


def test_the_result_and_the_progress_are_written(turingrad: Turingrad) -> None:
    shown = turingrad("search", "--task", "dictator", *QUICK, "--json").json
    assert json.loads(Path("search-dictator-s2-seed0.json").read_text()) == shown
    with closing(sqlite3.connect("search-dictator-s2-seed0.sqlite")) as connection:
        ((stored,),) = connection.execute("SELECT result FROM results").fetchall()
    assert json.loads(stored) == shown


@pytest.mark.slow
def test_a_second_search_leaves_the_first_ones_files_alone(turingrad: Turingrad) -> None:
    for _ in range(2):
        turingrad("search", "--task", "dictator", *QUICK, "--json")
    assert sorted(path.name for path in Path().iterdir()) == [
        "search-dictator-s2-seed0-2.json",
        "search-dictator-s2-seed0-2.sqlite",
        "search-dictator-s2-seed0.json",
        "search-dictator-s2-seed0.sqlite",
    ]


@pytest.mark.slow
def test_the_report_shows_the_rules_and_the_network(turingrad: Turingrad) -> None:
    outcome = turingrad("search", "--task", "noisy-constant", "--states", 1, *QUICK[:-1], "--larger", "5x9")
    assert "0: " in outcome.out
    assert "agrees with the machine on 100%" in outcome.out
    assert "s^(-" in outcome.out
    assert "round 1:" in outcome.err


def test_the_result_file_has_the_certificate(turingrad: Turingrad) -> None:
    turingrad("search", "--task", "noisy-constant", "--states", 1, *QUICK[:-1], "--larger", "5x9", "-o", "found.json")
    found = json.loads(Path("found.json").read_text())
    assert found["certificate"]["float32"] is True
    assert found["rcnn"]["agreement"] == 1.0
    assert found["rule_lines"][0].startswith("0: ")


def test_a_data_file_is_searched_with_rows_kept_for_a_test(turingrad: Turingrad) -> None:
    X, y, _, _ = tasks.draw(tasks.get("dictator"), 5, 4, 60, 0)
    tasks.write_csv("data.csv", X, y)
    found = turingrad("search", "--data", "data.csv", "--states", 2, *QUICK, "--json").json
    assert found["task"] == "data"
    assert found["train"] == 36  # 60 rows less 12 for the test and 12 for validation
    assert found["fresh_accuracy"] >= 0.75
    assert found["larger"] == []


def test_resume_continues_and_ends_with_the_same(turingrad: Turingrad) -> None:
    full = ("search", "--task", "dictator", "--budget", 160_000, "--instances", 8, "--workers", 1, "--no-network")
    first = turingrad(*full, "--seconds", 0, "--resume", "p.sqlite", "--json").json
    assert first["stopped"] == "seconds"
    second = turingrad(*full, "--resume", "p.sqlite", "--json").json
    direct = turingrad(*full, "-o", "direct.json", "--json").json
    assert second["machine"] == direct["machine"]
    assert second["machines_tried"] == direct["machines_tried"] == 160_000


def test_a_task_from_a_file_of_the_users(turingrad: Turingrad) -> None:
    Path("mine.py").write_text(
        "import numpy as np\n"
        "class First:\n"
        "    name = 'first'\n"
        "    def sample(self, rng, d, m):\n"
        "        X = rng.choice(np.array([-1, 1], dtype=np.int8), size=(m, d))\n"
        "        return X, X[:, 0].copy()\n"
    )
    found = turingrad("search", "--task", "mine.py:First", *QUICK, "--json").json
    assert found["task"] == "first"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give either --task NAME or --data FILE"),
        (("--task", "dictator", "--data", "x.csv"), "give either --task NAME or --data FILE"),
        (("--task", "weather"), "there is no task 'weather'"),
        (("--task", "missing.py:T"), "there is no file missing.py"),
        (("--task", "dictator", "--budget", 0), "the budget of machines must be a whole number from 1"),
        (("--task", "dictator", "--states", 0), "the number of states must be a whole number from 1 to 64, not 0"),
        (("--task", "dictator", "--states", 3, "--strategy", "exhaustive"), "takes 1 or 2 states"),
        (("--task", "dictator", "--strategy", "guess"), "the strategy must be one of"),
        (("--task", "dictator", "--engine", "abacus"), "the engine must be one of local, ray"),
        (("--task", "dictator", "--engine", "ray", "--address", "127.0.0.1:1"), "cannot reach a Ray cluster"),
        (("--task", "parity", "--dim", 1_000_000), "are larger than 20,000 cells of a grid"),
        (("--task", "dictator", "--larger", "10by40"), "--larger takes sizes such as"),
        (("--task", "dictator", "--exam", "10by40"), "--exam takes one size, such as 6x18"),
        (("--task", "dictator", "--exam", "6x18,8x20"), "--exam takes one size, such as 6x18"),
        (("--task", "dictator", "-o", "no/such/r.json"), "there is no folder"),
        (("--data", "missing.csv"), "cannot read missing.csv"),
        (("--data", "few.csv"), "too few to split"),
        (("--data", "one.csv"), "only one class"),
        (("--data", "three.csv"), "field 1 is '2'"),
        (("--task", "dictator", "--resume", "few.csv"), "not a progress file"),
        (("--data", "few.csv", "--larger", "10x40"), "--larger draws problems of a --task"),
        (("--data", "few.csv", "--restarts", 3), "--restarts draws problems of a --task"),
        (("--task", "dictator", "--plot", "curves.svg"), "give --restarts N, too"),
    ],
)
def test_bad_input_ends_with_one_line_and_exit_code_two(
    turingrad: Turingrad, arguments: tuple[object, ...], message: str
) -> None:
    tasks.write_csv("few.csv", np.ones((3, 2), np.int8), np.array([1, -1, 1], np.int8))
    tasks.write_csv("one.csv", np.ones((9, 2), np.int8), np.ones(9, np.int8))
    Path("three.csv").write_text("1,1\n2,-1\n")
    before = Path("few.csv").read_bytes()
    outcome = turingrad("search", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.startswith("error: ")
    assert Path("few.csv").read_bytes() == before


@pytest.mark.slow
def test_networks_drawn_at_random_are_counted(turingrad: Turingrad) -> None:
    found = turingrad(
        "search", "--task", "noisy-constant", "--states", 1, "--dim", 1, "--train", 1, *QUICK, "--larger", "1x1",
        "--literal", 1, "--json",
    ).json["literal"]  # fmt: skip
    assert (found["draws"], found["agreeing"]) == (1, 0)
    assert found["log10_needed"] > 1_000_000
