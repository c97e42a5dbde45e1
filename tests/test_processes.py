"""Several processes: kernels that two of them compile at once, forks of a process that has run networks, and spawns."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.context import BaseContext
from pathlib import Path

import pytest

import turingrad as tg
from turingrad.machine.program import assemble

SOURCE = Path(tg.__file__).parents[1]
ON = ("reference", "transformer", "rcnn", "descent", "decoder")
COUNTDOWN = "li s0, 5\nnext: addi a0, s0, '0'\nli a7, 64\necall\naddi s0, s0, -1\nbnez s0, next\nebreak"


def run_everywhere() -> list[tuple[str, int, str]]:
    """A machine on every construction, with several threads where there is a choice, a circuit and a program."""
    found = []
    for on in ON:
        threads = {"threads": 2} if on == "transformer" else {}
        executor = {"executor": "dense"} if on == "transformer" else {}
        run = tg.run("busy-beaver-3", on=on, max_steps=40, **threads, **executor)
        found.append((on, run.steps, str(run.configuration)))
    adder = tg.run("adder-2", [1, 0, 1, 1], on="feedforward")
    program = tg.run(assemble(COUNTDOWN))
    return [*found, ("feedforward", 1, str(adder.value)), ("program", program.steps, repr(program.output))]


def in_processes(context: BaseContext, count: int = 2) -> list[list[tuple[str, int, str]]]:
    with ProcessPoolExecutor(count, mp_context=context) as pool:
        return [each.result(timeout=300) for each in [pool.submit(run_everywhere) for _ in range(count)]]


@pytest.mark.slow
@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
def test_a_fork_of_a_process_that_has_run_networks_runs_them_as_well() -> None:
    here = run_everywhere()
    assert in_processes(multiprocessing.get_context("fork")) == [here, here]
    assert run_everywhere() == here


@pytest.mark.slow
def test_spawned_processes_run_as_this_one() -> None:
    here = run_everywhere()
    assert in_processes(multiprocessing.get_context("spawn")) == [here, here]


RUNS = """
import turingrad as tg
from turingrad.machine.program import assemble
print(tg.run("busy-beaver-4").steps, tg.run("adder-4", [1, 0, 1, 1, 0, 0, 1, 0]).value)
print(tg.run("busy-beaver-3", on="rcnn", executor="event").steps, tg.run(assemble({program!r})).output)
"""


@pytest.mark.slow
def test_processes_that_fill_the_cache_of_kernels_at_once_agree(tmp_path: Path) -> None:
    """Three new Pythons and an empty folder; then one more, which reads what they wrote."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels"), "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-c", RUNS.format(program=COUNTDOWN)]
    started = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = [process.communicate(timeout=600) for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], said
    assert len({out for out, _ in said}) == 1, said
    assert not any(errors for _, errors in said), said
    kernels = list((tmp_path / "kernels").rglob("*.nbi"))
    assert kernels
    after = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert (after.returncode, after.stdout, after.stderr) == (0, said[0][0], "")
