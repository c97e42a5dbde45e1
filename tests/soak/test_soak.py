"""The soak finds a fault that is planted, its line finds it again, and what it counts is kept."""

from __future__ import annotations

import shlex
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.main import get_command

from tests.soak.driver import main, one_run, soak
from tests.soak.hostile import census_files
from tests.soak.kinds import KINDS, accepting_constructions, choices_of, draw_choice
from tests.soak.words import TOO_LONG, command_line
from turingrad.cli.app import build
from turingrad.constructions import construction, construction_names, drive
from turingrad.errors import InputError
from turingrad.machine.kinds import kinds
from turingrad.machine.tape.draws import draw_with_tapes


def plant_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks of circuits whose last output bit is wrong for one input in three or so."""
    right = drive.evaluate

    def wrong(circuit: Any, vectors: Any, **options: Any) -> Any:
        found = right(circuit, vectors, **options)
        if drive.compiled_network(circuit) is not None and found.size > 3:
            found = found.copy()
            found[-1, -1] ^= 1
        return found

    monkeypatch.setattr(drive, "evaluate", wrong)


def test_a_planted_fault_is_found_and_its_line_finds_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as planting:
        plant_fault(planting)
        found = soak(runs=4, kinds=["circuits"])
        assert found.failures
        line = found.failures[0].again
        _, _, _, *words = shlex.split(line)
        planting.setattr("sys.argv", ["soak", *words])
        assert main() == 1
        assert line in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["soak", *words])
    assert main() == 0


def test_runs_are_fixed_by_their_number_and_a_soak_goes_on(tmp_path: Path) -> None:
    path, kinds = tmp_path / "soak.json", ["readers", "csv-files", "language"]
    whole = soak(runs=24, kinds=kinds, seed=5)
    soak(runs=10, kinds=kinds, seed=5, progress_file=path)
    with pytest.raises(InputError, match="seed 5, not 0"):
        soak(runs=14, kinds=kinds, progress_file=path)
    again = soak(runs=14, kinds=kinds, seed=5, progress_file=path)
    assert (again.next, again.runs, again.steps, again.refused) == (24, 24, whole.steps, whole.refused)
    assert again.by_kind == whole.by_kind
    assert 0 < whole.refused < 24
    assert not whole.failures


def test_a_soak_without_an_end_or_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InputError, match="an end"):
        soak()
    with pytest.raises(InputError, match="tapes"):
        soak(runs=1, kinds=["nonsense"])


def test_search_and_census_agree_and_broken_search_files_are_refused() -> None:
    found = soak(runs=6, kinds=["searching", "search-files"])
    assert not found.failures
    assert found.by_kind["searching"][2] > 0


def test_command_lines_are_of_every_command() -> None:
    rng = Random(0)
    commands = {command_line(rng, "x")[0] for _ in range(400)}
    assert commands == get_command(build()).commands.keys() - set(TOO_LONG)  # type: ignore[attr-defined]


def test_every_construction_executor_dtype_and_number_of_threads_is_drawn() -> None:
    rng = Random(0)
    machines = [kind.draw_machine(rng) for kind in kinds().values() if kind.draw_machine is not None]
    machines += [draw_with_tapes(rng, tapes) for tapes in (1, 2)]
    taken = [machine for machine in machines if accepting_constructions(machine)]
    drawn = {str(draw_choice(rng, machine)) for _ in range(900) for machine in taken}
    assert drawn == {str(choice) for name in construction_names() for choice in choices_of(construction(name))}


def test_broken_files_of_a_census_are_refused_or_continued() -> None:
    found = [census_files(Random(number)) for number in range(12)]
    assert None in found


@pytest.mark.slow
def test_every_kind_runs_clean() -> None:
    found = soak(runs=5 * len(KINDS), seed=1)
    assert set(found.by_kind) == set(KINDS)
    assert not found.failures


def test_a_folder_that_still_loads_is_compared_with_the_one_that_was_saved() -> None:
    circuits = [k for k in range(200) if Random(f"0/{k}").choice(construction_names()) == "feedforward"]
    found = [one_run("folders", 0, number) for number in circuits]  # their weights are sparse
    assert (1, None) in found
    assert {wrong for _, wrong in found} == {None}
