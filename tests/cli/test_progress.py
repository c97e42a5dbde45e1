"""Progress of long commands without a terminal, and what a report says of its own cost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.command_line import Turingrad
from turingrad.cli.render import terminal


def test_a_long_command_reports_progress_to_a_pipe(turingrad: Turingrad, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "LINE_SECONDS", (0.0, 0.0))
    outcome = turingrad("margin", "adder-1", "--input", "11", "--budget", 5)
    assert outcome.code == 0
    assert re.search(r"^attack on the margin: \d+ of 5 after \d+ s$", outcome.err, re.MULTILINE)
    assert "after" not in turingrad("margin", "adder-1", "--input", "11", "--budget", 5, "--quiet").err


def test_lines_of_progress_come_at_growing_intervals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr(terminal.time, "perf_counter", lambda: now)
    lines = terminal.ProgressLines()
    for second in range(400):
        now = float(second)
        lines.tell("working", second, None)
    seconds = [int(found) for found in re.findall(r"after (\d+) s", capsys.readouterr().err)]
    assert seconds == [5, 10, 20, 40, 80, 140, 200, 260, 320, 380]


def test_a_report_says_what_it_cost(turingrad: Turingrad, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    outcome = turingrad("learn", "majority", "--with", "emulation", "--dim", 3, "--report", page)
    assert re.search(r"report: .*\([\d.]+ s for the page, [\d.]+ MB\)", outcome.err.replace("\n", " "))
    assert '"page_seconds":' in page.read_text(encoding="utf-8")
