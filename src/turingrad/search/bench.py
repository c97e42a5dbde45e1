"""The search's speed: tree normal form, hill climbing, the plain interpreter beside it, and two workers beside one."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from turingrad import tasks
from turingrad.constructions.construction import BenchReport
from turingrad.machine.grid import TERNARY
from turingrad.machine.grid import run as grid_run
from turingrad.search import CensusSettings, Settings, TaskProblems
from turingrad.search.census.driver import WalkUnit
from turingrad.search.census.store import Part
from turingrad.search.census.tree import COMPLETE, CUT, VOLUME
from turingrad.search.climbing import climb
from turingrad.search.engines import open_engine
from turingrad.search.enumeration import Partition, partition, walk
from turingrad.search.instances import Instances, from_task, scores
from turingrad.search.plain import plain_scores
from turingrad.search.problems import STEPS_PER_CELL
from turingrad.search.tables import UNDEFINED, Table, as_machine
from turingrad.search.units import Climb

MACHINES = 40_000
TREE_UNITS = (1, 2, 3)  # of 64
WALL_UNITS = (5, 77, 1_000)  # of 131,072
NOTHING: Table = np.full(8, UNDEFINED, dtype=np.int32)


def bench(report: BenchReport) -> None:
    bench_tree(report)
    bench_climbing(report)
    bench_plain(report)
    bench_workers(report)


def draw_instances(count: int) -> Instances:
    return from_task(tasks.get("dictator"), np.random.default_rng(0), count, 4, 8)


def bench_tree(report: BenchReport) -> None:
    instances = draw_instances(16)
    limit = STEPS_PER_CELL * instances.cells
    at = partition(2, False)
    machines = 0

    def work() -> None:
        nonlocal machines
        machines = sum(walk(instances, 2, False, unit, at, 0, limit, 1).machines for unit in TREE_UNITS)

    seconds = processor_seconds(report, "tree normal form", work, repeat=3)
    note = f"s = 2 without walls, 16 instances, {machines:,} machines (units 1 - 3 of {at.units})"
    report.row("tree normal form, a core", machines / seconds, "machines/s", bar=200_000, note=note)
    bench_walls(report, instances, limit)
    bench_census(report)


def bench_walls(report: BenchReport, instances: Instances, limit: int) -> None:
    """With walls: all machines of some subtrees, first each scored on all 16 instances, then each decided: does it
    reach the best that a short climb has found? What is cut off decides all machines below it, which the first walk
    has counted in the very same tree."""
    at = Partition(4, 1 << 17)
    needed = climb(instances, NOTHING, 4_000, 500, limit, 1, True, 1)[0][0]
    found = {"machines": 0, "leaves": 0}

    def score_all() -> None:
        walks = [walk(instances, 2, True, unit, at, 0, limit, 1, incumbents=False) for unit in WALL_UNITS]
        found["machines"] = sum(one.machines for one in walks)

    def decide_all() -> None:
        walks = [walk(instances, 2, True, unit, at, needed, limit, 1, incumbents=False) for unit in WALL_UNITS]
        found["leaves"] = sum(one.machines for one in walks)

    seconds = processor_seconds(report, "tree normal form with walls, all scored", score_all, repeat=1)
    note = (
        "s = 2, 16 instances, each run to its end on all: 12 runs a machine, two machines in three never answer, and a "
        "loop is proved after 63 steps"
    )
    report.row("with walls, all scored", found["machines"] / seconds, "machines/s", note=note)
    seconds = processor_seconds(report, "tree normal form with walls", decide_all)
    note = (
        f"s = 2, 16 instances: which of {found['machines']:,} machines get {needed} right, decided by "
        f"{found['leaves']:,} leaves"
    )
    report.row("tree normal form with walls", found["machines"] / seconds, "machines/s", bar=2_000_000, note=note)


def processor_seconds(report: BenchReport, what: str, work: Callable[[], object], repeat: int = 5) -> float:
    """The least CPU time of some calls, after one that does not count: others' work on this computer is left
    out. One call is measured as it is."""
    report.progress(what)
    if repeat > 1:
        work()
    taken = []
    for _ in range(repeat):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
    return min(taken)


def bench_census(report: BenchReport) -> None:
    """The census's tree: leaves decided on all 256 data sets of two examples of two features, and the tables that they
    stand for."""
    settings = replace(CensusSettings("dictator", dim=2, train=2), units=2_003)
    units = [WalkUnit(settings, settings.weights.bayes, number) for number in (5, 100, 1_000)]
    parts: list[Part] = []

    def work() -> None:
        parts[:] = [unit.perform() for unit in units]

    seconds = processor_seconds(report, "the census's tree", work, repeat=3)
    leaves = sum(part.figures[CUT] + part.figures[COMPLETE] for part in parts)
    tables = sum(part.figures[VOLUME] for part in parts)
    note = f"s = 2 with walls, all data sets of (2, 2), shared runs: {tables / seconds:,.0f} tables decided a second"
    report.row("census tree, a core", leaves / seconds, "machines/s", bar=2_000_000, note=note)


def bench_climbing(report: BenchReport) -> None:
    instances = draw_instances(300)
    limit = STEPS_PER_CELL * instances.cells
    for novelty, what in ((False, "hill climbing, a core"), (True, "climbing with novelty")):

        def work(novelty: bool = novelty) -> None:
            climb(instances, NOTHING, MACHINES, 2_000, limit, 1, True, 8, novelty=novelty)

        seconds = processor_seconds(report, what, work)
        note = "s = 2, 300 instances of (4, 8), in groups; run again are those that used a changed rule"
        report.row(what, MACHINES / seconds, "machines/s", bar=100_000, note=note)


def bench_plain(report: BenchReport) -> None:
    """The same candidates, what climbs go through, over the same instances, by three interpreters.

    The candidates are where climbs stand after 1, 10 and 100 machines: like those of a search, some halt soon and some
    run until the step limit or the loop test ends them.
    """
    instances = draw_instances(300)
    limit = STEPS_PER_CELL * instances.cells
    candidates = [
        table
        for length in (1, 10, 100)
        for _, table in climb(instances, NOTHING, 8 * length, length, limit, length, True, 8)
    ]
    found: dict[str, list[int]] = {}

    def reference() -> None:
        found["reference"] = reference_scores(candidates, instances, limit)

    def plain() -> None:
        found["plain"] = plain_scores(candidates, instances, limit)

    def run_compiled() -> None:
        found["compiled"] = scores(candidates, instances, limit).tolist()

    slow = report.seconds("the pure-Python interpreter", reference, warmup=0, repeat=1)
    tuned = report.seconds("plain Python with the loop test", plain, warmup=0, repeat=2)
    fast = report.seconds("compiled", run_compiled)
    assert found["reference"] == found["plain"] == found["compiled"]
    count = len(candidates)
    report.row("the pure-Python interpreter", count / slow, "machines/s", note="300 instances each, none abandoned")
    note = f"tuned, with the kernel's loop test: {slow / tuned:.1f} times the interpreter"
    report.row("plain Python", count / tuned, "machines/s", note=note)
    note = f"equal scores; {tuned / fast:,.0f} times the tuned Python"
    report.row("compiled", count / fast, "machines/s", ratio=slow / fast, bar=200, note=note)


def reference_scores(candidates: list[Table], instances: Instances, limit: int) -> list[int]:
    """By the reference interpreter of grid machines, the one that is short enough to check by eye."""
    shape = (len(instances), instances.train + 3, instances.width)
    grids = [
        tuple(tuple(TERNARY[cell] for cell in row) for row in grid[1:-1, 1:-1])
        for grid in instances.grids.reshape(shape)
    ]
    right = []
    for table in candidates:
        machine = as_machine(table)
        ends = (grid_run.run(machine, grid, executor="python", max_steps=limit).configuration.state for grid in grids)
        right.append(sum(machine.answer(end) == label for end, label in zip(ends, instances.labels, strict=True)))
    return right


def bench_workers(report: BenchReport) -> None:
    settings = Settings()
    practice = TaskProblems(tasks.get("dictator")).practice(0, 0, settings.instances, 1)
    # several times a search's own units: the second worker waits for the last one, and that is not its speed
    machines = 5 * settings.machines_a_unit
    units = [Climb(0, number, settings, practice, (), machines) for number in range(2 * settings.units)]
    taken = {}
    for workers in (1, 2):
        report.progress(f"{workers} workers")
        with open_engine("local", workers) as submit:
            list(submit([replace(unit, machines=100) for unit in units]))  # the processes start and load the kernels
            started = time.perf_counter()
            list(submit(units))
            taken[workers] = time.perf_counter() - started
    total = sum(unit.machines for unit in units)
    report.row("one worker", total / taken[1], "machines/s")
    limit = f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores: others' work counts against the second"
    report.row("two workers", total / taken[2], "machines/s", ratio=taken[1] / taken[2], bar=1.5, limit=limit)
