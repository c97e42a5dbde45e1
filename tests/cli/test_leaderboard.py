"""The leaderboard that a search draws."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from turingrad import tasks
from turingrad.cli.render.leaderboard import leaderboard
from turingrad.search import Settings, TaskProblems, search

ASKED = Settings(states=2, budget=400, instances=20, library="none")


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.slow
def test_it_shows_the_machines_tried_the_accuracy_and_the_rules(terminal: bool) -> None:
    console = Console(file=StringIO(), force_terminal=terminal, width=160)
    with leaderboard(console=console) as watch:
        search(TaskProblems(tasks.get("dictator"), 2, 3), ASKED, watch=watch)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "400" in shown
    assert "0: " in shown
    assert "rules" in shown


def test_quiet_shows_nothing() -> None:
    console = Console(file=StringIO(), force_terminal=True)
    with leaderboard(quiet=True, console=console) as watch:
        search(TaskProblems(tasks.get("dictator"), 2, 3), ASKED, watch=watch)
    assert console.file.getvalue() == ""  # type: ignore[attr-defined]


def test_a_machine_of_one_state_has_1_state() -> None:
    console = Console(file=StringIO(), force_terminal=False, width=160)
    with leaderboard(console=console) as watch:
        search(TaskProblems(tasks.get("dictator"), 2, 2), Settings(states=1, instances=5, library="none"), watch=watch)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert " with 1 state, " in shown
