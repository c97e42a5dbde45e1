"""Which engines there are, and how many workers they take."""

from __future__ import annotations

import subprocess
import sys

import pytest

from turingrad.errors import InputError
from turingrad.search.engines.choice import MAX_WORKERS, open_engine


@pytest.mark.parametrize("workers", [-1, 0, MAX_WORKERS + 1, 10**9])
def test_a_number_of_workers_that_the_computer_cannot_bear_is_refused_before_one_starts(workers: int) -> None:
    with pytest.raises(InputError, match="workers are requested"):
        open_engine("local", workers)


def test_an_unknown_engine_and_an_address_without_a_cluster_are_refused() -> None:
    with pytest.raises(InputError, match="one of local, ray"):
        open_engine("slurm")
    with pytest.raises(InputError, match="for the engine 'ray'"):
        open_engine("local", 1, "10.0.0.1:6379")


SCRIPT = """
import os, signal
from turingrad.search import Settings, TaskProblems, search

class Mine:  # of the script itself, which has no guard against being imported
    name = "mine"
    def sample(self, rng, d, m):
        X = 2 * rng.integers(0, 2, (m, d)).astype("int8") - 1
        return X, X[:, 0]

def killed(board):
    if {what!r} == "killed":
        found = os.popen(f"ps -o pid= --ppid {{os.getpid()}}").read().split()
        for each in found[:2]:
            try:
                os.kill(int(each), signal.SIGKILL)
            except OSError:
                pass

settings = Settings(states=1, budget=4_000, units=4, unit_machines=250, instances=20, library="none")
found = [search(TaskProblems(Mine(), 2, 2), settings, workers=n, watch=killed) for n in (2, 1)]
assert [i.table for i in found[0].incumbents] == [i.table for i in found[1].incumbents]
"""


@pytest.mark.slow
@pytest.mark.parametrize(("what", "says"), [("right", ""), ("killed", "LimitError: a worker process was killed")])
def test_a_task_of_a_script_is_searched_by_two_processes(what: str, says: str) -> None:
    code = SCRIPT.format(what=what)
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (result.returncode == 0) == (not says), result.stderr
    assert says in result.stderr
