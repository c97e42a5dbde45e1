"""`turingrad truth score` and `truth baselines`, on a suite of one small model."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import turingrad as tg
from turingrad.cli.app import main
from turingrad.truth import disguise, plain_truth, read_rows, save
from turingrad.truth.suite import entry, folder_name, write_list

pytest.importorskip("pyarrow")
NAME = "busy-beaver-2"


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Levels 0 and 1 of busy-beaver-2, unchecked."""
    folder = tmp_path_factory.mktemp("suite")
    network = tg.compile(tg.read(NAME), to="decoder", cells=16, context=16)
    plain = plain_truth(network, NAME, pairs=10)
    entries = {}
    for level, truth in enumerate((plain, disguise(network, rotate="hadamard", plain=plain))):
        at = folder_name(NAME, level)
        save(replace(truth, level=level), folder / at, check=False, network=network)
        entries[at] = entry(replace(truth, level=level), at)
    write_list(folder, entries, seed=0)
    return folder


def test_score_prints_the_figures_between_floor_and_ceiling(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = tmp_path / "answer.json"
    answer.write_text('{"question": "circuits", "heads": {"2.0": 1}}')
    folder = str(suite / folder_name(NAME, 1))
    assert main(["truth", "score", folder, str(answer), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["question"] == "circuits"
    assert 0.5 < found["figures"]["auroc"] < found["ceiling"]["auroc"] == 1.0
    assert main(["truth", "score", folder, str(answer)]) == 0
    assert "your answer" in capsys.readouterr().out


def test_a_wrong_answer_file_is_one_line_and_exit_2(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = tmp_path / "answer.json"
    answer.write_text('{"question": "circuits", "heads": {"7.0": 1}}')
    assert main(["truth", "score", str(suite / folder_name(NAME, 0)), str(answer)]) == 2
    said = capsys.readouterr().err
    assert "no head '7.0'" in said
    assert said.count("\n") == 1


def test_baselines_write_a_page_and_rows_and_go_on_from_them(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "table.html"
    given = ["truth", "baselines", str(suite), "-o", str(page), "--methods", "truth,random", "--no-controls"]
    assert main([*given, "--levels", "1", "--seeds", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "On all 2 models" in found["summary"]
    assert found["lines"][0]["cells"]["1"]["seeds"] == 2
    rows = read_rows(tmp_path / "table.jsonl")
    assert {(row.level, row.seed) for row in rows} == {("1", 0), ("1", 1)}
    assert main(given) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "every token" in said
    assert "CPU minutes" in said
    assert len(read_rows(tmp_path / "table.jsonl")) == len(rows) * 3 // 2
    assert "known mechanisms" in page.read_text(encoding="utf-8")


def test_an_answer_that_is_not_there_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["truth", "make", "busy-beaver-2", "-o", str(tmp_path / "model"), "--quiet"]) == 0
    assert main(["truth", "score", str(tmp_path / "model"), str(tmp_path / "none.json")]) == 2
    assert f"cannot read {tmp_path / 'none.json'}: No such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "word"),
    [
        (("--machines", "busy-beaver-9"), "did you mean busy-beaver-2"),
        (("--levels", "7"), "no level '7'"),
        (("--methods", "sae"), "no method"),
    ],
)
def test_what_the_suite_lacks_is_named(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: tuple[str, str], word: str
) -> None:
    assert main(["truth", "baselines", str(suite), "-o", str(tmp_path / "t.html"), *option]) == 2
    assert word in capsys.readouterr().err
