"""Signals at random moments of a search with two workers: it ends soon, none of its processes is left, and what it goes
on to find is what it would have found anyway.

`TURINGRAD_SIGNALS` sets how many are sent, `TURINGRAD_PATIENCE` in how many seconds a search must have ended.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.search.test_store import QUICK, SCRIPT, assert_nothing_lost_or_done_twice

PATIENCE = float(os.environ.get("TURINGRAD_PATIENCE", "20"))
SIGNALS = int(os.environ.get("TURINGRAD_SIGNALS", "60"))
FIRST = int(os.environ.get("TURINGRAD_FIRST_SIGNAL", "0"))  # to go on where another run ended
KINDS = (signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


def start_search(path: Path, budget: int) -> subprocess.Popen[bytes]:
    """A search in a session of its own, so that all its processes can be told."""
    asked = json.dumps({**QUICK, "budget": budget})
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(path), asked, "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # a shell that started the tests in the background made them, and so their children, deaf to Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def members(session: int) -> list[int]:
    """The processes of a session that are still running."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def signal_strikes(path: Path, budget: int, kind: signal.Signals, units: int, pause: float) -> bool:
    """Starts the search, sends it a signal after some units and then a moment, and sees all of it end."""
    process = start_search(path, budget)
    assert process.stdout is not None
    if units < 0:
        time.sleep(pause * 4)  # while it is being loaded, or its workers are
    for _ in range(units):
        if not process.stdout.readline():
            break
    time.sleep(pause * 0.2)
    process.send_signal(kind)
    since = time.monotonic()
    try:
        process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        pytest.fail(f"{kind.name} after {units} units: still running after {PATIENCE:g} s")
    while members(process.pid):
        assert time.monotonic() - since < PATIENCE, f"{kind.name}: left behind: {members(process.pid)}"
        time.sleep(0.1)
    return process.returncode != 0 or kind is signal.SIGINT


def signal_search(path: Path, count: int, seed: int, budget: int) -> int:
    rng, hits = random.Random(seed), 0
    for _ in range(count):
        hits += signal_strikes(path, budget, rng.choice(KINDS), rng.randrange(-1, 4), rng.random())
    return hits


@pytest.mark.slow
def test_signals_at_random_moments_end_a_search_of_two_workers_and_lose_nothing(tmp_path: Path) -> None:
    for part, first in enumerate(
        range(0, SIGNALS, 25), FIRST // 25
    ):  # a file of its own for each 25: the search must not end early
        path = tmp_path / f"{part}.sqlite"
        assert signal_search(path, min(25, SIGNALS - first), seed=part, budget=200_000) > 0
        assert_nothing_lost_or_done_twice(path, budget=200_000)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGKILL], ids=lambda kind: kind.name)
def test_no_worker_outlives_its_parent(tmp_path: Path, kind: signal.Signals) -> None:
    assert signal_strikes(tmp_path / "progress.sqlite", 10**9, kind, 3, 0.5)
