"""The figures of truth-scores.md: its tables are those of the committed results, and the results can be made again."""

from __future__ import annotations

import pytest
from docs.truth_table import PAGE, RESULTS, with_tables

from turingrad.truth import read_rows
from turingrad.truth.campaign import Case, score_cases
from turingrad.truth.machines import model
from turingrad.truth.suite import truth_at

CLOSE = {"size": 0.5}  # a share of tokens beside 99 % moves it
TOLERANCE = 0.03


def test_the_tables_of_the_page_are_those_of_the_results() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_tables(page, read_rows(RESULTS)) == page, "run `python docs/truth_table.py`"
    assert "± " in page


@pytest.mark.slow
@pytest.mark.parametrize(("machine", "level", "seed"), [("palindrome", 1, 1), ("balanced-parentheses", 3, 0)])
def test_a_part_of_the_results_made_again(machine: str, level: int, seed: int, tmp_path: object) -> None:
    case = Case(machine, str(level), seed, lambda: truth_at(*model(machine, seed), level, seed))
    stored = {row.key: row for row in read_rows(RESULTS)}
    again = score_cases([case], f"{tmp_path}/rows.jsonl")
    assert len(again) > 15
    for row in again:
        for name, value in row.figures.items():
            wanted = stored[row.key].figures[name]
            assert value == pytest.approx(wanted, abs=CLOSE.get(name, TOLERANCE)), (row.key, name)
