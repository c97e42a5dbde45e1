"""The table of baselines: rows are kept and gone on with, means and intervals are over seeds, and controls can fail."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.truth.models import small_subject, small_truth
from turingrad.errors import InputError
from turingrad.truth import Truth
from turingrad.truth.campaign import CONTROL, MODEL, Case, Row, read_rows, score_cases
from turingrad.truth.summary import Cell, circuit_check, fails_control, machines_by_seeds, table_lines
from turingrad.view.baseline_pages import baselines_report, summary, time_taken

CHEAP = ("truth", "random", "means")


def unmakeable() -> Truth:
    raise AssertionError("made again")


def test_a_second_call_goes_on_from_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turingrad.truth.campaign.control_of", lambda *_: replace(small_subject(), control=True))
    file = tmp_path / "rows.jsonl"
    case = Case("bb3", "3", 0, small_truth)
    first = score_cases([case], file, methods=("random",), control_level="3")
    assert {row.level for row in first} == {"3", CONTROL}
    again = score_cases([replace(case, make=unmakeable)], file, methods=("random",), control_level="3")
    assert again == first == read_rows(file)
    with pytest.raises(AssertionError, match="made again"):
        score_cases([replace(case, make=unmakeable)], file, methods=CHEAP)
    more = score_cases([case], file, methods=CHEAP)
    assert {row.method for row in more} == {*CHEAP, MODEL}
    assert len(read_rows(file)) == len(more) + 5  # the control's rows stay
    (made,) = (row for row in more if row.method == MODEL)
    assert made.figures["right"] == 1.0
    assert made.figures["places"] == len(small_subject().following)
    page = baselines_report(read_rows(file))
    assert "On 1 of 1 model of levels 0 to 3" in json.dumps(page.data)
    assert page.data["figures"][0]["machine"] == "bb3"


def test_an_unknown_method_and_a_strange_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="did you mean means"):
        score_cases([], tmp_path / "rows.jsonl", methods=("mean",))
    for text in ("", "{}\n", "[1]\n", '{"format": "turingrad-truth-results", "version": 1}\n{"machine": 3}\n', "\0"):
        (tmp_path / "odd").write_text(text)
        with pytest.raises(InputError, match="no results"):
            score_cases([], tmp_path / "odd")


def row(method: str, level: str, value: float, seed: int = 0, machine: str = "m", **figures: float) -> Row:
    return Row(machine, level, seed, method, "circuits", {"auroc": value, **figures}, 0.0)


def test_a_cell_is_the_mean_over_machines_and_its_interval_over_seeds() -> None:
    rows = [row("masks", "3", 0.5 + seed / 10 + shift, seed, name) for seed in (0, 1, 2) for name, shift in
            (("a", -0.2), ("b", 0.2))]  # fmt: skip
    (line,) = table_lines(rows)
    cell = line.cells["3"]
    assert (cell.mean, cell.seeds) == (pytest.approx(0.6), 3)
    assert cell.half == pytest.approx(4.3027 * 0.1 / 3**0.5, rel=1e-4)
    assert str(cell) == "0.60 ± 0.25"
    assert str(Cell(0.5, None, 1)) == "0.50"
    assert machines_by_seeds(rows) == {"a": 3, "b": 3}


@pytest.mark.parametrize(("there", "fails"), [(0.9, True), (0.8, True), (0.7, False), (0.5, False)])
def test_a_method_fails_the_control_above_half_of_the_range(there: float, fails: bool) -> None:
    rows = [row("truth", "3", 1.0), row("random", CONTROL, 0.5), row("patching", CONTROL, there)]
    assert fails_control(rows, "circuits", "patching") is fails
    assert fails_control(rows, "circuits", "random") is None
    assert fails_control(rows[:1], "circuits", "patching") is None


def test_the_check_of_circuits_counts_what_the_truth_keeps() -> None:
    rows = [row("truth", "0", 1.0, kept=1.0), row("truth", "3", 1.0, kept=0.99), row("truth", "4", 1.0, kept=0.1)]
    rows += [row("random", "0", 0.5, kept=0.2), row("random", "3", 0.5, kept=0.1)]
    assert circuit_check(rows) == {"models": 2, "kept": 1, "random_most": 0.2}
    assert "On 1 of 2 models" in summary(rows)
    assert "20.0 %" in summary(rows)
    assert "took 1.5 CPU minutes" in time_taken([replace(rows[0], seconds=60.0), replace(rows[1], seconds=30.0)])


def test_edges_have_a_control_of_their_own() -> None:
    rows = [Row("m", level, 0, method, "circuits", {"edges": value}, 0.0) for level, method, value in (
        ("3", "truth", 1.0), (CONTROL, "random", 0.5), (CONTROL, "edge-ablation", 0.8), ("3", "edge-ablation", 0.9),
    )]  # fmt: skip
    (line,) = (line for line in table_lines(rows) if line.method == "edge-ablation")
    assert (line.figure, line.fails_control) == ("edges", True)
    assert fails_control(rows, "circuits", "edge-ablation") is None  # nothing about components


def test_the_largest_machines_have_no_control(tmp_path: Path) -> None:
    case = Case("processor", "3", 0, small_truth)
    found = score_cases([case], tmp_path / "rows.jsonl", methods=("random",), control_level="3")
    assert {row.level for row in found} == {"3"}
