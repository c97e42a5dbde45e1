"""No exception from inside reaches whoever calls the package in a wrong way."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.misuse.sweep import calls, problem_with, sample

QUICK = 400
SLOW_FUNCTIONS = (
    "run",
    "learn",
    "options",
    "compile to",
    "search",
    "Settings",
    "check",
    "view",
    "lockstep",
    "export",
    "arithmetic",
)
SLOW_FUNCTIONS += ("connectivity", "separation", "parity_images", "NetworkC", "RCNNC", "TuringO", "compare")


def test_a_sample_of_wrong_calls_is_answered_or_refused_in_one_line() -> None:
    """Of the functions that answer at once; the others, and all values, are for the slow test."""
    chosen = [call for call in sample(3 * QUICK) if not call.function.name.startswith(SLOW_FUNCTIONS)][:QUICK]
    wrong = [f"{call}: {found}" for call in chosen if (found := problem_with(call)) is not None]
    assert not wrong, "\n".join(wrong)


def test_there_are_more_than_ten_thousand_wrong_calls() -> None:
    assert sum(1 for _ in calls()) > 10_600


@pytest.mark.slow
def test_every_wrong_call_is_answered_or_refused_in_one_line() -> None:
    """In a process of its own: a call that brings it down is seen as well."""
    result = subprocess.run([sys.executable, "-m", "tests.misuse.sweep"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout[-10_000:] + result.stderr[-2_000:]
