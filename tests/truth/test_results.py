"""The figures of truth-notes.md: its tables are those of the committed results, and the results can be made again."""

from __future__ import annotations

import pytest
from docs.truth_table import PAGE, RESULTS, with_tables

from turingrad.export.zoo import PROCESSOR
from turingrad.truth import METHODS, read_rows, suite
from turingrad.truth.campaign import CONTROL, UNCONTROLLED, Case, keys_of, score_cases
from turingrad.truth.machines import RICH, ZOO, model
from turingrad.truth.suite import truth_at
from turingrad.truth.summary import circuit_check

CLOSE = {"size": 0.5}  # a share of tokens beside 99 % moves it
TOLERANCE = 0.03
FIVE = ("balanced-parentheses", "binary-add", "busy-beaver-4", "palindrome", "unary-multiplication")


def test_the_tables_of_the_page_are_those_of_the_results() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_tables(page, read_rows(RESULTS)) == page, "run `python docs/truth_table.py`"
    assert "± " in page


def test_every_model_of_the_suite_has_all_its_results() -> None:
    """Three seeds of five machines and one of all others, the processor included; lookalikes of all but the largest."""
    rows = read_rows(RESULTS)
    wanted = set[tuple[str, str, int, str, str]]()
    for name in (*ZOO, *RICH, PROCESSOR):
        levels = [str(level) for level in suite.levels_of(name)]
        for seed in range(3 if name in FIVE else 1):
            case = Case(name, "", seed, lambda: model("", 0)[1])
            for level in (*levels, *(() if name in UNCONTROLLED else (CONTROL,))):
                wanted |= set(keys_of(case, level, METHODS))
    assert {row.key for row in rows} == wanted
    found = circuit_check(rows)
    models = 4 * (len(ZOO) + len(RICH) + 1 + 2 * len(FIVE))
    assert found["kept"] == found["models"] == models
    assert found["random_most"] < 0.5


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
