"""A search over programs: what it finds, that it resumes, and what a changed progress file is refused for."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.command_line import Turingrad
from turingrad import tasks
from turingrad.errors import InputError
from turingrad.search import Outcome, Settings, TaskProblems, measure_best, search
from turingrad.search.driver import STEPS
from turingrad.search.programs import parse_program, program_machine
from turingrad.search.store import digest
from turingrad.search.tables import as_table

QUICK = {
    "strategy": "programs", "instructions": 4, "budget": 12_000, "units": 4, "unit_machines": 1_000, "patience": 300,
    "instances": 60, "library": "none", "kept": 3, "incumbents": 4,
}  # fmt: skip
PROBLEMS = TaskProblems(tasks.get("dictator"), 3, 5, (4, 8))


def resume_search(path: Path | None, **changes: object) -> Outcome:
    return search(PROBLEMS, Settings(**{**QUICK, **changes}), progress_file=path)  # type: ignore[arg-type]


@pytest.mark.slow
def test_found_programs_are_better_than_a_constant_and_are_their_tables() -> None:
    outcome = resume_search(None)
    assert outcome.machines == 12_000
    best = outcome.incumbents[0]
    assert best.rank[0] > 0.6
    for incumbent in outcome.incumbents:
        machine = program_machine(parse_program(incumbent.program))
        assert tuple(as_table(machine).tolist()) == incumbent.table
    result = measure_best(outcome, larger=[(6, 12)])
    assert result.program == best.program
    assert result.machine == program_machine(parse_program(best.program))
    assert result.fields()["log2_prior"] < -3


def test_incumbents_are_a_ladder_of_accuracies() -> None:
    found = resume_search(None).incumbents
    rungs = [tuple(int(STEPS * mark) for mark in (one.screened, *one.exams)) for one in found]
    assert len(set(rungs)) == len(rungs) > 1
    assert [one.rank for one in found] == sorted((one.rank for one in found), reverse=True)


@pytest.mark.parametrize("prior", ["products", "boolean"])
def test_search_continues_as_if_it_had_never_stopped(tmp_path: Path, prior: str) -> None:
    path = tmp_path / "progress.sqlite"
    resume_search(path, budget=4_000, prior=prior)
    assert (
        resume_search(path, budget=8_000, prior=prior).incumbents
        == resume_search(None, budget=8_000, prior=prior).incumbents
    )


def test_progress_file_with_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    resume_search(path, budget=4_000)
    with closing(sqlite3.connect(path)) as connection, connection:
        number, machines, text = connection.execute("SELECT round, machines, incumbents FROM rounds").fetchone()
        incumbents = json.loads(text)
        incumbents[0][5] = "step left else +; step right else -"
        changed = json.dumps(incumbents)
        connection.execute("UPDATE rounds SET incumbents = ?, digest = ?", (changed, digest(number, machines, changed)))
    with pytest.raises(InputError, match="damaged"):
        resume_search(path)


def test_command_prints_the_program(turingrad: Turingrad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = "search --task dictator --dim 3 --train 5 --exam 4x8 --strategy programs --instructions 4 --budget 4000"
    words += " --instances 40 --library none --no-network --larger 5x10 --workers 1 --quiet"
    done = turingrad(*words.split())
    assert done.code == 0, done.err
    found = json.loads(next(tmp_path.glob("search-dictator-programs4-*.json")).read_text())
    assert all(instruction in done.out for instruction in found["program"].split("; "))
    assert "probability 2^-" in done.out


@pytest.mark.parametrize(
    "words",
    ["--task dictator --exam 4", "--task dictator --exam 4x8,5x9", "--task dictator --instructions 0",
     "--data rows.csv --exam 4x8"],
)  # fmt: skip
def test_wrong_options_are_refused(
    turingrad: Turingrad, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text("1,1,1\n" * 8)
    done = turingrad("search", *words.split())
    assert done.code == 2
    assert done.err.count("\n") == 1
    assert not list(tmp_path.glob("search-*"))


def test_unknown_prior_is_refused() -> None:
    with pytest.raises(InputError, match="prior"):
        Settings(strategy="programs", prior="linear")
